import { openYamlProject } from "../engine/yamlProject";
import { asYaml } from "./declaration";
import type { Door } from "./door";

/** The provider plugin of the packed package, in a YAML program. */
export const pluginDoor: Door = {
  name: "the provider plugin in a YAML program",
  open: async ({ engine, config }) => {
    const project = await openYamlProject({ engine });
    const { baseUrl, token } = config;
    if (baseUrl !== undefined) await project.pulumi("config", "set", "hostconfig:baseUrl", baseUrl);
    if (token !== undefined) await project.pulumi("config", "set", "--secret", "hostconfig:token", token);
    return {
      declare: (declaration) => project.declare(asYaml(declaration)),
      preview: () => project.preview(),
      up: () => project.up(),
      refresh: () => project.refresh(),
      destroy: () => project.destroy(),
      resources: () => project.resources(),
      close: () => project.remove(),
    };
  },
};
