import type { Properties } from "../../provider/config/values";
import type { ManagedResource } from "../lifecycle/managedResource";
import type { Scene } from "./operation";

/** What the engine does with a resource. */
export type Step = "up" | "refresh" | "destroy" | "import";

/** A step, and what a user does after it failed. */
export function resourceScene(resource: ManagedResource, program: Properties, step: Step, id: string): Scene {
  const resources = [{ resource, program }];
  const up = () => resource.up(program);
  switch (step) {
    case "up":
      return { run: up, goOn: up, resources };
    case "refresh":
      return {
        run: () => resource.refresh(),
        goOn: async () => {
          await resource.refresh();
          await up();
        },
        resources,
      };
    case "destroy":
      return {
        run: () => resource.destroy(),
        goOn: async () => {
          if (resource.state !== undefined) await resource.destroy();
        },
        resources,
      };
    case "import": {
      const run = async () => {
        await resource.import(id);
      };
      return { run, goOn: run, resources };
    }
  }
}
