import {
  createHostConfigApi,
  type HostConfigApiDependencies,
  type OpenHostConfigApi,
} from "../../provider/api/createHostConfigApi";
import type { ConnectionSettings } from "../../provider/api/settings";
import { JumpingClock } from "./jumpingClock";
import { startScriptedServer, type ScriptedServer } from "./scriptedServer";

export const testToken = "tok-3f9c1a7e-secret";

/** A client and the server that it talks to. */
export interface TestApi {
  server: ScriptedServer;
  clock: JumpingClock;
  /** A client; all are closed with the rest. */
  connect(
    settings?: Partial<ConnectionSettings>,
    dependencies?: Partial<HostConfigApiDependencies>,
  ): OpenHostConfigApi;
  close(): Promise<void>;
}

export async function startTestApi(): Promise<TestApi> {
  const server = await startScriptedServer();
  const clock = new JumpingClock();
  const open: OpenHostConfigApi[] = [];
  return {
    server,
    clock,
    connect: (settings = {}, dependencies = {}) => {
      const api = createHostConfigApi(
        {
          baseUrl: server.url,
          token: () => testToken,
          maxConcurrentRequests: 16,
          requestTimeout: 30,
          maxRetries: 5,
          allowInsecureHttp: false,
          ...settings,
        },
        { clock, random: () => 0.5, ...dependencies },
      );
      open.push(api);
      return api;
    },
    close: async () => {
      await Promise.all(open.map((api) => api.close()));
      await server.close();
    },
  };
}

/** The error that a promise rejects with. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
