import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runWatched } from "../measure/runWatched";
import type { OpenTofu } from "../opentofu/buildOpenTofu";
import { configurationOf, steps, type Arena, type Contender, type Step } from "./contender";
import { projectFolder } from "./projectFolder";

/** One object for the host, and one for its deployment, which is started when it is created and never again. */
const program = (
  { service: { url, token }, clientId, bulk }: Arena,
  prefix: string,
  size: number,
  version: number,
) => `
terraform {
  required_providers {
    restapi = { source = "mastercard/restapi" }
  }
}
provider "restapi" {
  uri                   = "${url}"
  create_returns_object = true
  headers               = { Authorization = "Bearer ${token}", Accept = "application/json", Content-Type = "application/json" }
}
resource "restapi_object" "host" {
  count          = ${size}
  path           = "/api/v1/hosts"
  id_attribute   = "id"
  update_method  = "POST"
  update_data    = jsonencode({ json = local.json })
  destroy_method = "GET"
  data           = jsonencode({ name = "${prefix}-\${count.index + 1}", client_id = ${clientId}, json = local.json })
}
resource "restapi_object" "deployment" {
  count          = ${size}
  path           = "/api/v1/hosts"
  object_id      = "\${restapi_object.host[count.index].id}-deployment"
  create_path    = "/api/v1/hosts/\${restapi_object.host[count.index].id}/deploy"
  read_path      = "/api/v1/hosts/\${restapi_object.host[count.index].id}/deploy"
  destroy_path   = "/api/v1/hosts/\${restapi_object.host[count.index].id}/deploy"
  destroy_method = "GET"
  data           = jsonencode({ type = "deploy" })
}
locals {
  json = ${JSON.stringify(configurationOf(version, bulk))}
}
`;

/** OpenTofu with the provider `restapi`. */
export function openTofu({ tofu, providerFolder }: OpenTofu): Contender {
  return {
    name: "OpenTofu + restapi",
    steps,
    note: "starts a deployment when a host is created, waits for none, and deploys no change",
    open: async (arena, prefix, size) => {
      const { folder, remove } = await projectFolder();
      const rc = join(folder, "tofu.rc");
      await writeFile(
        rc,
        `provider_installation {\n  dev_overrides { "mastercard/restapi" = "${providerFolder}" }\n  direct {}\n}\n`,
      );
      let version = 1;
      const write = () => writeFile(join(folder, "main.tf"), program(arena, prefix, size, version));
      await write();
      const apply = ["apply", "-auto-approve"];
      const commands: Record<Step, readonly string[]> = {
        create: apply,
        preview: ["plan"],
        update: apply,
        refresh: ["apply", "-refresh-only", "-auto-approve"],
        destroy: ["destroy", "-auto-approve"],
      };
      return {
        run: async (step) => {
          if (step === "update") {
            version += 1;
            await write();
          }
          return runWatched({
            command: tofu,
            args: [...commands[step], `-parallelism=${arena.parallel}`, "-input=false", "-no-color"],
            cwd: folder,
            env: { ...process.env, TF_CLI_CONFIG_FILE: rc, CHECKPOINT_DISABLE: "1" },
            roleOf: (commandLine) => (commandLine.includes("provider-restapi") ? "provider" : "engine"),
          });
        },
        close: remove,
      };
    },
  };
}
