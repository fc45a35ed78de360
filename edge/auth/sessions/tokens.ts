import { createHmac, timingSafeEqual } from "node:crypto";
import { SignJWT } from "jose";
import type { SessionRow } from "#db/accounts/sessions/current-user-sql.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { EdgeConfig } from "../../config.ts";
import { type AuthKeys, issuerOf } from "../../http/signing-keys.ts";

export type AccessTokens = {
  /** @returns `expiresAt` in seconds since the epoch */
  issue(
    account: Account,
    session: Pick<SessionRow, "id" | "aal" | "amr" | "notAfter">,
  ): Promise<{ token: string; expiresIn: number; expiresAt: number }>;
};

export function createAccessTokens(
  config: EdgeConfig,
  keys: AuthKeys,
  now: () => Date,
): AccessTokens {
  const issuer = issuerOf(config);
  return {
    async issue(account, session) {
      const { kid, alg, key } = await keys.signing();
      const issuedAt = Math.floor(now().getTime() / 1_000);
      // A token must not outlive its session, which is asked for its limits at a refresh only.
      const lifeS = Math.min(
        config.JWT_EXP,
        config.SESSIONS_INACTIVITY_TIMEOUT ?? Infinity,
        session.notAfter === null ? Infinity : secondsUntil(session.notAfter, issuedAt),
      );
      const expiresAt = issuedAt + lifeS;
      const token = await new SignJWT({
        email: account.email ?? "",
        phone: account.phone ?? "",
        app_metadata: account.appMetadata,
        user_metadata: account.userMetadata,
        role: account.role,
        aal: session.aal,
        amr: session.amr,
        session_id: session.id,
        is_anonymous: account.isAnonymous,
      })
        .setProtectedHeader({ alg, typ: "JWT", kid })
        .setIssuer(issuer)
        .setSubject(account.id)
        .setAudience(config.JWT_AUD)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresIn: lifeS, expiresAt };
    },
  };
}

function secondsUntil(time: string, nowS: number): number {
  return Math.max(0, Math.floor(Date.parse(time) / 1_000) - nowS);
}

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
