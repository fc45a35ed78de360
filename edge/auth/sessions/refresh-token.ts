import { createHmac, timingSafeEqual } from "node:crypto";

type RefreshTokenContent = { sessionId: string; counter: number };

type ReadRefreshToken =
  | ({ outcome: "read" } & RefreshTokenContent)
  | { outcome: "malformed" }
  | { outcome: "forged" };

export type RefreshTokens = {
  issue(content: RefreshTokenContent): string;
  read(token: string): ReadRefreshToken;
};

const VERSION = 0;
const UUID_BYTES = 16;
const COUNTER_BYTES = 6;
const SIGNATURE_BYTES = 16;
const CONTENT_BYTES = 1 + UUID_BYTES + COUNTER_BYTES;
const TOKEN = /^[A-Za-z0-9_-]{52}$/;

/** GoTrue's own format: well-formed, but unknown here. */
const GOTRUE_TOKEN = /^[a-z0-9]{12}$/;

/** Version, session, counter and a keyed hash: a forged token costs no query. */
export function createRefreshTokens(secret: string): RefreshTokens {
  const sign = (content: Buffer) =>
    createHmac("sha256", secret).update(content).digest().subarray(0, SIGNATURE_BYTES);
  return {
    issue({ sessionId, counter }) {
      const content = Buffer.alloc(CONTENT_BYTES);
      content.writeUInt8(VERSION);
      content.write(sessionId.replaceAll("-", ""), 1, "hex");
      content.writeUIntBE(counter, 1 + UUID_BYTES, COUNTER_BYTES);
      return Buffer.concat([content, sign(content)]).toString("base64url");
    },
    read(token) {
      if (GOTRUE_TOKEN.test(token)) return { outcome: "forged" };
      if (!TOKEN.test(token)) return { outcome: "malformed" };
      const bytes = Buffer.from(token, "base64url");
      const content = bytes.subarray(0, CONTENT_BYTES);
      if (content.readUInt8() !== VERSION) return { outcome: "malformed" };
      const signature = bytes.subarray(CONTENT_BYTES);
      if (!timingSafeEqual(signature, sign(content))) return { outcome: "forged" };
      return {
        outcome: "read",
        sessionId: toUuid(content.toString("hex", 1, 1 + UUID_BYTES)),
        counter: content.readUIntBE(1 + UUID_BYTES, COUNTER_BYTES),
      };
    },
  };
}

/** @param hex 32 digits */
function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
