import { z } from "zod";
import type { Client, HostCredentials, DeployStatus, Group, Host } from "./hostConfigApi";
import { ExactNumber, parseJson, type JsonObject, deepestNesting, isTooDeep } from "./json";
import type { Page } from "./pagination";

// What the fields of every record have in common. `null` stands for absent everywhere.

/** An id, as a number or in digits. */
const id = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,15}$/, "not the digits of an id")], {
    error: "expected an id",
  })
  .transform(Number);

/** An id that may be absent. */
const optionalId = id.nullish().transform((value) => value ?? undefined);

/** A count of an envelope, as a number or in digits; anything else counts as absent. */
const optionalCount = id.optional().catch(undefined);

/** A number where a text is expected is taken for its digits. */
const digits = z.union([z.number(), z.instanceof(ExactNumber)]).transform(String);

/** A text that may be absent. */
const optionalText = z
  .union([z.string(), digits], { error: "expected a text" })
  .nullish()
  .transform((value) => value ?? undefined);

/** A name that has to be there. */
const text = z.union([z.string(), digits], { error: "expected a text" });

/** A truth value, also as 1 and 0, with or without quotes. */
const optionalFlag = z
  .union(
    [
      z.boolean(),
      z.literal([0, 1]).transform((value) => value === 1),
      z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true"),
    ],
    { error: "expected true or false, or 1 or 0" },
  )
  .nullish()
  .transform((value) => value ?? undefined);

/** An object, handed through as it was parsed: a copy could lose keys such as `__proto__`. */
export const jsonObject = z.custom<JsonObject>(isJsonObject, "expected an object");

/**
 * A configuration: an object, or a text that holds one. Nothing (`null`, an empty text, and the empty array that some
 * languages write for an empty object) is the empty configuration; a field that is left out is `undefined`.
 */
export const configuration = z.unknown().transform((value, context): JsonObject | undefined => {
  if (value === undefined) return undefined;
  const read = typeof value === "string" ? parse(value) : value;
  if (read === null || (Array.isArray(read) && read.length === 0)) return {};
  if (isJsonObject(read) && !isTooDeep(read)) return read;
  const expected = isJsonObject(read)
    ? `expected an object of at most ${deepestNesting} levels`
    : "expected an object, or a text that holds one in JSON";
  context.addIssue({ code: "custom", message: expected });
  return z.NEVER;
});

/** An object that may be absent; the empty array and the empty text count as absent. */
const optionalObject = z
  .union([jsonObject, z.tuple([]), z.literal("")], { error: "expected an object" })
  .nullish()
  .transform((value) => (isJsonObject(value) ? value : undefined));

function parse(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !(value instanceof ExactNumber);
}

/** A page of a list: the envelope of the reference, or the bare array of the machine description. */
export function list<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  const bare = z.array(item).transform((items): Page<T> => {
    return { items, currentPage: undefined, lastPage: undefined, total: undefined };
  });
  const envelope = z
    .object({
      data: z.array(item, { error: "expected an array of items" }),
      current_page: optionalCount,
      last_page: optionalCount,
      total: optionalCount,
    })
    .transform((wire): Page<T> => {
      return {
        items: wire.data,
        currentPage: wire.current_page,
        lastPage: wire.last_page,
        total: wire.total,
      };
    });
  // Not a union: its error would name the fields of both.
  return z.unknown().transform((value, context) => {
    const parsed = (Array.isArray(value) ? bare : envelope).safeParse(value);
    if (parsed.success) return parsed.data;
    // A list may have a million of them, and the first ones are all that anybody reads.
    const first = parsed.error.issues.slice(0, 10);
    context.issues.push(...first.map((issue) => ({ ...issue, input: undefined })));
    return z.NEVER;
  });
}

/** A client record. */
export const client = z
  .object({
    id,
    firstname: optionalText,
    lastname: optionalText,
    email: optionalText,
    created_at: optionalText,
    updated_at: optionalText,
  })
  .transform((wire): Client => {
    return {
      id: wire.id,
      firstname: wire.firstname,
      lastname: wire.lastname,
      email: wire.email,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
    };
  });

/** The answer to a host's creation. */
export const createdHost = z.object({ id });

/** A user; what comes in the place of an object stands for none. */
const user = z
  .union([
    z.object({
      user: text,
      password: optionalText.transform((value) => value ?? null),
    }),
    z.tuple([]).transform(() => undefined),
    z.object({ user: z.null().optional() }).transform(() => undefined),
  ])
  .nullish()
  .transform((value) => value ?? undefined);

const users = z
  .array(jsonObject, { error: "expected an array of objects" })
  .nullish()
  .transform((value) => value ?? []);

/** A host's credentials. */
export const credentials = z
  .object({
    hostname: optionalText,
    master_user: user,
    admin_user: user,
    facts: optionalObject,
    network: optionalObject,
    platform: optionalObject,
    system_users: users,
    ftp_users: users,
  })
  .transform((wire): HostCredentials => {
    return {
      hostname: wire.hostname,
      masterUser: wire.master_user,
      adminUser: wire.admin_user,
      facts: wire.facts,
      network: wire.network,
      platform: wire.platform,
      systemUsers: wire.system_users,
      ftpUsers: wire.ftp_users,
    };
  });

/** A host's deploy status. Every field may be absent, but not all that tell how the deployment stands. */
const deployStatus = z
  .object({
    publishing: optionalFlag,
    publishing_status: optionalText,
    is_deploying: optionalFlag,
    job_stdout: optionalText,
    deploy_at: optionalText,
    deploy_type: optionalText,
  })
  .transform((wire): DeployStatus => {
    return {
      publishing: wire.publishing,
      publishingStatus: wire.publishing_status,
      isDeploying: wire.is_deploying,
      jobStdout: wire.job_stdout,
      deployAt: wire.deploy_at,
      deployType: wire.deploy_type,
    };
  });

/** The members of which at least one is there, perhaps as `null`, in every deploy status. */
const telling = ["publishing", "publishing_status", "is_deploying"];

/** A deploy status, as the endpoint answers it. */
export const deployStatusAnswer = z
  .unknown()
  .refine(
    (value) =>
      typeof value !== "object" || value === null || telling.some((key) => Object.hasOwn(value, key)),
    {
      message: "expected publishing_status, publishing or is_deploying",
      path: ["publishing_status"],
      abort: true,
    },
  )
  .pipe(deployStatus);

/** A group record. */
export const group = z
  .object({
    id,
    client_id: optionalId,
    name: text,
    json: configuration.optional(),
    created_at: optionalText,
    updated_at: optionalText,
  })
  .transform((wire): Group => {
    return {
      id: wire.id,
      clientId: wire.client_id,
      name: wire.name,
      json: wire.json,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
    };
  });

/** A host record. */
export const host = z
  .object({
    id,
    client_id: optionalId,
    active: optionalFlag,
    name: text,
    json: configuration.optional(),
    created_at: optionalText,
    updated_at: optionalText,
    monitoring: optionalObject,
  })
  .transform((wire): Host => {
    return {
      id: wire.id,
      clientId: wire.client_id,
      active: wire.active,
      name: wire.name,
      json: wire.json,
      createdAt: wire.created_at,
      updatedAt: wire.updated_at,
      monitoring: wire.monitoring,
    };
  });
