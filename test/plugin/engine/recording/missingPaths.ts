import { DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../emulator/json";
import type { RecordedCall } from "./recordedCall";
import { leaves, opened, textOf, valueAt, type Place } from "./walk";

const { ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE_REPLACE } = PropertyDiff.Kind;
const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;

/**
 * Where a recording does not name a property that it should name, or names one that is not there.
 *
 * @param inputs all names of inputs
 */
export function missingPaths(calls: readonly RecordedCall[], inputs: readonly string[]): string[] {
  const told = new Set(
    calls.filter(({ method }) => method === "log").map(({ request }) => textOf(request.urn)),
  );
  return calls.flatMap((call) => {
    const explained = told.has(textOf(call.request.urn));
    const problems = call.method === "diff" ? diffProblems(call, explained) : failureProblems(call, inputs);
    return problems.map((problem) => `${call.method} ${textOf(call.request.urn)}: ${problem}`);
  });
}

/** @param explained whether a message tells why there are changes, where no property changes */
function diffProblems({ request, answer }: RecordedCall, explained: boolean): string[] {
  if (answer === undefined) return [];
  const { changes } = answer;
  const named = detailedDiff(answer);
  const olds = structOf(request, "olds");
  const news = structOf(request, "news");
  const covered = ({ place }: { place: Place }) =>
    [...named.keys()].some((path) => isWithin(place, stepsOf(path)));
  const absent = [...named].filter(([path, kind]) => {
    const [where] = [kind === DELETE || kind === DELETE_REPLACE ? olds : { ...olds, ...news }];
    return valueAt(where, stepsOf(path)) === undefined;
  });
  const unnamed = differing(olds.json, news.json).filter((place) => !covered({ place: ["json", ...place] }));
  const replaced = (answer.replacesList as string[]).filter(
    (input) => ![ADD_REPLACE, DELETE_REPLACE, UPDATE_REPLACE].some((kind) => named.get(input) === kind),
  );
  return [
    ...(changes === DIFF_NONE || changes === DIFF_SOME ? [] : ["it is open whether there are changes"]),
    ...((changes === DIFF_SOME) === named.size > 0 || (changes === DIFF_SOME && explained)
      ? []
      : ["changes and paths do not belong together"]),
    ...absent.map(([path]) => `${path} is named and not there`),
    ...unnamed.map((place) => `json.${place.join(".")} differs and is not named`),
    ...replaced.map((input) => `${input} replaces, and its path does not say so`),
  ];
}

/** Decision 5: the reason names the property; the failure itself only one whose value everybody may see. */
function failureProblems({ request, answer }: RecordedCall, inputs: readonly string[]): string[] {
  const failures = (answer?.failuresList ?? []) as JsonObject[];
  const news = structOf(request, "news");
  return failures.flatMap(({ property, reason }) => [
    ...(inputs.some((input) => textOf(reason).startsWith(input))
      ? []
      : [`"${textOf(reason)}" names no property`]),
    ...(property === "" || opened(news[textOf(property)]) === undefined
      ? []
      : [`${textOf(property)} is secret`]),
  ]);
}

/** The paths of an answer to a diff, with their kinds. */
export function detailedDiff(answer: JsonObject): Map<string, PropertyDiff.Kind> {
  const entries = answer.detaileddiffMap as [string, { kind: PropertyDiff.Kind }][];
  return new Map(entries.map(([path, { kind }]) => [path, kind]));
}

/** Places whose leaf is another, or is on one side only. */
function differing(olds: JsonValue | undefined, news: JsonValue | undefined): Place[] {
  const sides = [olds, news].map((side) => (side === undefined ? [] : leaves(opened(side) ?? side)));
  const texts = sides.map((side) => new Map(side.map(({ place, value }) => [JSON.stringify(place), value])));
  const [before, after] = [texts[0] ?? new Map(), texts[1] ?? new Map()];
  const places = [...new Set([...before.keys(), ...after.keys()])] as string[];
  return places
    .filter((place) => before.get(place) !== after.get(place))
    .map((place) => JSON.parse(place) as Place);
}

function isWithin(place: Place, path: Place): boolean {
  return path.every((step, index) => place[index] === step);
}

/** Of the paths that these scenarios have: names, and numbers in brackets. */
function stepsOf(path: string): Place {
  return [...path.matchAll(/([^.[\]]+)/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
}

function structOf(message: JsonObject, name: string): JsonObject {
  const struct = message[name];
  return isJsonObject(struct) ? struct : {};
}
