import type { MiddlewareHandler } from "hono";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { AppEnv } from "./env.ts";

export type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> };

/**
 * Rejects with 429.
 *
 * @param limiter Workers rate-limit binding: approximate, per location
 */
export function rateLimit(limiter: RateLimiter): MiddlewareHandler<AppEnv> {
  return async function rateLimit(c, next) {
    const { success } = await limiter.limit({ key: visitorKey(c.req.header("cf-connecting-ip")) });
    if (!success) throw new AppError("rate_limited", MESSAGES.refused.rateLimited);
    await next();
  };
}

/**
 * Key of a visitor: the IP address that Cloudflare reports, never a client's header.
 *
 * @param address IPv4 or IPv6; a household owns a /64, so only its prefix counts
 */
export function visitorKey(address: string | undefined): string {
  if (address === undefined) return "unknown";
  if (!address.includes(":") || address.includes(".")) return address.toLowerCase();
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
