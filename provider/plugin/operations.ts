import { PartialFailure } from "../resource/partialFailure";
import { status } from "@grpc/grpc-js";
import {
  CheckResponse,
  CreateResponse,
  DiffResponse,
  InvokeResponse,
  PropertyDiff,
  ReadResponse,
  UpdateResponse,
  type CheckFailure,
  type CheckRequest,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type InvokeRequest,
  type ReadRequest,
  type UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";
import type { PropertyDifference } from "../config/compare";
import type { CheckFailure as Failure } from "../config/configSchema";
import { UNKNOWN, type Properties } from "../config/values";

import { deploysOnUpdate } from "../deploy/options";
import { FunctionArgumentsError } from "../functions/definition";
import { functionNamed } from "../functions/functions";
import { shownInputs } from "../resource/inputs";
import { groupConfigLifecycle, hostLifecycle, type ResourceLifecycle } from "../resource/lifecycle";
import { changesService, type DiffResult } from "../resource/diff";
import { carryText } from "../runtime/carriedText";
import { shownNotices } from "../runtime/findings";
import { secretsOf, type KnownSecrets, type Received } from "../runtime/secrets";
import type { Operation, Session } from "../runtime/session";
import { checkFailure, codeOf, GrpcError, initFailed } from "./errors";
import { withoutIgnored, writePropertyPath } from "./propertyPaths";
import {
  foundInputs,
  markSecrets,
  outgoingInputs,
  outgoingOutputs,
  sameInputs,
  sameOutputs,
} from "./secrets";
import { Empty, fromStruct, toStruct, type WireObject } from "./structs";
import { receive, send } from "./values";

/** Validates a resource's inputs; reaches no service. */
export async function checkResource(session: Session, request: CheckRequest): Promise<CheckResponse> {
  const { lifecycle } = resourceType(request.getType());
  const olds = receive(fromStruct(request.getOlds()));
  const news = receive(fromStruct(request.getNews()));
  const subject = { lifecycle, urn: request.getUrn(), secrets: () => secretsOf(news) };
  const { inputs, failures } = await session.check(subject, olds.properties, news.properties);
  const response = new CheckResponse();
  response.setInputs(toStruct(outgoingInputs(lifecycle, inputs, news.secrets)));
  const shown = shownInputs(lifecycle);
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

/** What an update would change; reaches no service. */
export async function diffResource(session: Session, request: DiffRequest): Promise<DiffResponse> {
  const { lifecycle } = resourceType(request.getType());
  const olds = receive(fromStruct(request.getOlds()));
  const given = receive(fromStruct(request.getNews()));
  const news = withoutIgnored(given.properties, olds.properties, request.getIgnorechangesList(), lifecycle);
  const { changes, replaces, deleteBeforeReplace, differences } = await session.diff(
    { lifecycle, urn: request.getUrn(), id: request.getId(), secrets: () => secretsOf(olds, given) },
    olds.properties,
    news,
    undefined,
    // The preview of the update announces a deployment that is due, because the update of the same run settles it.
    (notices) => notices.filter(({ unpublished }) => unpublished === undefined).map(({ text }) => text),
  );
  const response = new DiffResponse();
  response.setChanges(changes ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE);
  response.setReplacesList(replaces);
  response.setDiffsList([...new Set(differences.map(({ path }) => String(path[0])))]);
  response.setDeletebeforereplace(deleteBeforeReplace);
  response.setHasdetaileddiff(true);
  for (const { path, kind } of differences) {
    const propertyDiff = new PropertyDiff();
    const { text, exact } = writePropertyPath(path);
    // A parent that is named for its member is there before and after.
    const parentKind = kind.endsWith("-replace") ? "update-replace" : "update";
    propertyDiff.setKind(differenceKinds[exact ? kind : parentKind]);
    // The comparison is with the outputs: after an update that ended halfway, only they show its results.
    propertyDiff.setInputdiff(false);
    response.getDetaileddiffMap().set(text, propertyDiff);
  }
  return response;
}

const differenceKinds: Readonly<Record<PropertyDifference["kind"], PropertyDiff.Kind>> = {
  add: PropertyDiff.Kind.ADD,
  update: PropertyDiff.Kind.UPDATE,
  delete: PropertyDiff.Kind.DELETE,
  "add-replace": PropertyDiff.Kind.ADD_REPLACE,
  "update-replace": PropertyDiff.Kind.UPDATE_REPLACE,
  "delete-replace": PropertyDiff.Kind.DELETE_REPLACE,
};

/** Creates a resource, or adopts an existing record; in a preview, returns the outputs that are known. */
export async function createResource(
  session: Session,
  request: CreateRequest,
  signal: AbortSignal,
): Promise<CreateResponse> {
  const type = resourceType(request.getType());
  const { lifecycle } = type;
  const news = receive(fromStruct(request.getProperties()));
  const secrets = secretsOf(news);
  const { id, outputs } = request.getPreview()
    ? previewCreate(type, news.properties)
    : await session.operate(
        operationOf(request, signal, secrets, recordedWith(lifecycle, news, secrets)),
        (context) => lifecycle.create(context, news.properties),
      );
  const response = new CreateResponse();
  response.setId(id);
  response.setProperties(toStruct(outgoingOutputs(lifecycle, outputs, secrets)));
  return response;
}

/** The outputs of a create as far as they are known before it. */
function previewCreate(type: ResourceType, news: Properties): { id: string; outputs: Properties } {
  // Outputs that are inputs too are known as soon as the program gives them.
  const computed = Object.fromEntries(outputsOf(type).map((output) => [output, UNKNOWN]));
  const id = news[type.idInput];
  return { id: typeof id === "number" ? String(id) : "", outputs: { ...computed, ...news } };
}

/** Saves and deploys what changed; in a preview, returns the outputs that are known. */
export async function updateResource(
  session: Session,
  request: UpdateRequest,
  signal: AbortSignal,
): Promise<UpdateResponse> {
  const type = resourceType(request.getType());
  const { lifecycle } = type;
  const olds = receive(fromStruct(request.getOlds()));
  const given = receive(fromStruct(request.getNews()));
  const ignored = request.getIgnorechangesList();
  const news = withoutIgnored(given.properties, olds.properties, ignored, lifecycle);
  const all = secretsOf(given, olds);
  // A value that `ignoreChanges` leaves as it is keeps its secrets as well.
  const secrets = ignored.length > 0 ? all : secretsOf(given);
  // No path of a comparison could announce a deployment that is due: the engine would show the output's old value as deleted.
  const preview = async () => {
    const diff = lifecycle.diff(olds.properties, news, session.settings.onConflict);
    await session.warn(request.getUrn(), shownNotices(diff.notices), () => all);
    return { outputs: previewUpdate(type, diff, olds.properties, news) };
  };
  const { outputs } = request.getPreview()
    ? await preview()
    : await session.operate(
        operationOf(request, signal, all, recordedWith(lifecycle, given, secrets)),
        (context) => lifecycle.update(context, olds.properties, news),
      );
  const response = new UpdateResponse();
  response.setProperties(toStruct(outgoingOutputs(lifecycle, outputs, secrets)));
  return response;
}

/**
 * The outputs of an update as far as they are known before it: those of the state, except what the update will change.
 *
 * @throws Error if the update would save nothing
 */
function previewUpdate(
  type: ResourceType,
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
    ...(deploys ? [type.deploymentOutput] : []),
  ];
  const kept = outputsOf(type)
    .filter((output) => olds[output] !== undefined)
    .map((output) => [output, olds[output]]);
  return {
    ...(Object.fromEntries(kept) as Properties),
    ...news,
    ...Object.fromEntries(changing.map((output) => [output, UNKNOWN])),
  };
}

function outputsOf({ lifecycle }: ResourceType): string[] {
  return Object.keys(lifecycle.outputs.shape);
}

/** Removes a resource from the state; restores its former configuration if the program asks for that. */
export async function deleteResource(
  session: Session,
  request: DeleteRequest,
  signal: AbortSignal,
): Promise<EmptyMessage> {
  const { lifecycle } = resourceType(request.getType());
  const olds = receive(fromStruct(request.getProperties()));
  await session.operate(operationOf(request, signal, secretsOf(olds)), (context) =>
    lifecycle.delete(context, olds.properties),
  );
  return new Empty();
}

/** Reads a resource for a refresh, or for an import by id or by `client/name`. A response without an id means that it is gone. */
export async function readResource(
  session: Session,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<ReadResponse> {
  const { lifecycle } = resourceType(request.getType());
  const wire = { properties: fromStruct(request.getProperties()), inputs: fromStruct(request.getInputs()) };
  const [olds, inputs] = [receive(wire.properties), receive(wire.inputs)];
  const secrets = secretsOf(olds, inputs);
  const found = await session.read(
    { lifecycle, urn: request.getUrn(), id: request.getId(), secrets: () => secrets },
    { signal, failure: operationError },
    // The state of an earlier operation always has this; an import brings nothing, or a program's guesses.
    olds.properties.__state === undefined ? undefined : olds.properties,
  );
  const response = new ReadResponse();
  if (found === undefined) return response;
  response.setId(found.id);
  response.setInputs(
    sameInputs(lifecycle, found.inputs, inputs, wire.inputs)
      ? request.getInputs()
      : toStruct(foundInputs(lifecycle, found.inputs, secrets, inputs)),
  );
  response.setProperties(
    sameOutputs(lifecycle, found.outputs, olds, wire.properties, secrets)
      ? request.getProperties()
      : toStruct(outgoingOutputs(lifecycle, found.outputs, secrets)),
  );
  return response;
}

/** Calls a function. */
export async function invokeFunction(
  session: Session,
  request: InvokeRequest,
  signal: AbortSignal,
): Promise<InvokeResponse> {
  const called = functionNamed(request.getTok().replace(/^hostconfig:index:/, ""));
  if (called === undefined) {
    throw new GrpcError(status.INVALID_ARGUMENT, `hostconfig has no function ${request.getTok()}.`);
  }
  const args = receive(fromStruct(request.getArgs()));
  const secrets = secretsOf(args);
  const result = await session.operate({ urn: "", secrets, signal, failure: operationError }, (context) =>
    called.invoke(context, args.properties).catch(refusedArguments),
  );
  const response = new InvokeResponse();
  if (result instanceof FunctionArgumentsError) {
    response.setFailuresList(result.failures.map(({ property, reason }) => checkFailure(reason, property)));
    return response;
  }
  const paths = called.secretResults.map((key) => [key]);
  response.setReturn(toStruct(send(markSecrets(result, { paths, texts: secrets.texts, wholeLists: true }))));
  return response;
}

/** Unusable arguments are an answer of their own in the protocol, and not an error. */
function refusedArguments(error: unknown): FunctionArgumentsError {
  if (error instanceof FunctionArgumentsError) return error;
  throw error;
}

/** One type of resource, as this provider needs to know it. */
interface ResourceType {
  lifecycle: ResourceLifecycle;
  /** The input that names an existing record, and the id of the resource. */
  idInput: "hostId" | "groupId";
  /** The output that a deployment changes. */
  deploymentOutput: "deployment" | "deployments";
}

const resourceTypes = new Map<string, ResourceType>([
  ["hostconfig:index:Host", { lifecycle: hostLifecycle, idInput: "hostId", deploymentOutput: "deployment" }],
  [
    "hostconfig:index:GroupConfig",
    { lifecycle: groupConfigLifecycle, idInput: "groupId", deploymentOutput: "deployments" },
  ],
]);

function resourceType(token: string): ResourceType {
  const type = resourceTypes.get(token);
  if (type === undefined) {
    throw new GrpcError(
      status.INVALID_ARGUMENT,
      `hostconfig has no resource type ${token}; it has ${[...resourceTypes.keys()].join(" and ")}.`,
    );
  }
  return type;
}

/** The properties that the engine records if an operation ends halfway. */
type Recorded = (outputs: Properties) => { properties: WireObject; inputs: WireObject };

function operationOf(
  request: { getUrn(): string; getTimeout(): number },
  signal: AbortSignal,
  secrets: KnownSecrets,
  recorded?: Recorded,
): Operation {
  const timeout = request.getTimeout();
  return {
    urn: request.getUrn(),
    secrets,
    signal,
    timeoutSeconds: timeout > 0 ? timeout : undefined,
    failure: (error, shown) => operationError(error, shown, recorded),
  };
}

function recordedWith(lifecycle: ResourceLifecycle, inputs: Received, secrets: KnownSecrets): Recorded {
  return (outputs) => ({
    properties: outgoingOutputs(lifecycle, outputs, secrets),
    inputs: outgoingInputs(lifecycle, inputs.properties, inputs.secrets),
  });
}

function operationError(error: unknown, shown: (text: string) => string, recorded?: Recorded): GrpcError {
  return error instanceof PartialFailure && recorded !== undefined
    ? initFailed(error, recorded(error.outputs), shown)
    : new GrpcError(codeOf(error), shown(error instanceof Error ? error.message : String(error)));
}
