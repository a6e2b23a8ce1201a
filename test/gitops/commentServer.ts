import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A comment on a pull request. */
export interface Comment {
  id: number;
  author: string;
  body: string;
}

/** Stands for the API of GitLab: lists, takes and changes the comments on one merge request. */
export interface CommentServer {
  url: string;
  comments: Comment[];
  close(): Promise<void>;
}

/** The token of the pipeline, and whose it is. */
export const commentToken = "token-for-comments";
export const commentAuthor = "pipeline";

const notes = "/projects/5/merge_requests/7/notes";
/** Fewer than are asked for, as a service may have it. */
const pageSize = 2;

export async function commentServer(): Promise<CommentServer> {
  const comments: Comment[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      if (request.headers["private-token"] !== commentToken) return answer(401, {});
      const content = () => (JSON.parse(sent) as { body: string }).body;
      const id = Number(pathname.slice(notes.length + 1));
      const comment = comments.find((one) => one.id === id);
      switch (`${request.method ?? ""} ${pathname}`) {
        case "GET /user":
          return answer(200, { id: commentAuthor });
        case `GET ${notes}`: {
          const from = (Number(searchParams.get("page")) - 1) * pageSize;
          const page = comments.slice(from, from + pageSize);
          return answer(
            200,
            page.map(({ author, ...one }) => ({ ...one, author: { id: author } })),
          );
        }
        case `POST ${notes}`:
          comments.push({ id: comments.length + 1, author: commentAuthor, body: content() });
          return answer(201, {});
        default:
          if (comment === undefined || request.method !== "PUT") return answer(404, {});
          comment.body = content();
          return answer(200, {});
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    comments,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
