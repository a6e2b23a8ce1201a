import { STATUS_CODES } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../model/service";
import { visitOf } from "../http/visit";
import type { Delays } from "./delays";
import type { Fault, StatusFault } from "./fault";

/** Lets the faults happen that come before the handler; `proceed` is called unless one of them replaces it. */
export function applyBefore(
  faults: readonly Fault[],
  request: FastifyRequest,
  reply: FastifyReply,
  service: Service,
  delays: Delays,
  proceed: () => void,
): void {
  const [fault, ...rest] = faults;
  if (fault === undefined) {
    proceed();
    return;
  }
  const next = () => {
    applyBefore(rest, request, reply, service, delays, proceed);
  };
  switch (fault.kind) {
    case "latency":
      if (fault.after === true) next();
      else delays.after(fault.ms, next);
      return;
    case "hold":
      if (fault.after === true) next();
      else fault.gate.stop(request.raw.socket, next);
      return;
    case "resetBefore":
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return;
    case "silence":
      if (fault.run === true) next();
      else reply.hijack();
      return;
    case "html":
      if (fault.run === true) next();
      else replaceWithHtml(reply, fault.status, (page) => reply.send(page));
      return;
    case "status":
      if (fault.run === true) next();
      else replaceWithStatus(reply, fault, (body) => reply.send(body));
      return;
    case "redirect":
      visitOf(request).afterwards = [];
      void reply.redirect(fault.location, fault.status ?? 307);
      return;
    case "staleStatus": {
      const id = /^\/api\/v1\/hosts\/(\d+)\/deploy$/.exec(request.url)?.[1];
      const host = service.store.hosts.get(Number(id));
      if (host !== undefined) host.staleAtNextStart = fault.ms;
      next();
      return;
    }
    case "clockJump":
      service.clock.jump(fault.ms);
      next();
      return;
    case "resetAfter":
    case "truncated":
    case "brokenJson":
    case "contentType":
    case "huge":
    case "trickle":
      next();
      return;
  }
}

/** Sets status and headers, and hands on the body. */
export function replaceWithStatus(
  reply: FastifyReply,
  fault: StatusFault,
  write: (body: string) => unknown,
): void {
  const { status, retryAfter } = fault;
  const words = STATUS_CODES[status] ?? "Unknown";
  const body = fault.body === undefined ? { error: words } : fault.body;
  void reply.code(status);
  if (retryAfter !== undefined) {
    void reply.header(
      "retry-after",
      retryAfter instanceof Date ? retryAfter.toUTCString() : String(retryAfter),
    );
  }
  if (body !== null) void reply.type("application/json; charset=utf-8");
  write(body === null ? "" : typeof body === "string" ? body : JSON.stringify(body));
}

export function replaceWithHtml(reply: FastifyReply, status: number, write: (page: string) => unknown): void {
  const title = `${status} ${STATUS_CODES[status] ?? "Unknown"}`;
  void reply.code(status).type("text/html; charset=utf-8");
  write(`<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`);
}
