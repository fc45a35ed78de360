import type { CaptchaAction } from "#contracts/api/captcha.ts";
import { codeOf } from "../../lib/error-message.ts";

type Solved = { readonly captchaToken?: string };

/**
 * Makes a call, and makes it again with a token when the server asks for a captcha. Tokens are used
 * at once, so none is spent or too old.
 * @throws what the call throws
 */
export async function withCaptcha<T>(
  action: CaptchaAction,
  call: (solved: Solved) => Promise<T>,
): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    if (codeOf(error) !== "captcha_failed") throw error;
    const { solveCaptcha } = await import("./solve-captcha.tsx");
    const captchaToken = await solveCaptcha(action);
    if (captchaToken === null) throw error;
    return call({ captchaToken });
  }
}
