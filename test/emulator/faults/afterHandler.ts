import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { replaceWithHtml, replaceWithStatus } from "./beforeHandler";
import type { Delays } from "./delays";
import type { Fault } from "./fault";

/** Lets the faults happen to an answer; `proceed` is called with its body unless one of them takes it over. */
export function applyAfter(
  faults: readonly Fault[],
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  delays: Delays,
  proceed: (body: Buffer) => void,
): void {
  const [fault, ...rest] = faults;
  if (fault === undefined) {
    proceed(body);
    return;
  }
  const next = (changed: Buffer) => {
    applyAfter(rest, request, reply, changed, delays, proceed);
  };
  const replace = (text: string) => {
    next(Buffer.from(text));
  };
  switch (fault.kind) {
    case "latency":
      if (fault.after !== true) next(body);
      else {
        delays.after(fault.ms, () => {
          next(body);
        });
      }
      return;
    case "hold":
      if (fault.after !== true) next(body);
      else {
        fault.gate.stop(request.raw.socket, () => {
          next(body);
        });
      }
      return;
    case "resetAfter":
      request.raw.socket.resetAndDestroy();
      return;
    case "silence":
      if (fault.run !== true) next(body);
      return;
    case "truncated":
      takeOver(reply, body.length).write(body.subarray(0, Math.floor(body.length / 2)), () => {
        request.raw.socket.destroySoon();
      });
      return;
    case "brokenJson":
      next(body.subarray(0, Math.floor(body.length / 2)));
      return;
    case "html":
      if (fault.run === true) replaceWithHtml(reply, fault.status, replace);
      else next(body);
      return;
    case "status":
      if (fault.run === true) replaceWithStatus(reply, fault, replace);
      else next(body);
      return;
    case "contentType":
      void reply.header("content-type", fault.value);
      next(body);
      return;
    case "huge":
      sendHuge(reply, fault.bytes ?? 50_000_000);
      return;
    case "trickle":
      trickle(takeOver(reply, body.length), body, fault.bytes ?? 1, fault.ms ?? 10, delays);
      return;
    case "resetBefore":
    case "redirect":
    case "staleStatus":
    case "clockJump":
      next(body);
      return;
  }
}

/** Sends the status and the headers, past the framework; whatever follows is written by hand. */
function takeOver(reply: FastifyReply, length: number): ServerResponse {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => name !== "content-length");
  for (const [name, value] of headers) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.setHeader("content-length", length);
  reply.raw.writeHead(reply.statusCode);
  return reply.raw;
}

function sendHuge(reply: FastifyReply, bytes: number): void {
  const start = Buffer.from('{"data":"');
  const end = Buffer.from('"}');
  const chunk = Buffer.alloc(65_536, "x");
  function* chunks(): Generator<Buffer> {
    yield start;
    for (let left = bytes - start.length - end.length; left > 0; left -= chunk.length) {
      yield left < chunk.length ? chunk.subarray(0, left) : chunk;
    }
    yield end;
  }
  Readable.from(chunks()).pipe(takeOver(reply, bytes));
}

function trickle(raw: ServerResponse, body: Buffer, bytes: number, ms: number, delays: Delays): void {
  if (raw.destroyed) return;
  if (body.length === 0) {
    raw.end();
    return;
  }
  raw.write(body.subarray(0, bytes));
  delays.after(ms, () => {
    trickle(raw, body.subarray(bytes), bytes, ms, delays);
  });
}
