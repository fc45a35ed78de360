import type { Context } from "hono";
import { visitorKey } from "../../http/rate-limit.ts";
import type { LimitDeps } from "../deps.ts";
import { AuthError } from "../http/auth-errors.ts";
import type { LimitBucket, LimitResult } from "./limits.ts";

/** The IP address as Cloudflare reports it. */
export function visitorKeyOf(c: Context): string {
  return visitorKey(c.req.header("cf-connecting-ip"));
}

/** @throws {AuthError} `over_request_rate_limit` */
export async function requireAllowed(
  c: Context,
  { limits }: LimitDeps,
  bucket: LimitBucket,
): Promise<void> {
  rejectUnlessAllowed(await limits.take(bucket, visitorKeyOf(c)));
}

/**
 * Counts a typed code as wrong until {@link recordCodeSuccess}.
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

export async function recordCodeSuccess(
  c: Context,
  { limits }: LimitDeps,
  account: string,
): Promise<void> {
  await limits.recordCodeSuccess(account, visitorKeyOf(c));
}

/**
 * Counts a password as wrong until {@link recordSuccessFrom}.
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
