import { CAPTCHA_HEADER, type CaptchaAction } from "#contracts/api/captcha.ts";
import { AppError } from "#contracts/errors.ts";
import { MESSAGES } from "#contracts/messages/common.ts";
import type { Captcha } from "../adapters/turnstile.ts";
import type { AppContext } from "./env.ts";

/**
 * When Cloudflare does not answer, everybody passes: enquiries and payments are always accepted, and the limits hold
 * without it.
 */
export async function hasSolvedCaptcha(
  c: AppContext,
  captcha: Captcha,
  action: CaptchaAction,
  token: string,
): Promise<boolean> {
  const verdict = await captcha.verify(token, action, c.req.header("cf-connecting-ip"));
  if (verdict === "unreachable") c.var.log.error("captcha_unreachable", { action });
  return verdict !== "failed";
}

/** @throws {AppError} `captcha_failed` */
export async function requireCaptcha(
  c: AppContext,
  captcha: Captcha,
  action: CaptchaAction,
): Promise<void> {
  const token = c.req.header(CAPTCHA_HEADER) ?? "";
  if (await hasSolvedCaptcha(c, captcha, action, token)) return;
  throw new AppError("captcha_failed", MESSAGES.refused.captchaFailed);
}
