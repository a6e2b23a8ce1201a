import { createRequire } from "node:module";
import type { BinaryReader, BinaryWriter } from "google-protobuf";
import type { Any as AnyMessage } from "google-protobuf/google/protobuf/any_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import { setValue } from "../config/values";
import { wellFormed } from "../runtime/carriedText";

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

/** JSON as `google.protobuf.Struct` carries it. */
export type WireValue = null | boolean | number | string | WireValue[] | WireObject;

/** Read it with `Object.entries` and `Object.hasOwn`: any text may be a key, `__proto__` too. */
export interface WireObject {
  [key: string]: WireValue;
}

/** The numbers of the fields in the protocol buffer messages `Struct`, its map entries, `Value` and `ListValue`. */
const field = {
  structEntries: 1,
  entryKey: 1,
  entryValue: 2,
  nullValue: 1,
  numberValue: 2,
  stringValue: 3,
  boolValue: 4,
  structValue: 5,
  listValue: 6,
  listItems: 1,
} as const;

/*
 * The library reads a message inside a message with a function that is given a target and the reader. Those here are made
 * once, and what they read goes into a box: a refresh reads hundreds of members for each resource.
 */

/** Where a value that is read goes to. */
interface Box<Value> {
  value: Value;
}

/** Reads the members of a `Struct`. */
export function readFields(reader: BinaryReader): WireObject {
  const members: WireObject = {};
  while (hasField(reader)) {
    if (reader.getFieldNumber() === field.structEntries) reader.readMessage(members, readEntry);
    else reader.skipField();
  }
  return members;
}

function readEntry(members: WireObject, reader: BinaryReader): void {
  let key = "";
  const box: Box<WireValue> = { value: null };
  while (hasField(reader)) {
    switch (reader.getFieldNumber()) {
      case field.entryKey:
        key = reader.readString();
        break;
      case field.entryValue:
        reader.readMessage(box, readValue);
        break;
      default:
        reader.skipField();
    }
  }
  setValue(members, key, box.value);
}

function readValue(box: Box<WireValue>, reader: BinaryReader): void {
  while (hasField(reader)) {
    switch (reader.getFieldNumber()) {
      case field.nullValue:
        reader.readEnum();
        box.value = null;
        break;
      case field.numberValue:
        box.value = reader.readDouble();
        break;
      case field.stringValue:
        box.value = reader.readString();
        break;
      case field.boolValue:
        box.value = reader.readBool();
        break;
      case field.structValue:
        reader.readMessage(box, readObject);
        break;
      case field.listValue:
        reader.readMessage(box, readList);
        break;
      default:
        reader.skipField();
    }
  }
}

function readObject(box: Box<WireValue>, reader: BinaryReader): void {
  box.value = readFields(reader);
}

function readList(box: Box<WireValue>, reader: BinaryReader): void {
  const items: WireValue[] = [];
  const item: Box<WireValue> = { value: null };
  while (hasField(reader)) {
    if (reader.getFieldNumber() === field.listItems) {
      item.value = null;
      reader.readMessage(item, readValue);
      items.push(item.value);
    } else reader.skipField();
  }
  box.value = items;
}

/** Moves on to the message's next field; false at its end. Fields of a newer protocol are for the caller to skip. */
function hasField(reader: BinaryReader): boolean {
  return reader.nextField() && !reader.isEndGroup();
}

/** Writes the members of a `Struct`. */
export function writeFields(members: WireObject, writer: BinaryWriter): void {
  for (const entry of Object.entries(members)) writer.writeMessage(field.structEntries, entry, writeEntry);
}

function writeEntry([key, value]: [string, WireValue], writer: BinaryWriter): void {
  writer.writeString(field.entryKey, wellFormed(key));
  writer.writeMessage(field.entryValue, { value }, writeValue);
}

// In a box, because the writer leaves out a message that is null.
function writeValue({ value }: Box<WireValue>, writer: BinaryWriter): void {
  if (value === null) writer.writeEnum(field.nullValue, 0);
  else if (typeof value === "number") writer.writeDouble(field.numberValue, value);
  else if (typeof value === "string") writer.writeString(field.stringValue, wellFormed(value));
  else if (typeof value === "boolean") writer.writeBool(field.boolValue, value);
  else if (Array.isArray(value)) writer.writeMessage(field.listValue, value, writeItems);
  else writer.writeMessage(field.structValue, value, writeFields);
}

function writeItems(items: WireValue[], writer: BinaryWriter): void {
  for (const value of items) writer.writeMessage(field.listItems, { value }, writeValue);
}
