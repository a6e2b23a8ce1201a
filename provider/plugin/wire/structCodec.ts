import type { BinaryReader, BinaryWriter } from "google-protobuf";
import { wellFormed } from "../../engine/wellFormed";

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

/** Reads the members of a `Struct`. */
export function readFields(reader: BinaryReader): WireObject {
  const entries: [string, WireValue][] = [];
  eachField(reader, {
    [field.structEntries]: () => {
      entries.push(readInside(reader, readEntry));
    },
  });
  return Object.fromEntries(entries);
}

function readEntry(reader: BinaryReader): [string, WireValue] {
  let key = "";
  let value: WireValue = null;
  eachField(reader, {
    [field.entryKey]: () => {
      key = reader.readString();
    },
    [field.entryValue]: () => {
      value = readInside(reader, readValue);
    },
  });
  return [key, value];
}

function readValue(reader: BinaryReader): WireValue {
  let value: WireValue = null;
  eachField(reader, {
    [field.nullValue]: () => {
      reader.readEnum();
      value = null;
    },
    [field.numberValue]: () => {
      value = reader.readDouble();
    },
    [field.stringValue]: () => {
      value = reader.readString();
    },
    [field.boolValue]: () => {
      value = reader.readBool();
    },
    [field.structValue]: () => {
      value = readInside(reader, readFields);
    },
    [field.listValue]: () => {
      value = readInside(reader, readItems);
    },
  });
  return value;
}

function readItems(reader: BinaryReader): WireValue[] {
  const items: WireValue[] = [];
  eachField(reader, {
    [field.listItems]: () => {
      items.push(readInside(reader, readValue));
    },
  });
  return items;
}

/** Calls what is there for each field, and skips fields of a newer protocol. */
function eachField(reader: BinaryReader, read: Partial<Record<number, () => void>>): void {
  while (reader.nextField() && !reader.isEndGroup()) {
    const readField = read[reader.getFieldNumber()];
    if (readField === undefined) reader.skipField();
    else readField();
  }
}

/** Reads a message inside the message. */
function readInside<Value>(reader: BinaryReader, read: (reader: BinaryReader) => Value): Value {
  const box: Value[] = [];
  reader.readMessage(box, () => {
    box.push(read(reader));
  });
  const [value] = box;
  if (box.length === 0) throw new Error("a protocol buffer message ended early");
  return value as Value;
}

/** Writes the members of a `Struct`. */
export function writeFields(members: WireObject, writer: BinaryWriter): void {
  for (const [key, value] of Object.entries(members)) {
    writer.writeMessage(field.structEntries, [key], () => {
      writer.writeString(field.entryKey, wellFormed(key));
      writer.writeMessage(field.entryValue, [value], () => {
        writeValue(value, writer);
      });
    });
  }
}

function writeValue(value: WireValue, writer: BinaryWriter): void {
  if (value === null) writer.writeEnum(field.nullValue, 0);
  else if (typeof value === "number") writer.writeDouble(field.numberValue, value);
  else if (typeof value === "string") writer.writeString(field.stringValue, wellFormed(value));
  else if (typeof value === "boolean") writer.writeBool(field.boolValue, value);
  else if (Array.isArray(value)) {
    writer.writeMessage(field.listValue, value, () => {
      writeItems(value, writer);
    });
  } else {
    writer.writeMessage(field.structValue, value, () => {
      writeFields(value, writer);
    });
  }
}

function writeItems(items: WireValue[], writer: BinaryWriter): void {
  for (const item of items) {
    // In a box, because the writer leaves out a message that is null.
    writer.writeMessage(field.listItems, [item], () => {
      writeValue(item, writer);
    });
  }
}
