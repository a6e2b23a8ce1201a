import type { EngineEvent, OutputMap } from "@pulumi/pulumi/automation";

/** The project that all stacks of the tests belong to. */
export const projectName = "program";

/** What can be done with a stack. */
export type StackAction = "preview" | "up" | "refresh" | "destroy" | "export";

/** A value of the stack's configuration; the key is `hostconfig:token` or, for the program's own, `name`. */
export interface ConfigEntry {
  readonly value: string;
  readonly secret?: boolean;
}

/** What `driver/drive.cjs` is asked to do. */
export interface StackRequest {
  readonly action: StackAction;
  readonly stack: string;
  readonly project: string;
  readonly config: Readonly<Record<string, ConfigEntry>>;
  /** The folder of the program, where its packages are found. */
  readonly folder: string;
  /** The program's file. */
  readonly program: string;
  /** Holds `Pulumi.yaml` and the stack's configuration. */
  readonly workDir: string;
  /** Of the CLI, see `Engine.root`. */
  readonly root: string;
  readonly envVars: Readonly<Record<string, string>>;
  /** Options of the Automation API's call, for instance `{ diff: true, refresh: true, target: [urn] }`. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly resultFile: string;
}

/** A resource as the state file holds it, as far as tests look at it. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** The reasons of a partial failure. */
  readonly initErrors?: readonly string[];
  readonly additionalSecretOutputs?: readonly string[];
  /** Where the program made it. */
  readonly sourcePosition?: string;
}

/** What a driver wrote at its end. */
export interface DriverResult {
  readonly ok: boolean;
  readonly events: readonly EngineEvent[];
  readonly error?: string;
  /** How many resources each operation (`create`, `update`, `same` …) concerned. */
  readonly changes?: Readonly<Record<string, number>>;
  readonly outputs?: OutputMap;
  readonly deployment?: { readonly resources?: readonly StateResource[] };
}

/** How an action ended. */
export interface StackResult extends DriverResult {
  /** Everything that was on the screen: the engine's output and its errors. */
  readonly output: string;
}
