import type { BinaryReader, BinaryWriter } from "google-protobuf";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import { Struct } from "./protobuf";
import { readFields, writeFields, type WireObject } from "./structCodec";

/** What the static methods of the generated message do. */
interface MessageCodec {
  deserializeBinaryFromReader(message: StructMessage, reader: BinaryReader): StructMessage;
  serializeBinaryToWriter(message: StructMessage, writer: BinaryWriter): void;
}

const contents = new WeakMap<StructMessage, WireObject>();
const codec: MessageCodec = Struct;
const writeGenerated = codec.serializeBinaryToWriter.bind(Struct);

// The generated code keeps the members of a struct as properties of a plain object: the key `__proto__` gets lost.
codec.deserializeBinaryFromReader = (message, reader) => {
  contents.set(message, readFields(reader));
  return message;
};
codec.serializeBinaryToWriter = (message, writer) => {
  const members = contents.get(message);
  if (members === undefined) writeGenerated(message, writer);
  else writeFields(members, writer);
};

/** A message that carries the object. */
export function toStruct(members: WireObject): StructMessage {
  const message = new Struct();
  contents.set(message, members);
  return message;
}

/** The object that a received message carries; an absent message is an empty object. */
export function fromStruct(message: StructMessage | undefined): WireObject {
  return (message && contents.get(message)) ?? {};
}
