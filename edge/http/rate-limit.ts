import type { MiddlewareHandler } from "hono";
import { AppError } from "#contracts/errors.ts";
import { ipGroup } from "#contracts/ip-group.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { AppEnv } from "./env.ts";

export type RateLimiter = { limit(options: { key: string }): Promise<{ success: boolean }> };

/**
 * @param limiter Workers rate-limit binding: approximate, per location
 */
export function rateLimit(limiter: RateLimiter): MiddlewareHandler<AppEnv> {
  return async function rateLimit(c, next) {
    const { success } = await limiter.limit({ key: visitorKey(c.req.header("cf-connecting-ip")) });
    if (!success) throw new AppError("rate_limited", MESSAGES.refused.rateLimited);
    await next();
  };
}

/** @param address as Cloudflare reports it, never a client's header */
export function visitorKey(address: string | undefined): string {
  return address === undefined ? "unknown" : ipGroup(address);
}
