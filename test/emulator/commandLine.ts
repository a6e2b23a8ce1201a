import { parseArgs } from "node:util";
import type { PresetName } from "./index";
import { presets } from "./index";

export const usage = `Usage: tsx test/emulator/main.ts [options]

  --port N            port on 127.0.0.1 (default 4010; 0 for a free one)
  --host-count N      how many sample hosts there are (default 12)
  --deploy-seconds N  how long a deployment takes (default 20)
  --readings NAME     how to read the reference where it is open: ${Object.keys(presets).join(", ")}
                      (default asShown)
  --help              this text
`;

/** What the command line asks for. */
export interface Settings {
  port: number;
  hostCount: number;
  deploySeconds: number;
  readings: PresetName;
}

/** The settings of the command line; null where help is asked for. Throws what to tell the user. */
export function settingsOf(argv: string[]): Settings | null {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: "string", default: "4010" },
      "host-count": { type: "string", default: "12" },
      "deploy-seconds": { type: "string", default: "20" },
      readings: { type: "string", default: "asShown" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const { readings } = values;
  if (!isPreset(readings)) throw new Error(`--readings must be one of ${Object.keys(presets).join(", ")}.`);
  return {
    port: integer("--port", values.port, 65_535),
    hostCount: integer("--host-count", values["host-count"], 100_000),
    deploySeconds: integer("--deploy-seconds", values["deploy-seconds"], 86_400),
    readings,
  };
}

function isPreset(name: string): name is PresetName {
  return Object.hasOwn(presets, name);
}

function integer(option: string, value: string, max: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= max) return number;
  throw new Error(`${option} must be an integer from 0 to ${max}, not "${value}".`);
}

/** What to tell the user, and the exit code. */
export function explain(error: unknown): { message: string; code: number } {
  if (!(error instanceof Error)) return { message: String(error), code: 1 };
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return { message: "The port is taken. Choose another one with --port N, or 0 for a free one.", code: 1 };
  }
  if (code === "EACCES") {
    return {
      message: "The port may not be used by this user. Choose one above 1023 with --port N.",
      code: 1,
    };
  }
  return { message: `${error.message}\n\n${usage}`, code: 2 };
}
