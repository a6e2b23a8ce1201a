import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A service that keeps the configuration of its host 12 (web1) and of its group 3 as the text that was saved: the emulator's
 * numbers are JavaScript's.
 */
export interface ExactService {
  readonly url: string;
  /** The configuration of the host, then of the group. */
  readonly held: { host: string; group: string };
  /** The bodies of all saves. */
  readonly saves: string[];
  close(): Promise<void>;
}

export async function startExactService(configuration: string): Promise<ExactService> {
  const held = { host: configuration, group: configuration };
  const saves: string[] = [];
  let deployments = 0;

  const host = () => `{"id":12,"client_id":1,"active":1,"name":"web1","json":${held.host}}`;
  const group = () => `{"id":3,"client_id":1,"name":"shared","json":${held.group}}`;
  const listOf = (item: string) =>
    `{"data":[${item}],"current_page":1,"per_page":100,"total":1,"last_page":1}`;
  const status = () =>
    `{"publishing":false,"publishing_status":"published","is_deploying":false,"deploy_at":"2030-01-01T00:00:${String(deployments).padStart(2, "0")}Z","deploy_type":"deploy"}`;
  const save = (kind: keyof typeof held, body: string): string => {
    saves.push(body);
    const [, json = ""] = /^\{"json":(.*)\}$/s.exec(body) ?? [];
    held[kind] = json;
    return '{"message":"saved"}';
  };
  const answer = (request: string, body: string): string | undefined => {
    switch (request) {
      case "GET /api/v1/hosts/12":
        return host();
      case "GET /api/v1/groups/3":
        return group();
      case "GET /api/v1/hosts":
      case "GET /api/v1/clients/1/hosts":
        return listOf(host());
      case "GET /api/v1/groups":
      case "GET /api/v1/clients/1/groups":
        return listOf(group());
      case "POST /api/v1/hosts/12":
        return save("host", body);
      case "POST /api/v1/groups/3":
        return save("group", body);
      case "GET /api/v1/hosts/12/deploy":
        return deployments === 0 ? undefined : status();
      case "POST /api/v1/hosts/12/deploy":
        deployments += 1;
        return '{"message":"started"}';
      default:
        return undefined;
    }
  };

  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      const [path = ""] = (incoming.url ?? "").split("?");
      const text = answer(`${incoming.method ?? ""} ${path}`, body);
      response.writeHead(text === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(text ?? '{"error":"No deploy history found"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held,
    saves,
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

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
