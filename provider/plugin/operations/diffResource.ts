import { DiffResponse, PropertyDiff, type DiffRequest } from "@pulumi/pulumi/proto/provider_pb";
import { closed, opened } from "../../config/configurationValue";
import {
  valueAtPath,
  isObject,
  unionOfKeys,
  valueAt,
  type PropertyPath,
  type Properties,
  type Property,
} from "../../config/values";
import { reportedInputs, type PropertyShapes } from "../../resource/inputs";
import { isLost } from "../../resource/state";
import type { PropertyDifference } from "../../config/compare";
import { carryText, openText } from "../../runtime/carriedText";
import type { EngineConnection } from "../../runtime/engineConnection";
import { collectsFindings, recordFinding } from "../../runtime/findings";
import type { Configuration } from "../configuration";
import { resourceKind } from "../resourceKinds";
import { fromStruct } from "../structs";
import { receive } from "../values";
import { warn } from "./operate";
import { findingSecrets, secretsOf } from "./values";

const kinds: Readonly<Record<PropertyDifference["kind"], PropertyDiff.Kind>> = {
  add: PropertyDiff.Kind.ADD,
  update: PropertyDiff.Kind.UPDATE,
  delete: PropertyDiff.Kind.DELETE,
  "add-replace": PropertyDiff.Kind.ADD_REPLACE,
  "update-replace": PropertyDiff.Kind.UPDATE_REPLACE,
  "delete-replace": PropertyDiff.Kind.DELETE_REPLACE,
};

/** What an update would change; reaches no service. */
export async function diffResource(
  engine: EngineConnection,
  configuration: Configuration | undefined,
  request: DiffRequest,
): Promise<DiffResponse> {
  const kind = resourceKind(request.getType());
  const state = receive(fromStruct(request.getOlds()));
  const given = receive(fromStruct(request.getNews()));
  const olds = state.properties;
  const news = withoutIgnored(given.properties, olds, request.getIgnorechangesList(), kind.lifecycle);
  const { changes, replaces, deleteBeforeReplace, differences, notices } = kind.lifecycle.diff(olds, news);
  const urn = request.getUrn();
  const shared =
    replaces.length > 0
      ? []
      : (configuration?.shared.compared(urn, kind.lifecycle.label, request.getId()) ?? []);
  if (collectsFindings()) {
    recordFinding(
      {
        operation: "diff",
        urn,
        id: request.getId(),
        label: kind.lifecycle.label,
        values: differences.map(({ path }) => ({
          path,
          before: valueAtPath(olds, path),
          after: valueAtPath(news, path),
        })),
        unpublished: notices.flatMap(({ unpublished }) => unpublished ?? []),
      },
      {
        ...findingSecrets(kind, secretsOf(state, given)),
        redact: configuration && ((text) => configuration.redact(text)),
      },
    );
  }
  // A deployment that is due is announced by the preview of the update, since the update of the same run settles it.
  const lasting = notices.filter(({ unpublished }) => unpublished === undefined).map(({ text }) => text);
  await warn(engine, urn, [...lasting, ...shared], state, given);
  const response = new DiffResponse();
  response.setChanges(changes ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE);
  response.setReplacesList(replaces);
  response.setDiffsList([...new Set(differences.map(({ path }) => String(path[0])))]);
  response.setDeletebeforereplace(deleteBeforeReplace);
  response.setHasdetaileddiff(true);
  for (const difference of differences) {
    const propertyDiff = new PropertyDiff();
    const { text, exact } = writePropertyPath(difference.path);
    propertyDiff.setKind(kinds[exact ? difference.kind : ofParent(difference.kind)]);
    // The comparison is with the outputs: after an update that ended half-way, only they say what was reached.
    propertyDiff.setInputdiff(false);
    response.getDetaileddiffMap().set(text, propertyDiff);
  }
  return response;
}

/** A parent that is named for its member is there before and after. */
function ofParent(kind: PropertyDifference["kind"]): PropertyDifference["kind"] {
  return kind.endsWith("-replace") ? "update-replace" : "update";
}

/**
 * The inputs with what `ignoreChanges` names left as it is in the state.
 *
 * The engine has put the old inputs there already. After an update that ended half-way, these are older than what the
 * resource has reached, so that without this the ignored part would go back. Only after a save whose answer was lost are they
 * all that is left of what was declared.
 */
export function withoutIgnored(
  news: Properties,
  olds: Properties,
  ignored: readonly string[],
  shapes: PropertyShapes,
): Properties {
  const reported = reportedInputs(shapes);
  const paths = ignored
    .map(readPropertyPath)
    .flatMap((path) => (path[0] === "*" ? rootPaths(shapes, path) : [path]));
  const before = opened(olds);
  const inputs = paths
    .filter(([root]) => typeof root === "string" && !reported.includes(root) && !isLost(olds, root))
    .reduce((inputs, path) => {
      const taken = takeOver(inputs, before, path);
      return isObject(taken) ? taken : inputs;
    }, opened(news));
  return closed(inputs);
}

function rootPaths({ inputs }: PropertyShapes, [, ...rest]: PropertyPath): PropertyPath[] {
  return Object.keys(inputs.shape).map((input) => [input, ...rest]);
}

/** `now` with the value of `before` at the path. */
function takeOver(now: Property, before: Property, path: PropertyPath): Property {
  const [step, ...rest] = path;
  if (step === undefined) return before;
  if (Array.isArray(now) && Array.isArray(before)) {
    return now.map((item, index) =>
      step === "*" || step === index ? takeOver(item, before[index], rest) : item,
    );
  }
  if (typeof step === "number" || !isObject(now) || !isObject(before)) return now;
  const keys = step === "*" ? unionOfKeys(now, before) : [step];
  const changed = new Map(Object.entries(now));
  for (const key of keys) {
    const value = takeOver(valueAt(now, key), valueAt(before, key), rest);
    if (value === undefined) changed.delete(key);
    else changed.set(key, value);
  }
  return Object.fromEntries(changed);
}

/** A path as the engine reads it. */
interface WrittenPath {
  text: string;
  /** Whether the text names the path itself, and not a parent of it. */
  exact: boolean;
}

/**
 * The path as the engine reads it: unlike in JSON, only quotes are escaped. So nothing tells a backslash at the end of a
 * key from one that escapes the quote behind it; such a key is named by its parent.
 */
export function writePropertyPath(path: PropertyPath): WrittenPath {
  const steps = path.map((step) => (typeof step === "string" ? carryText(step) : step));
  const unnamed = steps.findIndex((step) => typeof step === "string" && step.endsWith("\\"));
  const named = unnamed === -1 ? steps : steps.slice(0, unnamed);
  return { text: named.map(writeStep).join(""), exact: unnamed === -1 };
}

function writeStep(step: PropertyPath[number], index: number): string {
  if (typeof step === "number") return `[${step}]`;
  if (!/^[a-zA-Z_$][a-zA-Z0-9_$-]*$/.test(step)) return `["${step.replaceAll('"', '\\"')}"]`;
  return index === 0 ? step : `.${step}`;
}

/** The steps of a path of the engine's; `*` stands for every key and index. */
export function readPropertyPath(text: string): PropertyPath {
  const steps = text.matchAll(/\["((?:\\"|[^"])*)"\]|\[([0-9]+|\*)\]|([^.[]+)/g);
  return [...steps].map(([, quoted, index, name]) => {
    if (quoted !== undefined) return openText(quoted.replaceAll('\\"', '"'));
    if (index !== undefined) return index === "*" ? index : Number(index);
    return openText(name ?? "");
  });
}
