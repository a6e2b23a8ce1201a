import { SettingsError } from "./errors";

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
