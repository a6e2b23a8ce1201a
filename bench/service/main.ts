import { startEmulator, type Emulator, type RecordedRequest } from "../../test/emulator";
import { deploySeconds } from "../contenders/contender";
import type { Answer, Call, ServiceCalls } from "./calls";

/** The emulator as a process of its own, so that its work is nobody else's. The parent asks for what it has seen. */
async function main(): Promise<void> {
  const emulator = await startEmulator({
    deploySeconds,
    // Nobody is to wait for the limit: what a contender asks is counted, and its pace compared.
    rateLimit: { requests: 1_000_000 },
    keepRequests: 1_000_000,
    bodyLimit: 64 * 1024 * 1024,
  });
  const calls = callsOf(emulator);
  process.on("message", (call: Call) => {
    try {
      const operate = calls[call.name] as (argument: unknown) => unknown;
      say({ number: call.number, value: operate(call.argument) });
    } catch (error) {
      say({ number: call.number, value: undefined, error: String(error) });
    }
  });
  process.on("disconnect", () => void emulator.close());
  say({ url: emulator.url, token: emulator.tokens.admin });
}

function say(answer: Answer): void {
  process.send?.(answer);
}

function callsOf(emulator: Emulator): ServiceCalls {
  let clearedAt = 0;
  emulator.addClient();
  const clientId = emulator.addClient();
  return {
    reset: () => {
      for (const id of emulator.hostIds()) emulator.removeHost(id);
    },
    addClient: () => emulator.addClient(),
    addHosts: (hosts) => hosts.map((host) => emulator.addHost({ clientId, ...host })),
    nextDeployments: (durations) => {
      for (const [index, id] of emulator.hostIds().entries()) {
        const duration = durations[index];
        if (duration !== undefined) emulator.scriptDeployment(id, { seconds: duration });
      }
    },
    clear: () => {
      emulator.clearRequests();
      clearedAt = emulator.clock.now();
    },
    requests: () => {
      const counts: Record<string, number> = {};
      for (const request of emulator.requests) {
        const kind = kindOf(request);
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
      return counts;
    },
    noticed: () => {
      const looks = new Map<string, RecordedRequest[]>();
      for (const request of emulator.requestsTo({ method: "GET", path: /\/deploy$/ })) {
        looks.set(request.path, [...(looks.get(request.path) ?? []), request]);
      }
      return emulator.hostIds().flatMap((id) =>
        emulator.host(id).deployments.flatMap(({ endedAt }) => {
          if (endedAt === null || endedAt < clearedAt) return [];
          const first = looks.get(`/api/v1/hosts/${id}/deploy`)?.find(({ clockAt }) => clockAt >= endedAt);
          return first === undefined ? [] : [(first.clockAt - endedAt) / 1000];
        }),
      );
    },
  };
}

const kinds: Readonly<Record<string, string>> = {
  "GET /api/v1/hosts": "list",
  "GET /api/v1/clients/{id}/hosts": "list",
  "POST /api/v1/hosts": "create",
  "GET /api/v1/hosts/{id}": "read",
  "POST /api/v1/hosts/{id}": "save",
  "GET /api/v1/hosts/{id}/deploy": "status",
  "POST /api/v1/hosts/{id}/deploy": "start",
};

function kindOf({ method, pattern, path }: RecordedRequest): string {
  const endpoint = `${method} ${pattern ?? path}`;
  return kinds[endpoint] ?? endpoint;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
