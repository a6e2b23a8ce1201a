import { CheckResponse, type CheckRequest, type CheckFailure } from "@pulumi/pulumi/proto/provider_pb";
import type { CheckFailure as Failure } from "../../config/configSchema";
import { shownInputs } from "../../resource/inputs";
import { carryText } from "../../runtime/carriedText";
import type { EngineConnection } from "../../runtime/engineConnection";
import type { Configuration } from "../configuration";
import { checkFailure } from "../errors";
import { fromStruct, toStruct } from "../structs";
import { receive, type Received } from "../values";
import { warn } from "./operate";
import { outgoingInputs } from "./values";
import { resourceKind } from "../resourceKinds";

/**
 * Validates a resource's inputs; reaches no service.
 *
 * @param configuration `undefined` where it depends on what is not known yet
 */
export async function checkResource(
  engine: EngineConnection,
  configuration: Configuration | undefined,
  request: CheckRequest,
): Promise<CheckResponse> {
  const kind = resourceKind(request.getType());
  const olds = receive(fromStruct(request.getOlds()));
  const news = receive(fromStruct(request.getNews()));
  const { inputs, failures } = kind.lifecycle.check(olds.properties, news.properties, configuration?.rule);
  const urn = request.getUrn();
  const warnings = failures.length === 0 ? (configuration?.shared.checked(urn, inputs) ?? []) : [];
  await warn(engine, urn, warnings, news);
  const response = new CheckResponse();
  response.setInputs(toStruct(outgoingInputs(kind, inputs, news.secrets)));
  const shown = shownInputs(kind.lifecycle);
  response.setFailuresList(failures.map((failure) => failureOf(failure, news, shown)));
  return response;
}

/**
 * For a failure that names a property, the CLI prints the property's value beside it, secrets in plain text. So the path
 * of an input whose value must not stand on a screen stands in the reason only.
 */
function failureOf(
  { property, reason }: Failure,
  { properties, secrets }: Received,
  shown: readonly string[],
): CheckFailure {
  const secret = secrets.some(([root]) => root === property);
  const isShown = shown.includes(property) && !secret && isPlain(properties[property]);
  return checkFailure(
    reason.startsWith(property) ? reason : `${property}: ${reason}`,
    isShown ? property : undefined,
  );
}

/** Whether the CLI can print the value as it came. */
function isPlain(value: unknown): boolean {
  return typeof value === "string"
    ? carryText(value) === value
    : ["number", "boolean"].includes(typeof value);
}
