import { CheckFailure, CheckResponse, type CheckRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { ConfigurationRule } from "../../lifecycle/configSchema/configurationRule";
import type { CheckFailure as Failure } from "../../lifecycle/properties/checkFailure";
import { resourceKind } from "../resourceKinds";
import { receive, type Received } from "../wire/receive";
import { fromStruct, toStruct } from "../wire/structs";
import { outgoingInputs } from "./outgoing";

/**
 * Inputs whose value may stand on a screen: for a failure that names a property, the CLI prints the property's value
 * beside it, secrets in plain text. For all others the path stands in the reason only.
 */
const harmless: ReadonlySet<string> = new Set([
  "hostId",
  "groupId",
  "name",
  "clientId",
  "ifExists",
  "active",
  "ownership",
  "onDestroy",
]);

/**
 * Validates a resource's inputs; reaches no service.
 *
 * @param rule what the team demands of its own `json`
 */
export function checkResource(request: CheckRequest, rule: ConfigurationRule | undefined): CheckResponse {
  const kind = resourceKind(request.getType());
  const olds = receive(fromStruct(request.getOlds()));
  const news = receive(fromStruct(request.getNews()));
  const { inputs, failures } = kind.lifecycle.check(olds.properties, news.properties, rule);
  const response = new CheckResponse();
  response.setInputs(toStruct(outgoingInputs(kind, inputs, news.secrets)));
  response.setFailuresList(failures.map((failure) => checkFailure(failure, news)));
  return response;
}

function checkFailure({ property, reason }: Failure, { properties, secrets }: Received): CheckFailure {
  const failure = new CheckFailure();
  const secret = secrets.some(([root]) => root === property);
  const shown = harmless.has(property) && !secret && isPlain(properties[property]);
  if (shown) failure.setProperty(property);
  failure.setReason(reason.startsWith(property) ? reason : `${property}: ${reason}`);
  return failure;
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
