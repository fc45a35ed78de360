import type { MiddlewareHandler } from "hono";
import { AppError } from "#contracts/errors.ts";
import { ipGroup, ipNetwork } from "#contracts/ip-group.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { AppEnv } from "./env.ts";

export type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> };

/**
 * @param limiter Workers rate-limit binding: approximate, per location
 * @param counter requests with a counter of their own, beside the visitor's other ones
 */
export function rateLimit(limiter: RateLimiter, counter = ""): MiddlewareHandler<AppEnv> {
  return async function rateLimit(c, next) {
    const key = `${counter}${limiterKey(c.req.header("cf-connecting-ip"))}`;
    const { success } = await limiter.limit({ key });
    if (!success) throw new AppError("rate_limited", MESSAGES.refused.rateLimited);
    await next();
  };
}

/** @param ip as Cloudflare reports it, never a client's header */
export function visitorKey(ip: string | undefined): string {
  return ip === undefined ? "unknown" : ipGroup(ip);
}

/** An IPv6 /48 has the limits of so many visitors. */
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
