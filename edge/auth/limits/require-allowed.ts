import type { Context } from "hono";
import { visitorKey } from "../../http/rate-limit.ts";
import type { LimitDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import type { LimitBucket, LimitResult } from "./limits.ts";

/** The visitor's IP address as Cloudflare reports it, as a key to count by. */
export function visitorKeyOf(c: Context): string {
  return visitorKey(c.req.header("cf-connecting-ip"));
}

/**
 * Counts a request of this visitor.
 *
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requireAllowed(
  c: Context,
  { limits }: LimitDeps,
  bucket: LimitBucket,
): Promise<void> {
  rejectUnlessAllowed(await limits.take(bucket, visitorKeyOf(c)));
}

/**
 * Counts a typed code as wrong, by account, whatever address it comes from; {@link recordCodeSuccess}
 * takes that back.
 *
 * @param account email, phone or id
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requireCodeAttemptAllowed(
  c: Context,
  { limits }: LimitDeps,
  account: string,
): Promise<void> {
  rejectUnlessAllowed(await limits.checkCodeAttempt(account, visitorKeyOf(c)));
}

/** Uncounts a code that was right. The visitor's address is known from now on. */
export async function recordCodeSuccess(
  c: Context,
  { limits }: LimitDeps,
  account: string,
): Promise<void> {
  await limits.recordCodeSuccess(account, visitorKeyOf(c));
}

/**
 * Counts a comparison with the password as wrong; {@link recordSuccessFrom} takes that back.
 *
 * @param account email, phone or id
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requirePasswordAttemptAllowed(
  c: Context,
  { limits }: LimitDeps,
  account: string,
): Promise<void> {
  rejectUnlessAllowed(await limits.checkPasswordAttempt(account, visitorKeyOf(c)));
}

/** The user proved the account: the visitor's address is known from now on. */
export async function recordSuccessFrom(
  c: Context,
  { limits }: LimitDeps,
  account: string,
): Promise<void> {
  await limits.recordSuccessFrom(account, visitorKeyOf(c));
}

function rejectUnlessAllowed({ allowed, retryAfterS }: LimitResult): void {
  if (allowed) return;
  throw new AuthError("over_request_rate_limit", "Request rate limit reached", { retryAfterS });
}
