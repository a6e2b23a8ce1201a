import { z } from "zod";
import { configurationObject } from "../../config/configurationValue";
import type { EnumTypeSpec, ObjectSpec, ObjectTypeSpec, PropertySpec, TypeSpec } from "./packageSpec";

const any: TypeSpec = { $ref: "pulumi.json#/Any" };
const configuration: TypeSpec = { type: "object", additionalProperties: any };

/** Writes zod's definitions in Pulumi's words, and collects the types that need a name. */
export class TypeBook {
  readonly #types = new Map<string, ObjectTypeSpec | EnumTypeSpec>();

  /** Every named type so far, by its token, in the order of the alphabet. */
  get types(): Record<string, ObjectTypeSpec | EnumTypeSpec> {
    return Object.fromEntries([...this.#types].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  /**
   * The members of an object.
   *
   * @param secrets members that are secret as a whole
   */
  members(shape: z.ZodObject, secrets: readonly string[] = []): ObjectSpec {
    const members = Object.entries<z.ZodType>(shape.shape);
    const required = members.filter(([, member]) => !(member instanceof z.ZodOptional)).map(([key]) => key);
    return {
      properties: Object.fromEntries(
        members.map(([key, member]) => [key, this.#property(key, member, secrets.includes(key))]),
      ),
      ...(required.length === 0 ? {} : { required }),
    };
  }

  #property(key: string, member: z.ZodType, secret: boolean): PropertySpec {
    const meta = member.meta() ?? {};
    if (meta.description === undefined) throw new Error(`The member ${key} has no description.`);
    return {
      ...this.#type(key, member),
      description: meta.description,
      ...(meta.default === undefined ? {} : { default: meta.default }),
      ...(secret ? { secret: true } : {}),
      ...(meta.replaces === true ? { willReplaceOnChanges: true } : {}),
    };
  }

  #type(key: string, member: z.ZodType): TypeSpec {
    if (member instanceof z.ZodOptional || member instanceof z.ZodDefault) {
      const { typeName } = member.meta() ?? {};
      const inner = member.unwrap() as z.ZodType;
      return this.#type(key, typeName === undefined ? inner : inner.meta({ typeName }));
    }
    if (member instanceof z.ZodString) return { type: "string" };
    if (member instanceof z.ZodBoolean) return { type: "boolean" };
    if (member instanceof z.ZodNumber) return { type: member.format === "safeint" ? "integer" : "number" };
    if (member instanceof z.ZodArray) {
      return { type: "array", items: this.#type(key, member.element as z.ZodType) };
    }
    if (member instanceof z.ZodRecord) {
      return { type: "object", additionalProperties: this.#type(key, member.valueType as z.ZodType) };
    }
    if (member instanceof z.ZodEnum) return this.#enum(key, member);
    if (member instanceof z.ZodObject) return this.#object(key, member);
    if (member instanceof z.ZodUnknown) return any;
    if (member.def === configurationObject.def) return configuration;
    throw new Error(`The member ${key} is of a kind that the package schema does not know.`);
  }

  #enum(key: string, member: z.ZodEnum): TypeSpec {
    const values = member.options.map(String);
    return this.#named(key, member, {
      type: "string",
      description: `The values of \`${key}\`.`,
      enum: values.map((value) => ({ name: pascalCase(value), value })),
    });
  }

  #object(key: string, member: z.ZodObject): TypeSpec {
    const { description } = member.meta() ?? {};
    if (Object.values<z.ZodType>(member.shape).some((inner) => inner.meta()?.default !== undefined)) {
      throw new Error(`A member inside ${key} has a default: see GlobalMeta for why it must not.`);
    }
    return this.#named(key, member, {
      type: "object",
      ...(description === undefined ? {} : { description }),
      ...this.members(member),
    });
  }

  #named(key: string, member: z.ZodType, spec: ObjectTypeSpec | EnumTypeSpec): TypeSpec {
    const { typeName } = member.meta() ?? {};
    if (typeName === undefined) throw new Error(`The type of the member ${key} has no name.`);
    const token = `hostconfig:index:${typeName}`;
    const known = this.#types.get(token);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(spec)) {
      throw new Error(`Two types are called ${typeName}; the second one belongs to the member ${key}.`);
    }
    this.#types.set(token, spec);
    return { $ref: `#/types/${token}` };
  }
}

function pascalCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
