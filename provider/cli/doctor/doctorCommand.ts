import { SettingsError } from "../../api/errors";
import { defineCommand, type Service } from "../command";
import { stepsFor } from "../connection";
import { CommandError, exitStatus } from "../errors";
import { counted } from "../output";
import type { Surroundings } from "../surroundings";
import { ok, problem, showFinding, skipped, warning, type Finding } from "./finding";
import { checkService } from "./service";
import { checkCli, checkNode, checkPlugin, checkSdk } from "./versions";

/** Checks everything that has to be right before the first `pulumi up`. */
export const doctorCommand = defineCommand({
  name: "doctor",
  summary: "Check the set-up: address, token, versions and the service, and say what to do.",
  description: [
    "Checks the versions of Node.js, Pulumi and the plugin, the settings, the address and its certificate, the",
    "token and its kind, the rate limit, and the service's own description against what this version knows.",
    "It only reads. To find the token's kind it asks for the credentials of one host, and does not keep them.",
  ],
  options: {},
  examples: [
    ["doctor", "with the settings of the environment"],
    ["doctor --stack production", "with the settings of a stack"],
  ],
  exits: ["3: at least one problem was found; warnings alone do not count."],
  run: async (invocation) => {
    const { connect, output, surroundings } = invocation;
    const checks: Finding[] = [];
    const add = (...more: readonly Finding[]) => {
      checks.push(...more);
      for (const finding of more) showFinding(output, finding);
    };
    add(
      checkNode(surroundings),
      await checkCli(surroundings),
      checkSdk(surroundings),
      checkPlugin(surroundings),
    );
    const settings = await checkSettings(invocation);
    add(settings, ...checkVariables(surroundings));
    if (settings.result === "ok") add(...(await checkService(await connect(), surroundings.signal)));
    else
      add(...["Address", "Token"].map((check) => skipped(check, "not tried before the settings are right.")));

    const problems = checks.filter(({ result }) => result === "problem").length;
    const warnings = checks.filter(({ result }) => result === "warning").length;
    const counts = [
      ...(problems > 0 ? [counted(problems, "problem")] : []),
      ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ];
    output.line();
    output.line(counts.length === 0 ? "Everything is as it should be." : `${counts.join(", ")}.`);
    output.result({ checks, problems, warnings });
    return problems > 0 ? exitStatus.found : exitStatus.ok;
  },
});

async function checkSettings({ settings, surroundings }: Service): Promise<Finding> {
  try {
    const { baseUrl } = await settings();
    return ok("Settings", `address ${baseUrl}, and a token.`);
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof CommandError)) throw error;
    return problem("Settings", error.message, ...stepsFor(error, surroundings));
  }
}

/** Warns of the variable that turns the verification of certificates off in other programs of Node.js. */
function checkVariables({ env }: Surroundings): Finding[] {
  if (env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return [];
  return [
    warning(
      "Certificates",
      "`NODE_TLS_REJECT_UNAUTHORIZED` is 0. pulumi-hostconfig verifies certificates all the same, but other Node.js programs that run with this variable do not.",
      "Unset it. If a private authority issued a certificate, name its file in `NODE_EXTRA_CA_CERTS`.",
    ),
  ];
}
