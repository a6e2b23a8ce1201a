import type { ServiceError } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import type { JsonObject, JsonValue } from "../../../emulator/json";

/** One call between an engine and a plugin. */
export interface RecordedCall {
  readonly receiver: "plugin" | "engine";
  /** In the spelling of the generated code: `check`, `create`, `log`. */
  readonly method: string;
  readonly request: JsonObject;
  /** Undefined where there was an error. */
  readonly answer: JsonObject | undefined;
  readonly error: ServiceError | undefined;
}

/** What a generated message offers. */
interface GeneratedMessage {
  toObject(): JsonObject;
}

type Getters = Readonly<Record<string, (() => unknown) | undefined>>;

interface StructMessage {
  toJavaScript(): JsonObject;
}

/** A message as JSON, its structs as the objects that they carry. */
export function readMessage(message: unknown): JsonObject {
  const read = (message as GeneratedMessage).toObject();
  const members = Object.entries(read).map(([key, value]): [string, JsonValue] => {
    // The generated code renames what is a word of JavaScript.
    const name = key.replace(/^pb_/, "");
    return [name, structOf(message as Getters, name) ?? value];
  });
  return Object.fromEntries(members);
}

function structOf(message: Getters, name: string): JsonObject | undefined {
  const member = message[`get${name.charAt(0).toUpperCase()}${name.slice(1)}`]?.();
  const isStruct = typeof member === "object" && member !== null && "toJavaScript" in member;
  return isStruct ? (member as StructMessage).toJavaScript() : undefined;
}

/** What a failed operation has left behind for the state; undefined for other errors. */
export function partialFailure(error: ServiceError): JsonObject | undefined {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  if (!(bytes instanceof Buffer)) return undefined;
  const { Status } = jest.requireActual<{ Status: StatusClass }>("@pulumi/pulumi/proto/status_pb");
  const [detail] = Status.deserializeBinary(bytes).getDetailsList();
  return detail && readMessage(ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8()));
}

/** For which the protocol's package has no declaration. */
interface StatusClass {
  deserializeBinary(bytes: Uint8Array): { getDetailsList(): { getValue_asU8(): Uint8Array }[] };
}
