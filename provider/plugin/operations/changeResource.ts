import {
  CreateResponse,
  type CreateRequest,
  UpdateResponse,
  type UpdateRequest,
  type DeleteRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";
import { UNKNOWN, type Properties } from "../../config/values";
import { deploysOnUpdate } from "../../deploy/options";
import { type DiffResult, changesService } from "../../resource/diff";
import { shownNotices } from "../../runtime/findings";
import { resourceKind, type ResourceKind } from "../resourceKinds";
import { fromStruct, toStruct, Empty } from "../structs";
import { receive } from "../values";
import { withoutIgnored } from "./diffResource";
import { operate, type Surroundings, warn } from "./operate";
import { outgoingInputs, outgoingOutputs, secretsOf } from "./values";

/** Creates a resource, or takes an existing record over; in a preview, tells what is known of the outputs. */
export async function createResource(
  surroundings: Surroundings,
  request: CreateRequest,
): Promise<CreateResponse> {
  const kind = resourceKind(request.getType());
  const news = receive(fromStruct(request.getProperties()));
  const secrets = secretsOf(news);
  const { id, outputs } = request.getPreview()
    ? previewCreate(kind, news.properties)
    : await operate(
        surroundings,
        {
          urn: request.getUrn(),
          timeout: request.getTimeout(),
          secrets,
          record: (reached) => ({
            properties: outgoingOutputs(kind, reached, secrets),
            inputs: outgoingInputs(kind, news.properties, news.secrets),
          }),
        },
        (context) => kind.lifecycle.create(context, news.properties),
      );
  const response = new CreateResponse();
  response.setId(id);
  response.setProperties(toStruct(outgoingOutputs(kind, outputs, secrets)));
  return response;
}

/** Saves and deploys what changed; in a preview, tells what is known of the outputs. */
export async function updateResource(
  surroundings: Surroundings,
  request: UpdateRequest,
): Promise<UpdateResponse> {
  const kind = resourceKind(request.getType());
  const olds = receive(fromStruct(request.getOlds()));
  const given = receive(fromStruct(request.getNews()));
  const ignored = request.getIgnorechangesList();
  const news = withoutIgnored(given.properties, olds.properties, ignored, kind.lifecycle);
  // What is left as it is keeps its secrets as well.
  const secrets = ignored.length > 0 ? secretsOf(given, olds) : secretsOf(given);
  // No path of a comparison could tell of a deployment that is due: the engine would show the output's old value as deleted.
  // A comparison does not know whether it is one of a preview; an update of the same run deploys what is due.
  const preview = async () => {
    const diff = kind.lifecycle.diff(olds.properties, news, surroundings.configuration.settings.onConflict);
    await warn(surroundings.engine, request.getUrn(), shownNotices(diff.notices), olds, given);
    return { outputs: previewUpdate(kind, diff, olds.properties, news) };
  };
  const { outputs } = request.getPreview()
    ? await preview()
    : await operate(
        surroundings,
        {
          urn: request.getUrn(),
          timeout: request.getTimeout(),
          secrets: secretsOf(given, olds),
          record: (reached) => ({
            properties: outgoingOutputs(kind, reached, secrets),
            inputs: outgoingInputs(kind, given.properties, given.secrets),
          }),
        },
        (context) => kind.lifecycle.update(context, olds.properties, news),
      );
  const response = new UpdateResponse();
  response.setProperties(toStruct(outgoingOutputs(kind, outputs, secrets)));
  return response;
}

/** Lets a resource go. */
export async function deleteResource(
  surroundings: Surroundings,
  request: DeleteRequest,
): Promise<EmptyMessage> {
  const kind = resourceKind(request.getType());
  const olds = receive(fromStruct(request.getProperties()));
  await operate(
    surroundings,
    { urn: request.getUrn(), timeout: request.getTimeout(), secrets: secretsOf(olds) },
    (context) => kind.lifecycle.delete(context, olds.properties),
  );
  return new Empty();
}

/** The outputs of a create as far as they are known before it. */
function previewCreate(kind: ResourceKind, news: Properties): { id: string; outputs: Properties } {
  // Those of the outputs that are inputs too are known as soon as the program gives them.
  const computed = Object.fromEntries(outputsOf(kind).map((output) => [output, UNKNOWN]));
  const id = news[kind.idInput];
  return { id: typeof id === "number" ? String(id) : "", outputs: { ...computed, ...news } };
}

/**
 * The outputs of an update as far as they are known before it: the state's, but for what the update will change.
 *
 * @throws Error if the update would save nothing
 */
function previewUpdate(
  kind: ResourceKind,
  { differences, deploymentDue, refusal }: DiffResult,
  olds: Properties,
  news: Properties,
): Properties {
  if (refusal !== undefined) throw new Error(refusal);
  const requests = differences.filter(changesService);
  const saves = requests.some(({ path }) => path[0] !== "deploy");
  const triggered = requests.some(({ path }) => path[0] === "deploy");
  const deploys = triggered || deploymentDue || (saves && deploysOnUpdate(news.deploy));
  const changing = [
    ...(saves ? ["savedJson", "fingerprint", "updatedAt"] : []),
    ...(deploys ? [kind.deploymentOutput] : []),
  ];
  const kept = outputsOf(kind)
    .filter((output) => olds[output] !== undefined)
    .map((output) => [output, olds[output]]);
  return {
    ...(Object.fromEntries(kept) as Properties),
    ...news,
    ...Object.fromEntries(changing.map((output) => [output, UNKNOWN])),
  };
}

function outputsOf({ lifecycle }: ResourceKind): string[] {
  return Object.keys(lifecycle.outputs.shape);
}
