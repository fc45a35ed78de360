import { paths } from "../../paths.ts";
import { withCaptcha } from "../captcha/with-captcha.ts";
import { returnToUrl } from "../session/return-to.ts";
import { askAuth } from "./account-api.ts";
import { tooSoonRefusal } from "./code-refusal.ts";

export type CodePurpose = "signup" | "recovery" | "magiclink";

/**
 * GoTrue answers the same for unknown addresses, but for a `magiclink`, which it refuses.
 *
 * @returns why no mail was sent, if it is too soon after the last one
 */
export async function sendCodeMail(
  purpose: CodePurpose,
  email: string,
): Promise<ReturnType<typeof tooSoonRefusal>> {
  try {
    await withCaptcha("account", (solved) => {
      switch (purpose) {
        case "signup": {
          const options = { ...solved, emailRedirectTo: returnToUrl() };
          return askAuth((client) => client.resend({ type: "signup", email, options }));
        }
        case "recovery": {
          const options = { ...solved, redirectTo: window.location.origin + paths.forgotPassword };
          return askAuth((client) => client.resetPasswordForEmail(email, options));
        }
        case "magiclink": {
          const options = { ...solved, shouldCreateUser: false, emailRedirectTo: returnToUrl() };
          return askAuth((client) => client.signInWithOtp({ email, options }));
        }
      }
    });
    return null;
  } catch (error) {
    const refusal = tooSoonRefusal(error);
    if (refusal === null) throw error;
    return refusal;
  }
}
