/** What is interrupted. */
export type Operation = "update" | "create" | "adopt";

/** A process, and what ends it; `SIGINT twice` is Ctrl-C for the impatient. */
export interface Blow {
  readonly target: "cli" | "provider";
  readonly signal: "SIGINT" | "SIGINT twice" | "SIGTERM" | "SIGKILL";
}

/** One interruption. */
export interface Cell extends Blow {
  readonly operation: Operation;
  /** Which request of the operation, counted from 1. */
  readonly request: number;
  readonly moment: "before" | "after";
}

/** Every request of the operations, in order. A deployment is seen running once, and then ended. */
export const requestsOf: Readonly<Record<Operation, readonly string[]>> = {
  update: [
    "GET /api/v1/hosts/{id}/deploy",
    "GET /api/v1/hosts/{id}",
    "POST /api/v1/hosts/{id}",
    "POST /api/v1/hosts/{id}/deploy",
    "GET /api/v1/hosts/{id}/deploy",
    "GET /api/v1/hosts/{id}/deploy",
  ],
  create: [
    "GET /api/v1/hosts",
    "POST /api/v1/hosts",
    "GET /api/v1/hosts/{id}",
    "GET /api/v1/hosts/{id}/deploy",
    "POST /api/v1/hosts/{id}/deploy",
    "GET /api/v1/hosts/{id}/deploy",
    "GET /api/v1/hosts/{id}/deploy",
  ],
  adopt: [
    "GET /api/v1/hosts/{id}",
    "GET /api/v1/hosts/{id}/deploy",
    "POST /api/v1/hosts/{id}",
    "GET /api/v1/hosts/{id}",
    "POST /api/v1/hosts/{id}/deploy",
    "GET /api/v1/hosts/{id}/deploy",
    "GET /api/v1/hosts/{id}/deploy",
  ],
};

export const blows: readonly Blow[] = [
  { target: "cli", signal: "SIGINT" },
  { target: "cli", signal: "SIGINT twice" },
  { target: "cli", signal: "SIGTERM" },
  { target: "cli", signal: "SIGKILL" },
  { target: "provider", signal: "SIGINT" },
  { target: "provider", signal: "SIGTERM" },
  { target: "provider", signal: "SIGKILL" },
];

/** Every blow before and after every request of every operation. */
export const allCells: readonly Cell[] = Object.entries(requestsOf).flatMap(([operation, requests]) =>
  requests.flatMap((_, index) =>
    (["before", "after"] as const).flatMap((moment) =>
      blows.map((blow) => ({ operation: operation as Operation, request: index + 1, moment, ...blow })),
    ),
  ),
);

/** For instance `update: SIGKILL to the cli before 3. POST /api/v1/hosts/{id}`. */
export function nameOf({ operation, request, moment, target, signal }: Cell): string {
  const endpoint = requestsOf[operation][request - 1] ?? "";
  return `${operation}: ${signal} to the ${target} ${moment} ${request}. ${endpoint}`;
}
