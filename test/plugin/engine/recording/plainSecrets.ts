import { isJsonObject, type JsonObject } from "../../../emulator/json";
import { partialFailure, type RecordedCall } from "./recordedCall";
import { leaves, opened } from "./walk";

/** Outputs and inputs that are secret whatever a program says. */
const always = ["jsonAdmin", "yamlAdmin", "__state", "token"];

/** The engine itself hands the configuration of a provider over in the open. */
const openRequests = ["checkConfig", "diffConfig", "configure"];

/** Where a recording shows what has to be secret: a word in plain text, or a property without its envelope. */
export function plainSecrets(calls: readonly RecordedCall[], words: readonly string[]): string[] {
  return calls.flatMap((call) => {
    const parts: Record<string, JsonObject | undefined> = {
      request: openRequests.includes(call.method) ? undefined : call.request,
      answer: call.answer,
      error: call.error && { message: call.error.message, details: call.error.details },
      failure: call.error && partialFailure(call.error),
    };
    return Object.entries(parts).flatMap(([part, message]) =>
      message === undefined
        ? []
        : [...shownWords(message, words), ...openProperties(message)].map(
            (found) => `${call.method} ${part}: ${found}`,
          ),
    );
  });
}

function shownWords(message: JsonObject, words: readonly string[]): string[] {
  const shown = leaves(message).filter(
    ({ value, secret }) => !secret && typeof value === "string" && words.some((word) => value.includes(word)),
  );
  const keys = words.filter((word) => leaves(message).some(({ place }) => place.join(".").includes(word)));
  return [...shown.map(({ place }) => place.join(".")), ...keys.map((word) => `${word} in a key`)];
}

/** Properties that lack their envelope, in any struct of the message. */
function openProperties(message: JsonObject): string[] {
  return Object.entries(message).flatMap(([struct, properties]) =>
    isJsonObject(properties)
      ? always
          .filter((name) => properties[name] !== undefined && opened(properties[name]) === undefined)
          .map((name) => `${struct}.${name} is open`)
      : [],
  );
}
