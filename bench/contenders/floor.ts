import { join } from "node:path";
import { deploySeconds, steps, type Contender } from "./contender";
import { openJavaScriptProgram } from "./javaScriptProgram";
import { openYamlProgram } from "./yamlProgram";

const note = "does nothing: what the engine itself costs";

/** A plugin whose resources do nothing. */
export const pluginFloor: Contender = {
  name: "plugin floor",
  steps,
  note,
  open: openFloor({}),
};

/** What no provider can undercut: the engine saves the state before and after every update, one after another. */
export const waitingFloor: Contender = {
  name: "plugin floor that waits",
  steps: ["create", "update"],
  note: `waits ${deploySeconds} s in an update, and does nothing else: the least that one with deployments can take`,
  open: openFloor({ "floor:updateSeconds": String(deploySeconds) }),
};

function openFloor(config: Record<string, string>): Contender["open"] {
  return (arena, prefix, size) =>
    openYamlProgram(arena, prefix, size, {
      plugin: { name: "floor", path: join(__dirname, "..", "floor", "plugin") },
      type: "floor:Nothing",
      inputs: (name, json) => ({ name, clientId: arena.clientId, json }),
      config,
    });
}

/** Without `pulumi.dynamic.Resource`, which would spend more on capturing closures than the engine on the resource. */
const doesNothing = `exports.handler = () => ({
  check: async (olds, inputs) => ({ inputs }),
  diff: async (id, olds, news) => ({ changes: JSON.stringify(olds.json) !== JSON.stringify(news.json) }),
  create: async (outs) => ({ id: outs.name, outs }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, outs) => ({ outs }),
  delete: async () => {},
})`;

/** Dynamic resources that do nothing. */
export const dynamicFloor: Contender = {
  name: "dynamic floor",
  steps,
  note,
  open: (arena, prefix, size) =>
    openJavaScriptProgram(arena, prefix, size, {
      beginning: `const __provider = ${JSON.stringify(doesNothing)};
class Nothing extends pulumi.CustomResource {
  constructor(name, inputs) {
    super("pulumi-nodejs:dynamic/floor:Nothing", name, { ...inputs, __provider });
  }
}`,
      resource: `new Nothing(name, { name, clientId: ${arena.clientId}, json })`,
      config: {},
    }),
};

/** The name of the contender that does nothing by the same way. */
export function floorOf(contender: string): string {
  return contender.startsWith("dynamic") ? dynamicFloor.name : pluginFloor.name;
}
