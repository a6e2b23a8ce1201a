import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JsonValue } from "../json";
import type { Token } from "../model/access";
import type { Service } from "../model/service";
import { MalformedBody } from "./body";
import { Refusal, refusalAnswer } from "./refusal";
import { visitOf } from "./visit";

/** A request as an endpoint sees it: with a valid token. */
export interface Call {
  /** The `id` of the path; NaN, which finds nothing, where it is not an integer. */
  readonly id: number;
  readonly query: Query;
  /** The parsed body; undefined without one. */
  readonly body: unknown;
  readonly caller: Token;
}

export type Query = Readonly<Record<string, string | string[] | undefined>>;

export interface Answer {
  readonly status: number;
  /** Absent for an empty body. */
  readonly body?: JsonValue | undefined;
}

interface Route {
  Params: { id?: string };
  Querystring: Query;
}

/** Serves one endpoint of the reference; `path` is in the reference's spelling, `{id}` included. */
export function endpoint(
  app: FastifyInstance,
  service: Service,
  method: "GET" | "POST" | "DELETE",
  path: string,
  handle: (call: Call) => Answer,
): void {
  app.route<Route>({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { pattern: path },
    handler: (request, reply) => {
      send(
        reply,
        answering(service, () => handle(callOf(request, service))),
      );
    },
  });
}

/** The outcome of a handler, refusals turned into the answers that the readings give them. */
export function answering(service: Service, handle: () => Answer): Answer {
  try {
    return handle();
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error, service.readings);
    throw error;
  }
}

export function send(reply: FastifyReply, answer: Answer): void {
  void reply.code(answer.status);
  if (answer.body === undefined) void reply.send();
  else void reply.type("application/json; charset=utf-8").send(JSON.stringify(answer.body));
}

function callOf(request: FastifyRequest<Route>, service: Service): Call {
  const { identity } = visitOf(request);
  if (identity.kind === "none" || identity.kind === "invalid" || identity.kind === "expired") {
    // The one endpoint whose status for a bad token is documented.
    const status =
      request.routeOptions.url?.endsWith("/credentials") === true ? 401 : service.readings.badToken;
    throw new Refusal(status, status === 401 ? "Unauthenticated" : "Forbidden", "empty");
  }
  if (request.body instanceof MalformedBody) throw new Refusal(400, "The body is not valid JSON", "error");
  const id = request.params.id ?? "";
  return {
    id: /^\d{1,19}$/.test(id) ? Number(id) : Number.NaN,
    query: request.query,
    body: request.body,
    caller: identity.token,
  };
}
