import type { FastifyRequest } from "fastify";
import type { Fault } from "../faults/fault";
import type { Identity } from "../model/access";
import type { RecordedRequest } from "../requestLog";

/** What the hooks know of a request on its way through the server. */
export interface Visit {
  readonly identity: Identity;
  readonly record: RecordedRequest;
  /** Faults to apply to the answer. */
  afterwards: readonly Fault[];
}

const visits = new WeakMap<FastifyRequest, Visit>();

export function beginVisit(request: FastifyRequest, visit: Visit): void {
  visits.set(request, visit);
}

export function visitOf(request: FastifyRequest): Visit {
  const visit = visits.get(request);
  if (visit === undefined) throw new Error(`No visit was begun for ${request.method} ${request.url}.`);
  return visit;
}
