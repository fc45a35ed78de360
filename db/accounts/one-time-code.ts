import { createHash, createHmac } from "node:crypto";
import type { TokenPurpose } from "#db/schema/accounts.ts";

/** What edge and worker derive from a one-time token's id, so that nobody has to store or send it. */
export type OneTimeCodes = {
  /** The digits that a person types in. */
  code(tokenId: string, length: number): string;
  /** What a link carries: 64 hexadecimal digits, after `pkce_` where the link leads to a code for a browser. */
  linkToken(tokenId: string, isPkce: boolean): string;
  /** What is stored of a code: without the secret, six digits behind a plain hash are found in no time. */
  codeHash(purpose: TokenPurpose | "second_step", address: string, code: string): string;
  /** What is stored of a link. */
  linkHash(linkToken: string): string;
};

const PKCE_PREFIX = "pkce_";

/** How many digits a phone that serves as a second step is sent. */
export const MFA_CODE_DIGITS = 6;

/**
 * @param secret shared by edge and worker, at least 32 characters
 */
export function createOneTimeCodes(secret: string): OneTimeCodes {
  const keyed = (...parts: string[]) =>
    createHmac("sha256", secret).update(JSON.stringify(parts)).digest();
  return {
    code(tokenId, length) {
      // 64 bits over at most ten digits: no code is noticeably likelier than another.
      const number = keyed("code", tokenId).readBigUInt64BE() % 10n ** BigInt(length);
      return number.toString().padStart(length, "0");
    },
    linkToken: (tokenId, isPkce) =>
      `${isPkce ? PKCE_PREFIX : ""}${keyed("link", tokenId).toString("hex")}`,
    codeHash: (purpose, address, code) => keyed("hash", purpose, address, code).toString("hex"),
    linkHash: (linkToken) => createHash("sha256").update(linkToken).digest("hex"),
  };
}

/** Whether a link's token leads to a code for the browser that began the flow. */
export function isPkceLink(linkToken: string): boolean {
  return linkToken.startsWith(PKCE_PREFIX);
}
