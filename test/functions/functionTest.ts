import { createHostConfigApi, type OpenHostConfigApi } from "../../provider/api/createHostConfigApi";
import type { JsonObject } from "../../provider/api/json";
import type { Properties } from "../../provider/config/values";
import { functions, type FunctionName } from "../../provider/functions/functions";
import { startEmulator, type Emulator, type EmulatorOptions } from "../emulator";

/** An emulated service, and functions that ask it. */
export interface FunctionTest {
  emulator: Emulator;
  call(name: FunctionName, args: Properties, token?: string): Promise<JsonObject>;
  close(): Promise<void>;
}

export async function startFunctionTest(options: EmulatorOptions = {}): Promise<FunctionTest> {
  const emulator = await startEmulator(options);
  const open: OpenHostConfigApi[] = [];
  return {
    emulator,
    call: (name, args, token = emulator.tokens.admin) => {
      const api = createHostConfigApi({
        baseUrl: emulator.url,
        token: () => token,
        maxConcurrentRequests: 16,
        requestTimeout: 30,
        maxRetries: 0,
        allowInsecureHttp: false,
      });
      open.push(api);
      return functions[name].invoke({ api }, args);
    },
    close: async () => {
      await Promise.all(open.map((api) => api.close()));
      await emulator.close();
    },
  };
}
