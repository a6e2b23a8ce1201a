import { packedPlugin } from "../../test/engine/yamlProject";
import { steps, type Contender } from "./contender";
import { openJavaScriptProgram } from "./javaScriptProgram";
import { openYamlProgram } from "./yamlProgram";

export const plugin: Contender = {
  name: "plugin",
  steps,
  open: async (arena, prefix, size) => {
    const path = await packedPlugin();
    const { service, clientId } = arena;
    return openYamlProgram(arena, prefix, size, {
      plugin: { name: "hostconfig", path },
      type: "hostconfig:Host",
      inputs: (name, json) => ({ name, clientId, json }),
      config: { "hostconfig:baseUrl": service.url, "hostconfig:token": service.token },
    });
  },
};

export const dynamic: Contender = {
  name: "dynamic",
  steps,
  open: (arena, prefix, size) => {
    const { service, clientId } = arena;
    return openJavaScriptProgram(arena, prefix, size, {
      beginning: `const { Host } = require("pulumi-hostconfig");`,
      resource: `new Host(name, { name, clientId: ${clientId}, json })`,
      config: {
        "hostconfig:baseUrl": { value: service.url },
        "hostconfig:token": { value: service.token, secret: true },
      },
    });
  },
};
