import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the server got it. */
export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** An answer, or a function that does what it likes with the response. */
export type ScriptedAnswer =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | ((request: ReceivedRequest, response: ServerResponse) => void);

/** A real HTTP server on a loopback port that answers as scripted, the last answer again and again. */
export interface ScriptedServer {
  url: string;
  requests: ReceivedRequest[];
  answers(...script: ScriptedAnswer[]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let script: ScriptedAnswer[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const request = {
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(request);
      const answer = (script.length > 1 ? script.shift() : script[0]) ?? {
        status: 599,
        text: "not scripted",
      };
      if (typeof answer === "function") answer(request, response);
      else send(response, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The address of a TCP server is never a text.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers: (...next) => {
      script = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export function send(
  response: ServerResponse,
  { status = 200, json, text, headers = {} }: Exclude<ScriptedAnswer, (...args: never[]) => unknown>,
): void {
  const type = json === undefined ? {} : { "content-type": "application/json" };
  response.writeHead(status, { ...type, ...headers });
  response.end(json === undefined ? (text ?? "") : JSON.stringify(json));
}
