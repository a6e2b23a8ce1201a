import type { Figure } from "./measure/statistics";
import type { Step } from "./contenders/contender";

/** What one way took for one step with so many hosts. */
export interface StepResult {
  size: number;
  contender: string;
  step: Step;
  seconds: Figure;
  /** Of the last run, by kind. */
  requests: Record<string, number>;
  /** By role: engine, provider, program. */
  cpuSeconds: Record<string, Figure>;
  peakMegabytes: Record<string, Figure>;
  /** Mean seconds from the end of a deployment until the first status read after it. */
  noticed?: number | undefined;
}

/** What a configuration of so many kilobytes costs the provider. */
export interface GrowthResult {
  kilobytes: number;
  contender: string;
  step: Step;
  seconds: number;
  providerCpuSeconds: number;
  providerMegabytes: number;
}

/** Everything that a run found out. */
export interface Results {
  settings: { parallel: number; rounds: number; node: string; engine: string; cores: number };
  steps: StepResult[];
  /** Bytes of a host in the state beyond its configuration, by contender. */
  stateBytes: Record<string, number>;
  /** Milliseconds until the plugin, and a gRPC server that serves nothing, tell their port. */
  ready: { plugin: Figure; bare: Figure } | undefined;
  /** Mean seconds until the end of deployments of one to ten seconds was known, by contender. */
  noticedOfMany: Record<string, number>;
  growth: GrowthResult[];
  /** Ways that could not be measured, and why. */
  missing: Record<string, string>;
}
