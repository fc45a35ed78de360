import { createHmac, hash } from "node:crypto";
import type { TokenPurpose } from "#db/schema/accounts.ts";

/** Derives code and link from a token's id, so that neither is stored or queued. */
export type OneTimeCodes = {
  code(tokenId: string, length: number): string;
  /** 64 hexadecimal digits, after `pkce_` when the link leads to a PKCE code. */
  linkToken(tokenId: string, isPkce: boolean): string;
  /** Keyed, because a plain hash of six digits is reversed at once. */
  codeHash(
    purpose: TokenPurpose | "factor" | "recovery_code",
    address: string,
    code: string,
  ): string;
  linkHash(linkToken: string): string;
  /** The token of a security notice: 43 characters of base64url. */
  removalToken(eventId: string): string;
};

const PKCE_PREFIX = "pkce_";

export const MFA_CODE_DIGITS = 6;

/** @param secret shared by edge and worker, at least 32 characters */
export function createOneTimeCodes(secret: string): OneTimeCodes {
  const keyed = (...parts: string[]) =>
    createHmac("sha256", secret).update(JSON.stringify(parts)).digest();
  return {
    code(tokenId, length) {
      // 64 bits over at most ten digits: the modulo bias is negligible.
      const number = keyed("code", tokenId).readBigUInt64BE() % 10n ** BigInt(length);
      return number.toString().padStart(length, "0");
    },
    linkToken: (tokenId, isPkce) =>
      `${isPkce ? PKCE_PREFIX : ""}${keyed("link", tokenId).toString("hex")}`,
    codeHash: (purpose, address, code) => keyed("hash", purpose, address, code).toString("hex"),
    linkHash: (linkToken) => hash("sha256", linkToken),
    removalToken: (eventId) => keyed("removal", eventId).toString("base64url"),
  };
}

export function isPkceLink(linkToken: string): boolean {
  return linkToken.startsWith(PKCE_PREFIX);
}

type Dated = { createdAt: string; expiresAt: string };

/** In seconds. */
export function lifetimeS({ createdAt, expiresAt }: Dated): number {
  return (Date.parse(expiresAt) - Date.parse(createdAt)) / 1_000;
}
