import { z } from "zod";
import { configurationObject, idInput, onConflictInput, ownershipInput } from "../configuration/jsonInputs";
import { deployInputs } from "../deployment/deployOptions";

/** The inputs of `Host`: validation, types, schema and reference documentation all come from here. */
export const hostInputs = z.strictObject({
  hostId: idInput
    .optional()
    .describe(
      "Adopt this existing host. Excludes `name`, `clientId` and the inputs that count only when a host is created. Changing it replaces.",
    )
    .meta({ replaces: true, shown: true }),
  name: z
    .string()
    .min(1, "a host needs a name")
    .optional()
    .describe("Name of the host to create; needs an admin-access token. Changing it replaces.")
    .meta({ replaces: true, shown: true }),
  clientId: idInput
    .optional()
    .describe("Client that owns the host to create. Changing it replaces.")
    .meta({ replaces: true, shown: true }),
  ifExists: z
    .enum(["fail", "adopt"])
    .optional()
    .describe(
      "What to do when a host of exactly this name and client is already there: `fail` (default) and say how to adopt it, or `adopt` it as `hostId` would; `active`, `yaml` and `yamlAdmin` are then not applied, and a warning says so.",
    )
    .meta({ typeName: "IfExists", shown: true }),
  active: z
    .boolean()
    .optional()
    .describe(
      "Whether the new host is active. Counts only when the host is created; a later change is refused, unless it writes down what the host is.",
    )
    .meta({ shown: true }),
  yaml: z
    .string()
    .optional()
    .describe(
      "YAML configuration of the new host. Counts only when the host is created; a later change is refused.",
    ),
  yamlAdmin: z
    .string()
    .optional()
    .describe(
      "Admin-level YAML configuration of the new host, a secret. Counts only when the host is created; a later change is refused.",
    ),
  json: configurationObject
    .optional()
    .describe("The desired configuration (client level). Left out, the configuration is not managed."),
  jsonAdmin: configurationObject
    .optional()
    .describe(
      "Admin-level configuration, a secret; needs an admin-access token. The service never returns it: it is compared with what was last written, and drift in it cannot be seen.",
    ),
  ownership: ownershipInput,
  onConflict: onConflictInput,
  deploy: deployInputs.optional().describe("When and how to deploy what was saved."),
  onDestroy: z
    .enum(["keep", "restore"])
    .optional()
    .describe(
      "No endpoint deletes a host. `keep` (default): destroy removes it from the state only. `restore`: first saves the configuration that was there before this resource took over, and deploys it.",
    )
    .meta({ typeName: "OnDestroy", default: "keep", shown: true }),
});

/** The inputs of `Host`, all values known. */
export type HostInputs = z.infer<typeof hostInputs>;

/** Inputs that count only when a host is created. */
export const createOnlyInputs = ["active", "yaml", "yamlAdmin"] as const;

/** What can be done where one of them is changed later. */
export function createOnlyAdvice(it: string): string {
  return `counts only when a host is created, and no endpoint changes it afterwards. Put the old value back or remove ${it} from the program; to create another host, change its name`;
}
