import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A comment as it came. */
export interface ReceivedComment {
  path: string;
  token: string;
  body: string;
}

/** Stands for the API of GitLab: takes comments. */
export interface CommentServer {
  url: string;
  received: ReceivedComment[];
  close(): Promise<void>;
}

export async function commentServer(): Promise<CommentServer> {
  const received: ReceivedComment[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      received.push({
        path: request.url ?? "",
        token: String(request.headers["private-token"]),
        body: new URLSearchParams(sent).get("body") ?? "",
      });
      response.writeHead(201).end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
