import type { Context } from "hono";
import { takeCodeAttempt } from "#db/accounts/one-time-tokens/change-tokens.ts";
import type { PresentedToken } from "#db/accounts/one-time-tokens/redeem-token.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import { requireCodeAttemptAllowed, visitorKeyOf } from "../limits/require-allowed.ts";

type TypedCode = Extract<PresentedToken, { kind: "code" }>;

/**
 * Counts a typed code: at its token, and for its address if a code was open there.
 *
 * @param address email or phone
 * @throws {AuthError} `otp_expired` if no open code is the typed one, or `over_request_rate_limit`
 */
export async function requireRightCode(
  c: Context,
  deps: AuthDeps,
  address: string,
  typed: TypedCode["hashes"],
): Promise<void> {
  await requireCodeAttemptAllowed(c, deps, address);
  const open = await takeCodeAttempt(deps.db, {
    relatesTo: address,
    purposes: typed.map(({ purpose }) => purpose),
    at: deps.now().toISOString(),
  });
  if (open.length === 0) {
    c.executionCtx.waitUntil(deps.limits.uncountCodeAttempt(address, visitorKeyOf(c)));
  }
  if (typed.some(({ codeHash }) => open.includes(codeHash))) return;
  throw new AuthError("otp_expired", "Token has expired or is invalid");
}
