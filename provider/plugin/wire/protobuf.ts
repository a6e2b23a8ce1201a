import { createRequire } from "node:module";
import type { BinaryReader } from "google-protobuf";
import type { Any as AnyMessage } from "google-protobuf/google/protobuf/any_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";

/** Loads from where the protocol's messages are, so that both use one copy of the library. */
const load = createRequire(require.resolve("@pulumi/pulumi/proto/provider_pb"));

/** The well-known messages that the protocol uses. */
export const { Struct } = load("google-protobuf/google/protobuf/struct_pb") as {
  Struct: typeof StructMessage;
};
export const { Empty } = load("google-protobuf/google/protobuf/empty_pb") as { Empty: typeof EmptyMessage };

const library = load("google-protobuf") as { BinaryReader: new (bytes: Uint8Array) => BinaryReader };

/** Reads the bytes of a message. */
export function readerOf(bytes: Uint8Array): BinaryReader {
  return new library.BinaryReader(bytes);
}

/** `google.rpc.Status`, for which the protocol's package has no declaration. */
export interface StatusMessage {
  setCode(code: number): void;
  setMessage(message: string): void;
  addDetails(details: AnyMessage): void;
  serializeBinary(): Uint8Array;
}

/** What error details are made of; needed by few runs. */
export function errorMessages(): { Any: typeof AnyMessage; Status: new () => StatusMessage } {
  const { Any } = load("google-protobuf/google/protobuf/any_pb") as { Any: typeof AnyMessage };
  const { Status } = load("@pulumi/pulumi/proto/status_pb") as { Status: new () => StatusMessage };
  return { Any, Status };
}
