import {
  CheckResponse,
  type CheckRequest,
  DiffResponse,
  PropertyDiff,
  type DiffRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { SettingsError } from "../../api/errors";
import { misspeltSettings } from "../../api/suggestions";
import { readSettings, settingKeys } from "../../api/settings";
import { sameMeaning } from "../../config/compare";
import { isUnknown, type Properties, unionOfKeys, valueAt } from "../../config/values";
import { isDefaultProvider, argumentSource } from "../configuration";
import { checkFailure } from "../errors";
import { fromStruct, toStruct } from "../structs";
import { markSecrets, receive, send } from "../values";

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

/** What changes in a provider's configuration. No change ever replaces anything: an id stays an id. */
export function diffConfig(request: DiffRequest): DiffResponse {
  const olds = receive(fromStruct(request.getOldInputs() ?? request.getOlds())).properties;
  const news = receive(fromStruct(request.getNews())).properties;
  const changed = unionOfKeys(olds, news).filter(
    (key) => !sameMeaning(valueAt(olds, key), valueAt(news, key)),
  );
  const response = new DiffResponse();
  response.setChanges(
    changed.length > 0 ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE,
  );
  response.setDiffsList(changed);
  response.setHasdetaileddiff(true);
  for (const key of changed) {
    const difference = new PropertyDiff();
    difference.setKind(kindOf(olds, news, key));
    difference.setInputdiff(true);
    response.getDetaileddiffMap().set(key, difference);
  }
  return response;
}

function kindOf(olds: Properties, news: Properties, key: string): PropertyDiff.Kind {
  if (valueAt(olds, key) === undefined) return PropertyDiff.Kind.ADD;
  return valueAt(news, key) === undefined ? PropertyDiff.Kind.DELETE : PropertyDiff.Kind.UPDATE;
}
