import * as z from "zod";
import type { CaptchaAction } from "#contracts/api/captcha.ts";
import type { EdgeConfig } from "../config.ts";

const API_BASE = "https://challenges.cloudflare.com";
const TIMEOUT_MS = 3_000;
/** Cloudflare's limit. */
const TOKEN_MAX_CHARS = 2_048;

type CaptchaVerdict = "passed" | "failed" | "unreachable";

export type Captcha = {
  /** @param ip as Cloudflare reports it */
  verify(token: string, action: CaptchaAction, ip: string | undefined): Promise<CaptchaVerdict>;
};

const Verdict = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  "error-codes": z.array(z.string()).default([]),
});

/** The visitor cannot cause these. */
const OUR_FAULTS = new Set(["missing-input-secret", "invalid-input-secret", "internal-error"]);

/**
 * Cloudflare Turnstile. A token is good for 300 seconds, once.
 *
 * @returns null without a secret: no captcha is needed then
 */
export function createCaptcha(
  config: Pick<EdgeConfig, "SECURITY_CAPTCHA_SECRET" | "TURNSTILE_API_BASE" | "SITE_URL">,
): Captcha | null {
  const { SECURITY_CAPTCHA_SECRET: secret, TURNSTILE_API_BASE: base = API_BASE } = config;
  if (secret === undefined) return null;
  const { hostname } = new URL(config.SITE_URL);
  return {
    async verify(token, action, ip) {
      if (token === "" || token.length > TOKEN_MAX_CHARS) return "failed";
      const answer = await fetch(`${base}/turnstile/v0/siteverify`, {
        method: "POST",
        body: new URLSearchParams({
          secret,
          response: token,
          ...(ip !== undefined && { remoteip: ip }),
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
        .then((response) => response.json())
        .catch(() => null);
      const verdict = Verdict.safeParse(answer);
      if (!verdict.success) return "unreachable";
      const { data } = verdict;
      if (data["error-codes"].some((code) => OUR_FAULTS.has(code))) return "unreachable";
      const isOurs = data.hostname === hostname && data.action === action;
      return data.success && isOurs ? "passed" : "failed";
    },
  };
}
