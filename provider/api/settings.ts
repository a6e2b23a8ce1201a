import { z } from "zod";
import { SettingsError } from "./errors";

/** How to reach the service. */
export interface ConnectionSettings {
  /** Base address without `/api/v1`. */
  baseUrl: string;
  /**
   * Reads the personal access token; called for every request.
   *
   * @throws SettingsError where it is missing or cannot stand in a header
   */
  token: () => string;
  /** Whether HOSTCONFIG_TOKEN holds another token, which does not count beside the configuration's. Default: it does not. */
  otherTokenInEnvironment?: () => boolean;
  /** Connections in use at once. Default 16. */
  maxConcurrentRequests: number;
  /** Seconds for one request, from sending it to the last byte of the answer. Default 30. */
  requestTimeout: number;
  /** Tries after the first for one request. Default 5. Waiting out a 429 does not count. */
  maxRetries: number;
  /** Allows http to another machine. Default false. */
  allowInsecureHttp: boolean;
}

/** What an update does if its save would overwrite a change that was made outside Pulumi. */
export const conflictAnswers = ["warn", "fail", "overwrite"] as const;
export type OnConflict = (typeof conflictAnswers)[number];

/** Everything that a stack's configuration holds for this provider. */
export interface Settings extends ConnectionSettings {
  /** The default of `deploy.wait` for the whole stack. Default true. */
  wait: boolean;
  /** File with a JSON schema for `json`. Default: none. */
  configSchema: string | undefined;
  /** The default of `onConflict` for the whole stack. Default: none, which counts as "warn", except for adoptions. */
  onConflict: OnConflict | undefined;
}

/** The name of a configuration key. */
export type SettingName = Exclude<keyof Settings, "otherTokenInEnvironment">;

/** One configuration key. */
export interface SettingKey {
  key: SettingName;
  /** Environment variable that counts if the stack's configuration has no value. */
  variable: string;
  /** `undefined` if nothing stands for a value that is not set. */
  default: string | number | boolean | undefined;
  type: "string" | "integer" | "number" | "boolean";
  secret: boolean;
  /** A value that shows its form, for the command that sets it. */
  example: string;
  description: string;
}

const rows: readonly (Omit<SettingKey, "variable" | "secret" | "default"> &
  Partial<Pick<SettingKey, "default">>)[] = [
  {
    key: "baseUrl",
    type: "string",
    example: "https://panel.example.com",
    description:
      "Base address of the service, without /api/v1. It must be https, or http on a loopback address, unless allowInsecureHttp is true.",
  },
  {
    key: "token",
    type: "string",
    example: "",
    description: "Personal access token, made in the platform's profile settings.",
  },
  {
    key: "maxConcurrentRequests",
    default: 16,
    type: "integer",
    example: "16",
    description: "Connections in use at once, 1 to 1000.",
  },
  {
    key: "requestTimeout",
    default: 30,
    type: "number",
    example: "30",
    description: "Seconds for one request, from sending it to the last byte of the answer, at most 86400.",
  },
  {
    key: "maxRetries",
    default: 5,
    type: "integer",
    example: "5",
    description:
      "Tries after the first for one request, 0 to 100. Waiting because of the rate limit does not count.",
  },
  {
    key: "allowInsecureHttp",
    default: false,
    type: "boolean",
    example: "true",
    description:
      "Allows a base address with http on another machine. The token then travels readable for everybody on the way.",
  },
  {
    key: "wait",
    default: true,
    type: "boolean",
    example: "false",
    description:
      "Default of deploy.wait: whether an operation blocks until the deployments that it starts have ended.",
  },
  {
    key: "configSchema",
    type: "string",
    example: "host.schema.json",
    description:
      "File with a JSON schema, relative to the folder of the project. The json of every Host and GroupConfig is checked against it, in preview already.",
  },
  {
    key: "onConflict",
    type: "string",
    example: "fail",
    description:
      "Default of onConflict: what an update does if its save would overwrite or remove a value that was changed outside Pulumi. `warn` reports it, `fail` saves nothing, `overwrite` saves without a message. If it is not set, updates warn, and an adoption that would remove keys fails.",
  },
];

/** Every configuration key, in the order of the documentation. */
export const settingKeys: readonly SettingKey[] = rows.map((row) => ({
  default: undefined,
  variable: `HOSTCONFIG_${row.key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
  secret: row.key === "token",
  ...row,
}));

/** A value of the right form; the rule is what a message says of any other. */
function value<Form extends z.ZodType>(form: Form, rule: string) {
  return z.string().transform((text, context): z.output<Form> => {
    const { success, data } = form.safeParse(text);
    if (!success) context.addIssue({ code: "custom", message: rule });
    return success ? data : z.NEVER;
  });
}

const wholeNumber = (minimum: number, maximum: number) =>
  value(
    z.coerce.number().int().min(minimum).max(maximum),
    `must be a whole number from ${minimum} to ${maximum}`,
  );
const seconds = value(
  // Longer ones do not fit into a timer.
  z.coerce.number().positive().max(86_400),
  "must be a number of seconds above 0, at most 86400",
);
const boolean = value(
  z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"] }),
  "must be true or false",
);

const schema = z.object({
  maxConcurrentRequests: wholeNumber(1, 1000).default(16),
  requestTimeout: seconds.default(30),
  maxRetries: wholeNumber(0, 100).default(5),
  allowInsecureHttp: boolean.default(false),
  wait: boolean.default(true),
  configSchema: z.string().optional(),
  onConflict: value(z.enum(conflictAnswers), 'must be "warn", "fail" or "overwrite"').optional(),
});

/**
 * Resolves every key: the stack's configuration, then the environment variable, then the default. Empty text counts as
 * not set.
 *
 * @param get a key of the stack's configuration, without the `hostconfig:` before it
 * @throws SettingsError that lists every problem. A missing token alone is no problem until `token()` is called.
 */
export function readSettings(
  get: (key: SettingName) => string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  const text = (key: SettingName) => notEmpty(get(key)) ?? environmentValue(key, env);
  const texts = Object.fromEntries(settingKeys.map(({ key }) => [key, text(key)]));
  const parsed = schema.safeParse(texts);
  // Read apart from the rest, so that its problem is reported together with those of other keys.
  const insecure = boolean.safeParse(texts["allowInsecureHttp"]).data ?? false;
  const address =
    texts["baseUrl"] === undefined ? { problem: "is not set" } : readBaseUrl(texts["baseUrl"], insecure);

  if (!parsed.success || "problem" in address) {
    const problems = new Map(parsed.error?.issues.map(({ path, message }) => [path[0], message]));
    if ("problem" in address) problems.set("baseUrl", address.problem);
    throw new SettingsError(
      settingKeys.flatMap((entry) => {
        if (entry.key === "token") return tokenProblem(texts["token"] ?? "") ?? [];
        const problem = problems.get(entry.key);
        return problem === undefined ? [] : [inWords(entry, problem)];
      }),
    );
  }
  return {
    configSchema: undefined,
    onConflict: undefined,
    ...parsed.data,
    baseUrl: address.baseUrl,
    token: () => readToken(text("token")),
    otherTokenInEnvironment: () => ![undefined, text("token")].includes(environmentValue("token", env)),
  };
}

/** The value of a key's environment variable, trimmed; `undefined` where it is not set. */
export function environmentValue(
  key: SettingName,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const entry = settingKeys.find((other) => other.key === key);
  return entry && notEmpty(env[entry.variable]);
}

function notEmpty(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? undefined : trimmed;
}

function inWords(entry: SettingKey, problem: string): string {
  return (
    `hostconfig:${entry.key} ${problem}: set it with \`pulumi config set hostconfig:${entry.key} ${entry.example}\` ` +
    `or the environment variable ${entry.variable}.`
  );
}

/**
 * Trims a token and checks that it can stand in a header.
 *
 * @throws SettingsError without the token in its message
 */
export function readToken(text: string | undefined): string {
  const token = text?.trim() ?? "";
  const problem = tokenProblem(token);
  if (problem !== undefined) throw new SettingsError([problem]);
  return token;
}

/** What is wrong with a trimmed token; `undefined` where nothing is. */
export function tokenProblem(token: string): string | undefined {
  if (token === "") return `hostconfig:token is not set: ${howToSet}.`;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return (
      "hostconfig:token holds characters that a token cannot have, such as a space or a line break inside. " +
      `Copy the token alone, without the word "Bearer": ${howToSet}.`
    );
  }
  return undefined;
}

const howToSet =
  "set it with `pulumi config set --secret hostconfig:token` or the environment variable HOSTCONFIG_TOKEN; " +
  "tokens are made in the platform's profile settings";

/** A base address that was accepted, or what is wrong with it. */
export type BaseUrlReading = { baseUrl: string } | { problem: string };

/**
 * Checks a base address and brings it into one form: no trailing slash, no trailing `/api/v1`, a base path kept.
 *
 * A problem never repeats the address, since it may hold a password.
 */
export function readBaseUrl(text: string, allowInsecureHttp: boolean): BaseUrlReading {
  if (!URL.canParse(text)) return { problem: "is not a URL; it looks like https://panel.example.com" };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { problem: "must begin with https://" };
  }
  if (url.username !== "" || url.password !== "") {
    return { problem: "must not hold a user name or password; the token is all that the service asks for" };
  }
  if (url.search !== "" || url.hash !== "") {
    return { problem: "must not hold a query or fragment (? or #)" };
  }
  if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
    return {
      problem:
        "must begin with https://, since http would send the token readable for everybody on the way " +
        "(to allow that all the same: `pulumi config set hostconfig:allowInsecureHttp true`)",
    };
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  return { baseUrl: url.origin + path.replace(/\/+$/, "") };
}

/** Whether a URL's host name is this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  // The URL parser has already brought every spelling of an IPv4 address into four decimal numbers.
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
