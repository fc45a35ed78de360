import type { Context } from "hono";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import { consumeForVisitor, refundToVisitor } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireCaptcha } from "../http/captcha.ts";
import type { AppEnv } from "../http/env.ts";

/**
 * Counts a visitor's promotion code as refused until it is found: beyond the limit each needs a captcha, if there is one.
 *
 * @param hasSolved the request's captcha, which is good once
 * @throws {AppError} `captcha_failed`, `rate_limited`, and what `find` throws
 */
export async function withLimitedCodes<T>(
  c: Context<AppEnv>,
  { authLimits: limits, captcha }: Pick<EdgeDeps, "authLimits" | "captcha">,
  find: () => Promise<T>,
  hasSolved = false,
): Promise<T> {
  const { allowed } = await consumeForVisitor(c, { limits }, "refused_code");
  if (!allowed && captcha === null) {
    throw new AppError("rate_limited", MESSAGES.refused.rateLimited);
  }
  if (!allowed && captcha !== null && !hasSolved) await requireCaptcha(c, captcha, "checkout");
  const found = await find();
  if (allowed) await refundToVisitor(c, { limits }, "refused_code");
  return found;
}
