import type { MiddlewareHandler } from "hono";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { AppEnv } from "./env.ts";

/** The part of a Workers rate-limit binding that we use. */
export type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> };

/**
 * Refuses with 429 whoever asks too often.
 *
 * @param limiter the binding that counts, by location and approximately
 */
export function rateLimit(limiter: RateLimiter): MiddlewareHandler<AppEnv> {
  return async function rateLimit(c, next) {
    const { success } = await limiter.limit({ key: visitorKey(c.req.header("cf-connecting-ip")) });
    if (!success) throw new AppError("rate_limited", MESSAGES.refused.rateLimited);
    await next();
  };
}

/**
 * What one visitor is counted under: the address that Cloudflare saw, never a header that a client can set.
 *
 * @param address IPv4 or IPv6; of IPv6 the first 64 bits, because one household owns that many addresses
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
