import type { Emulator, EmulatorOptions, JsonValue } from "./index";
import { ManualClock, startEmulator } from "./index";

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is not JSON. */
  readonly json: unknown;
}

export interface Asking {
  /** Default: the admin-access token; null for none. */
  token?: string | null;
  body?: JsonValue;
  headers?: Record<string, string>;
}

/** Sends `"METHOD /path"` over a real socket. */
export async function ask(emulator: Emulator, what: string, asking: Asking = {}): Promise<Reply> {
  const [method = "", path = ""] = what.split(" ");
  const { token = emulator.tokens.admin, body } = asking;
  const headers = new Headers({ Accept: "application/json", ...asking.headers });
  if (token !== null) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

/** Runs a test against an emulator of its own, with a clock that the test moves. */
export async function withEmulator(
  options: EmulatorOptions,
  test: (emulator: Emulator, clock: ManualClock) => Promise<void>,
): Promise<void> {
  const clock = new ManualClock();
  const emulator = await startEmulator({ clock, ...options });
  try {
    await test(emulator, clock);
  } finally {
    await emulator.close();
  }
}

/** A client and a host of it, whose id is returned. */
export function addOneHost(emulator: Emulator): number {
  return emulator.addHost({
    clientId: emulator.addClient(),
    name: "web1",
    json: { php: { version: "8.3" } },
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
