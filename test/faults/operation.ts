import type { Properties } from "../../provider/config/values";
import type { ManagedResource } from "../lifecycle/managedResource";
import type { Platform } from "../lifecycle/platform";

/** An operation whose calls fail, one after the other. */
export interface Operation {
  name: string;
  /** Whether it is a destroy: the state takes nothing of one that fails. */
  destroys?: boolean;
  /** Brings about what is there before. */
  prepare(platform: Platform): Promise<Scene>;
  /** Checks the operation without a fault: with one, the same has to be reached in the end. */
  expect(platform: Platform, scene: Scene, deployments: number): void;
}

/** What an operation works on. */
export interface Scene {
  /** The operation. */
  run(): Promise<void>;
  /** What a user does next. Has to work at the first try once the fault is over. */
  goOn(): Promise<void>;
  /** The resources that are managed, with their programs. */
  resources: { resource: ManagedResource; program: Properties }[];
  /** What a function returned. */
  result?: unknown;
}
