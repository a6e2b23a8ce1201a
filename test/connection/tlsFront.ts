import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Certificate } from "./certificates";

/** A server that speaks https before one that speaks http, as a hosting platform's load balancer does. */
export interface TlsFront {
  readonly port: number;
  close(): Promise<void>;
}

export async function startTlsFront(url: string, certificate: Certificate): Promise<TlsFront> {
  const server = createServer(certificate, (incoming, answer) => {
    const { method, headers, url: path = "/" } = incoming;
    const outgoing = request(url + path, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
    },
  };
}
