import type { Context } from "hono";
import { AppError } from "#contracts/errors.ts";
import { ipNetwork } from "#contracts/ip-group.ts";
import type { Account } from "#db/accounts/users/account-row.ts";
import type { AppMiddleware } from "../../http/env.ts";
import { rateLimitedError, visitorKey, VISITORS_PER_NETWORK } from "../../http/rate-limit.ts";
import type { LimitDeps } from "../deps.ts";
import { AuthError, waitMessage } from "../http/auth-errors.ts";
import type { LimitResult } from "./limits.ts";
import type { LimitBucket } from "./rules.ts";

export function visitorKeyOf(c: Context): string {
  return visitorKey(c.req.header("cf-connecting-ip"));
}

/** Takes from the visitor's bucket, then from the one of its IPv6 /48. */
export function consumeForVisitor(
  c: Context,
  deps: LimitDeps,
  bucket: LimitBucket,
): Promise<LimitResult> {
  return consumeForIp(c.req.header("cf-connecting-ip"), deps, bucket);
}

/** @param ip as Cloudflare reports it */
export async function consumeForIp(
  ip: string | undefined,
  { limits }: LimitDeps,
  bucket: LimitBucket,
): Promise<LimitResult> {
  const own = await limits.take(bucket, visitorKey(ip));
  const network = ipNetwork(ip ?? "");
  if (!own.allowed || network === null) return own;
  return limits.take(bucket, network, VISITORS_PER_NETWORK);
}

/** @throws {AuthError} `over_request_rate_limit` */
export async function requireAllowed(
  c: Context,
  deps: LimitDeps,
  bucket: LimitBucket,
): Promise<void> {
  rejectUnlessAllowed(await consumeForVisitor(c, deps, bucket));
}

/**
 * Counts a visitor's requests for one account or address apart: others behind the same IP address do not spend them.
 *
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requireAllowedFor(
  c: Context,
  { limits }: LimitDeps,
  bucket: LimitBucket,
  account: string,
): Promise<void> {
  rejectUnlessAllowed(await limits.take(bucket, `${visitorKeyOf(c)} ${account}`));
}

/**
 * Counts a genuine refresh token by its session, any other by the visitor.
 *
 * @param sessionId null for a malformed or forged token
 * @throws {AuthError} `service_unavailable`, because clients end a session whose refresh is answered with 4xx
 */
export async function requireRefreshAllowed(
  c: Context,
  deps: LimitDeps,
  sessionId: string | null,
): Promise<void> {
  const { allowed, retryAfterS } =
    sessionId === null
      ? await consumeForVisitor(c, deps, "token")
      : await deps.limits.take("refresh", sessionId);
  if (allowed) return;
  throw new AuthError("service_unavailable", waitMessage(retryAfterS), { retryAfterS });
}

/** Uncounts what {@link consumeForVisitor} counted. */
export async function refundToVisitor(
  c: Context,
  { limits }: LimitDeps,
  bucket: LimitBucket,
): Promise<void> {
  const network = ipNetwork(c.req.header("cf-connecting-ip") ?? "");
  await Promise.all([
    limits.uncount(bucket, visitorKeyOf(c)),
    network === null ? null : limits.uncount(bucket, network, VISITORS_PER_NETWORK),
  ]);
}

/** Counts password attempts on an account: its email, as at the sign-in, or else its phone or id. */
export function accountLimitKey({
  id,
  email,
  phone,
}: Pick<Account, "id" | "email" | "phone">): string {
  return email ?? phone ?? id;
}

/**
 * Counts a typed code as wrong until {@link recordCodeSuccess}.
 *
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requireCodeAttemptAllowed(
  c: Context,
  { limits }: LimitDeps,
  limitKey: string,
): Promise<void> {
  const { allowed, retryAfterS } = await limits.checkCodeAttempt(limitKey, visitorKeyOf(c));
  if (allowed) return;
  throw new AuthError("over_request_rate_limit", waitMessage(retryAfterS), { retryAfterS });
}

export async function recordCodeSuccess(
  c: Context,
  { limits }: LimitDeps,
  limitKey: string,
): Promise<void> {
  await limits.recordCodeSuccess(limitKey, visitorKeyOf(c));
}

/**
 * Counts a password as wrong until {@link recordSuccessFrom}.
 *
 * @param share of the visitor, which is needed only where the account does not know the address
 * @throws {AuthError} `over_request_rate_limit`
 */
export async function requirePasswordAttemptAllowed(
  c: Context,
  { limits }: LimitDeps,
  limitKey: string,
  share: LimitResult = { allowed: true, retryAfterS: 0 },
): Promise<void> {
  const attempt = await limits.checkPasswordAttempt(limitKey, visitorKeyOf(c), !share.allowed);
  rejectUnlessAllowed({
    allowed: attempt.allowed,
    retryAfterS: Math.max(attempt.retryAfterS, share.retryAfterS),
  });
}

export async function recordSuccessFrom(
  c: Context,
  { limits }: LimitDeps,
  limitKey: string,
): Promise<void> {
  await limits.recordSuccessFrom(limitKey, visitorKeyOf(c));
}

function rejectUnlessAllowed({ allowed, retryAfterS }: LimitResult): void {
  if (allowed) return;
  throw new AuthError("over_request_rate_limit", "Request rate limit reached", { retryAfterS });
}

const UNVERIFIED: ReadonlySet<string> = new Set(["signature_invalid", "payload_too_large"]);

/** Counts each webhook as wrong until its signature is right, and refuses before the body is read. */
export function limitWrongSignatures(deps: LimitDeps): AppMiddleware {
  return async function limitWrongSignatures(c, next) {
    const { allowed } = await consumeForVisitor(c, deps, "webhook_signature");
    if (!allowed) throw rateLimitedError();
    await next();
    const isWrong = c.error instanceof AppError && UNVERIFIED.has(c.error.code);
    if (!isWrong) c.executionCtx.waitUntil(refundToVisitor(c, deps, "webhook_signature"));
  };
}
