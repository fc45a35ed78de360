import { AppError } from "#contracts/errors.ts";
import { ipGroup, ipNetwork } from "#contracts/ip-group.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { VerifyToken } from "./api-key.ts";
import type { AppMiddleware } from "./env.ts";
import { readBearerToken } from "./request-headers.ts";

export type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> };

/**
 * @param limiter Workers rate-limit binding: approximate, per location
 * @param counter requests with a counter of their own, beside the visitor's other ones
 */
export function rateLimit(limiter: RateLimiter, counter = ""): AppMiddleware {
  return async function rateLimit(c, next) {
    const key = `${counter}${limiterKey(c.req.header("cf-connecting-ip"))}`;
    const { success } = await limiter.limit({ key });
    if (!success) throw rateLimitedError();
    await next();
  };
}

/** Whether {@link limitAll} stands before a path: not before files, notifications, probes and refreshes. */
export function hasDefaultLimit(path: string): boolean {
  return (
    /^\/(?:rest|functions|auth)\/|^\/(?:docs|openapi\.json|review)$/.test(path) &&
    path !== "/auth/v1/token"
  );
}

export type DefaultLimitDeps = { defaultLimiter: RateLimiter; verifyToken: VerifyToken };

/**
 * Limits all requests of a visitor, and of an account from all its addresses.
 *
 * @param makeError of the API that it stands before
 */
export function limitAll(
  { defaultLimiter, verifyToken }: DefaultLimitDeps,
  makeError: () => Error = rateLimitedError,
): AppMiddleware {
  return async function limitAll(c, next) {
    const bearer = readBearerToken(c);
    // An invalid token is refused by the routes that read one.
    const claims = bearer === undefined ? null : await verifyToken(bearer).catch(() => null);
    const keys = [limiterKey(c.req.header("cf-connecting-ip")), claims?.sub ?? null];
    for (const key of keys) {
      if (key !== null && !(await defaultLimiter.limit({ key })).success) throw makeError();
    }
    await next();
  };
}

export function rateLimitedError(): AppError {
  return new AppError("rate_limited", MESSAGES.refused.rateLimited);
}

/** @param ip as Cloudflare reports it, never a client's header */
export function visitorKey(ip: string | undefined): string {
  return ip === undefined ? "unknown" : ipGroup(ip);
}

/** An IPv6 /48 has the limits of this many visitors together. */
export const VISITORS_PER_NETWORK = 4;

/**
 * The binding has one limit for all keys, so the visitors of an IPv6 /48 share a few keys.
 *
 * @param ip as Cloudflare reports it
 */
export function limiterKey(ip: string | undefined): string {
  const network = ip === undefined ? null : ipNetwork(ip);
  const visitor = visitorKey(ip);
  if (network === null) return visitor;
  const subnet = Number.parseInt(visitor.split(":")[3] ?? "0", 16);
  return `${network} ${subnet % VISITORS_PER_NETWORK}`;
}
