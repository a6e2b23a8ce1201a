import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Certificate } from "./certificates";

/** A proxy as companies have it: tunnels with CONNECT, and writes down what it sees. */
export interface TunnelProxy {
  readonly url: string;
  /** The first lines of the requests, such as `CONNECT panel.test:443`. */
  readonly asked: string[];
  /** The credentials that came with them. */
  readonly credentials: (string | undefined)[];
  /** Everything that was sent through it towards the service. */
  seen(): string;
  /** Leads every name to this port of the machine. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** @param certificate for a proxy that is reached over https. Default: it is reached over plain http. */
export async function startTunnelProxy(certificate?: Certificate): Promise<TunnelProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const chunks: Buffer[] = [];
  const open = new Set<Socket>();
  let port = 0;
  const server = certificate === undefined ? createServer() : createTlsServer(certificate);
  server.on("request", (request, response) => {
    asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
    chunks.push(Buffer.from(JSON.stringify(request.headers)));
    response.writeHead(502).end();
  });
  server.on("connect", (request, client: Socket, head) => {
    asked.push(`CONNECT ${request.url ?? ""}`);
    credentials.push(request.headers["proxy-authorization"]);
    chunks.push(Buffer.from(JSON.stringify(request.headers)));
    const service = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      service.write(head);
      client.on("data", (chunk: Buffer) => chunks.push(chunk)).pipe(service);
      service.pipe(client);
    });
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${certificate === undefined ? "http" : "https"}://user:proxy-Passw0rd@localhost:${(server.address() as AddressInfo).port}`,
    asked,
    credentials,
    seen: () => Buffer.concat(chunks).toString("latin1"),
    leadTo: (towards) => {
      port = towards;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
    },
  };
}
