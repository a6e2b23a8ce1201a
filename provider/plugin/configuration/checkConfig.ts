import { CheckResponse, type CheckRequest } from "@pulumi/pulumi/proto/provider_pb";
import { SettingsError } from "../../api/errors";
import { misspeltSettings } from "../../api/misspeltSettings";
import { readSettings, settingKeys } from "../../api/settings";
import { isUnknown, type Properties } from "../../lifecycle/configuration/unknown";
import { checkFailure } from "../checkFailures";
import { markSecrets } from "../wire/markSecrets";
import { receive } from "../wire/receive";
import { send } from "../wire/send";
import { fromStruct, toStruct } from "../wire/structs";
import { isDefaultProvider } from "./defaultProvider";
import { argumentSource } from "./settingsSource";

/** Validates a provider's configuration, in preview already. What is not known yet is taken to be right. */
export function checkConfig(request: CheckRequest): CheckResponse {
  const { properties, secrets } = receive(fromStruct(request.getNews()));
  const response = new CheckResponse();
  const tokenPaths = Object.hasOwn(properties, "token") ? [["token"]] : [];
  response.setInputs(toStruct(send(markSecrets(properties, { paths: [...secrets, ...tokenPaths] }))));
  const problems = [...misspeltSettings(Object.keys(properties)), ...problemsOf(properties)];
  // Older engines send no name, but the URN, which ends in it.
  const name = request.getName() || (request.getUrn().split("::").at(-1) ?? "");
  const advice = isDefaultProvider(name) ? "" : explicitAdvice(name);
  // Without the property: the CLI would print its value beside it, and the token is one of them.
  response.setFailuresList(problems.map((problem) => checkFailure(`${problem}${advice}`)));
  return response;
}

/** The problems speak of the stack's configuration, which an explicit provider does not read. */
function explicitAdvice(name: string): string {
  return ` The provider "${name}" takes it as an argument, or from the environment: it does not read the stack's configuration.`;
}

function problemsOf(properties: Properties): readonly string[] {
  const given = argumentSource(properties);
  try {
    const settings = readSettings(
      (key) => (isUnknown(properties[key]) ? placeholder(key) : given(key)),
      process.env,
    );
    settings.token();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

/** A value of the right form. */
function placeholder(key: string): string {
  const example = settingKeys.find((entry) => entry.key === key)?.example ?? "";
  return example === "" ? "not-known-yet" : example;
}
