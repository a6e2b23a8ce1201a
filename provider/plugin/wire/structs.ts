import type { BinaryReader, BinaryWriter } from "google-protobuf";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import { readerOf, Struct } from "./protobuf";
import { readFields, writeFields, type WireObject } from "./structCodec";

/** What the static methods of the generated message do. */
interface MessageCodec {
  deserializeBinaryFromReader(message: StructMessage, reader: BinaryReader): StructMessage;
  serializeBinaryToWriter(message: StructMessage, writer: BinaryWriter): void;
}

/** What a message carries: the object that it was made of, or the bytes that came in. */
const contents = new WeakMap<StructMessage, WireObject | Uint8Array>();
const codec: MessageCodec = Struct;
const writeGenerated = codec.serializeBinaryToWriter.bind(Struct);

// The generated code keeps the members of a struct as properties of a plain object: the key `__proto__` gets lost.
// Nor is a struct read here that no operation asks for, as the former inputs of a comparison.
codec.deserializeBinaryFromReader = (message, reader) => {
  const start = reader.getCursor();
  while (reader.nextField()) reader.skipField();
  contents.set(message, reader.getBuffer().subarray(start, reader.getCursor()));
  return message;
};
codec.serializeBinaryToWriter = (message, writer) => {
  const content = contents.get(message);
  if (content === undefined) writeGenerated(message, writer);
  else if (content instanceof Uint8Array) writer.writeSerializedMessage(content, 0, content.length);
  else writeFields(content, writer);
};

/** A message that carries the object. */
export function toStruct(members: WireObject): StructMessage {
  const message = new Struct();
  contents.set(message, members);
  return message;
}

/** The object that a received message carries; an absent message is an empty object. */
export function fromStruct(message: StructMessage | undefined): WireObject {
  const content = (message && contents.get(message)) ?? {};
  return content instanceof Uint8Array ? readFields(readerOf(content)) : content;
}
