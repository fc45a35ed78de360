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
  config: Pick<
    EdgeConfig,
    | "API_URL"
    | "API_EXTERNAL_URL"
    | "JWT_ISSUER"
    | "JWT_EXP"
    | "JWT_AUD"
    | "SESSIONS_INACTIVITY_TIMEOUT"
  >,
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
