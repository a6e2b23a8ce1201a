import { isJsonObject, type JsonObject } from "../../../emulator/json";
import type { RecordedCall } from "./recordedCall";
import { leaves, textOf, unknown, valueAt } from "./walk";

/** For each method, which struct of the request comes back as which struct of the answer. */
const returned: Readonly<Record<string, readonly [string, string]>> = {
  check: ["news", "inputs"],
  create: ["properties", "properties"],
  update: ["news", "properties"],
};

/**
 * Where a recording loses what is not known yet: it was unknown in the request, and is something else in the answer; or
 * an output that is always there in the end is missing in a preview; or it comes out where everything has to be known.
 *
 * @param required the outputs that a resource of the type always has
 */
export function lostUnknowns(
  calls: readonly RecordedCall[],
  required: Readonly<Record<string, readonly string[]>>,
): string[] {
  return calls.flatMap(({ method, request, answer }) => {
    const [asked, given] = returned[method] ?? [];
    if (asked === undefined || given === undefined || answer === undefined) return [];
    const sent = structOf(request, asked);
    const got = structOf(answer, given);
    const preview = request.preview === true;
    const lost = unknownPlaces(sent)
      .filter((place) => valueAt(got, place) !== unknown)
      .map((place) => `${place.join(".")} is known in the answer`);
    const missing = !preview
      ? []
      : (required[textOf(request.type)] ?? [])
          .filter((output) => got[output] === undefined)
          .map((output) => `${output} is missing in the preview`);
    const left = method === "check" || preview ? [] : unknownPlaces(got);
    return [...lost, ...missing, ...left.map((place) => `${place.join(".")} is unknown in the end`)].map(
      (found) => `${method} ${textOf(request.urn)}: ${found}`,
    );
  });
}

function unknownPlaces(properties: JsonObject): (string | number)[][] {
  return leaves(properties)
    .filter(({ value }) => value === unknown)
    .map(({ place }) => [...place]);
}

function structOf(message: JsonObject, name: string): JsonObject {
  const struct = message[name];
  return isJsonObject(struct) ? struct : {};
}
