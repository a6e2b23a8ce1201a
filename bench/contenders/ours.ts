import { packedPlugin } from "../../test/engine/yamlProject";
import { steps, type Contender } from "./contender";
import { openJavaScriptProgram } from "./javaScriptProgram";
import { openYamlProgram } from "./yamlProgram";

/** The client that every contender makes its hosts for. */
export const clientId = 2;

export const plugin: Contender = {
  name: "plugin",
  steps,
  open: async (arena, prefix, size) => {
    const path = await packedPlugin();
    const { url, token } = arena.service;
    return openYamlProgram(arena, prefix, size, {
      plugin: { name: "hostconfig", path },
      type: "hostconfig:Host",
      inputs: (name, json) => ({ name, clientId, json }),
      config: { "hostconfig:baseUrl": url, "hostconfig:token": token },
    });
  },
};

export const dynamic: Contender = {
  name: "dynamic",
  steps,
  open: (arena, prefix, size) => {
    const { url, token } = arena.service;
    return openJavaScriptProgram(arena, prefix, size, {
      beginning: `const { Host } = require("pulumi-hostconfig");`,
      resource: `new Host(name, { name, clientId: ${clientId}, json })`,
      config: {
        "hostconfig:baseUrl": { value: url },
        "hostconfig:token": { value: token, secret: true },
      },
    });
  },
};
