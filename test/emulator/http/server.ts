import { performance } from "node:perf_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fastify } from "fastify";
import { describeService } from "../description/document";
import { serveClients } from "../endpoints/clients";
import { serveCredentials } from "../endpoints/credentials";
import { serveDeploy } from "../endpoints/deploy";
import { serveGroups } from "../endpoints/groups";
import { serveHosts } from "../endpoints/hosts";
import { serveExplorer } from "../explorer/explorer";
import { applyAfter } from "../faults/afterHandler";
import { applyBefore } from "../faults/beforeHandler";
import type { Delays } from "../faults/delays";
import type { FaultBook } from "../faults/faultBook";
import type { Service } from "../model/service";
import type { RecordedRequest, RequestLog } from "../requestLog";
import { MalformedBody, readBodies } from "./body";
import type { Query } from "./endpoint";
import { answering, send } from "./endpoint";
import { Refusal } from "./refusal";
import { beginVisit, visitOf } from "./visit";

/** What surrounds the service: the recording of requests, and faults. */
export interface Surroundings {
  readonly log: RequestLog;
  readonly faults: FaultBook;
  readonly delays: Delays;
}

/** The service over HTTP, not listening yet. A request meets rate limit, faults, token, endpoint, in that order. */
export function buildServer(service: Service, around: Surroundings, bodyLimit: number): FastifyInstance {
  const app = fastify({
    bodyLimit,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
  });
  readBodies(app);

  app.addHook("onRequest", (request, reply, done) => {
    const record = arrive(request, reply, service, around);
    const { limiter, clock } = service;
    const allowance = limiter.take(record.authorization.owner ?? request.ip, clock.now());
    reply.raw.setHeader("x-ratelimit-limit", limiter.limit.requests);
    reply.raw.setHeader("x-ratelimit-remaining", allowance.remaining);
    if (allowance.allowed) {
      done();
      return;
    }
    around.log.tell("arrived", record);
    void reply.header("retry-after", String(allowance.retryAfter));
    refuse(reply, service, new Refusal(429, "Too Many Requests", "error"));
  });

  app.addHook("preHandler", (request, reply, done) => {
    const visit = visitOf(request);
    const { record } = visit;
    record.body = request.body instanceof MalformedBody ? request.body.text : request.body;
    around.log.tell("arrived", record);
    const faults = around.faults.take(record);
    if (faults.length === 0) {
      done();
      return;
    }
    visit.afterwards = faults;
    applyBefore(faults, request, reply, service, around.delays, done);
  });

  app.addHook("onSend", (request, reply, payload, done) => {
    const { afterwards } = visitOf(request);
    if (afterwards.length === 0) {
      done(null, payload);
      return;
    }
    applyAfter(afterwards, request, reply, bufferOf(payload), around.delays, (body) => {
      done(null, body);
    });
  });

  app.setNotFoundHandler((_request, reply) => {
    refuse(reply, service, new Refusal(404, "Not Found", "error"));
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    send(reply, { status: error.statusCode ?? 500, body: { error: error.message } });
  });

  serveClients(app, service);
  serveHosts(app, service);
  serveDeploy(app, service);
  serveCredentials(app, service);
  serveGroups(app, service);
  describeService(app);
  serveExplorer(app);
  return app;
}

/** Records a request, and sees to it that its end is recorded too. */
function arrive(
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens, clock }: Service,
  { log }: Surroundings,
): RecordedRequest {
  const identity = tokens.identify(request.headers.authorization, clock);
  const { kind, token } = identity;
  const record: RecordedRequest = {
    number: log.nextNumber(),
    method: request.method,
    path: request.url.split("?", 1)[0] ?? "",
    pattern: patternOf(request),
    query: request.query as Query,
    headers: request.headers,
    authorization: { kind, clientId: token?.clientId ?? null, owner: token?.owner ?? null },
    body: undefined,
    isWrite: request.method !== "GET" && request.method !== "HEAD",
    status: null,
    outcome: "pending",
    startedAt: performance.now(),
    endedAt: null,
    clockAt: clock.now(),
  };
  beginVisit(request, { identity, record, afterwards: [] });
  log.add(record);
  reply.raw.once("close", () => {
    record.status = reply.raw.headersSent ? reply.raw.statusCode : null;
    record.outcome = reply.raw.writableFinished ? "answered" : "broken";
    record.endedAt = performance.now();
    log.tell("ended", record);
  });
  return record;
}

function patternOf(request: FastifyRequest): string | null {
  const { pattern } = request.routeOptions.config as { pattern?: unknown };
  return typeof pattern === "string" ? pattern : null;
}

function refuse(reply: FastifyReply, service: Service, refusal: Refusal): void {
  send(
    reply,
    answering(service, () => {
      throw refusal;
    }),
  );
}

function bufferOf(payload: unknown): Buffer {
  if (Buffer.isBuffer(payload)) return payload;
  return Buffer.from(typeof payload === "string" ? payload : "");
}
