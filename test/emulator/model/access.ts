import type { Clock } from "../clock";

/** The kinds of token that the reference names. */
export type Access = "client" | "admin" | "cms";

export interface Token {
  readonly token: string;
  readonly access: Access;
  /** The client whose resources it may reach; null for all. */
  readonly clientId: number | null;
  /** Whose requests the rate limit counts together. */
  readonly owner: string;
  /** Milliseconds of the emulator's clock; null for never. */
  expiresAt: number | null;
}

/** Who sent a request, from its `Authorization` header. */
export type Identity =
  | { readonly kind: Access; readonly token: Token }
  | { readonly kind: "none"; readonly token: null }
  | { readonly kind: "invalid"; readonly token: null }
  | { readonly kind: "expired"; readonly token: Token };

const nobody: Identity = { kind: "none", token: null };
const stranger: Identity = { kind: "invalid", token: null };

export class TokenBook {
  readonly #tokens = new Map<string, Token>();

  add(token: Token): void {
    this.#tokens.set(token.token, token);
  }

  get(token: string): Token | undefined {
    return this.#tokens.get(token);
  }

  identify(header: string | undefined, clock: Clock): Identity {
    if (header === undefined || header === "") return nobody;
    const value = /^Bearer +(\S+)$/i.exec(header)?.[1];
    const token = value === undefined ? undefined : this.#tokens.get(value);
    if (token === undefined) return stranger;
    if (token.expiresAt !== null && token.expiresAt <= clock.now()) return { kind: "expired", token };
    return { kind: token.access, token };
  }
}

/** Whether a token may reach what belongs to this client. */
export function mayReach(token: Token, clientId: number): boolean {
  return token.clientId === null || token.clientId === clientId;
}
