import { SettingsError } from "../../api/errors";
import { defineCommand, type Invocation } from "../command";
import { CommandError, exitStatus, type ExitStatus } from "../errors";
import { stepsFor } from "../connection";
import { counted, type Output } from "../output";
import type { Surroundings } from "../surroundings";
import { ok, problem, skipped, warning, type Finding } from "./finding";
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
  run: async (invocation): Promise<ExitStatus> => {
    const { output, surroundings } = invocation;
    const findings: Finding[] = [];
    const found = (more: readonly Finding[]) => {
      findings.push(...more);
      for (const finding of more) show(output, finding);
    };
    found([
      checkNode(surroundings),
      await checkCli(surroundings),
      checkSdk(surroundings),
      checkPlugin(surroundings),
    ]);
    const settings = await checkSettings(invocation);
    found([settings, ...checkVariables(surroundings)]);
    if (settings.result === "problem")
      found(["Address", "Token"].map((check) => skipped(check, "not tried before the settings are right.")));
    else found(await checkService(await invocation.connect(), surroundings.signal));

    const problems = findings.filter(({ result }) => result === "problem").length;
    const warnings = findings.filter(({ result }) => result === "warning").length;
    output.line();
    output.line(verdict(problems, warnings));
    output.result({ checks: findings, problems, warnings });
    return problems > 0 ? exitStatus.found : exitStatus.ok;
  },
});

async function checkSettings({
  settings,
  surroundings,
}: Invocation<Record<string, never>>): Promise<Finding> {
  const check = "Settings";
  try {
    const { baseUrl, token } = await settings();
    token();
    return ok(check, `address ${baseUrl}, and a token.`);
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof CommandError)) throw error;
    return problem(check, error.message, ...stepsFor(error, surroundings));
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

function show(output: Output, { check, result, message, steps }: Finding): void {
  const { good, bad, warning, faint } = output.style;
  const mark = {
    ok: good("ok     "),
    warning: warning("warning"),
    problem: bad("problem"),
    skipped: faint("skipped"),
  };
  output.line(`${mark[result]}  ${check}: ${message}`);
  for (const step of steps) output.line(`         → ${step}`);
}

function verdict(problems: number, warnings: number): string {
  if (problems === 0 && warnings === 0) return "Everything is as it should be.";
  const parts = [
    ...(problems > 0 ? [counted(problems, "problem")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return `${parts.join(", ")}.`;
}
