import { paths } from "../../paths.ts";
import { sessionStorageOrNull } from "../../lib/browser-storage.ts";
import { auth } from "../session/auth.ts";
import { getReturnTo } from "../session/return-to.ts";
import { orThrow } from "./use-submission.ts";

/** What a mail with a code can be for. */
export type CodePurpose = "signup" | "recovery" | "magiclink";

/**
 * Asks for a mail with a link and a code. The service answers the same for addresses that it does not know.
 *
 * @throws what the service refused, or when it cannot be reached
 */
export async function sendCodeMail(purpose: CodePurpose, email: string): Promise<void> {
  const client = await auth();
  switch (purpose) {
    case "signup":
      orThrow(
        await client.resend({
          type: "signup",
          email,
          options: { emailRedirectTo: returnToUrl() },
        }),
      );
      return;
    case "recovery":
      orThrow(
        await client.resetPasswordForEmail(email, {
          redirectTo: window.location.origin + paths.forgotPassword,
        }),
      );
      return;
    case "magiclink":
      orThrow(
        await client.signInWithOtp({
          email,
          options: { shouldCreateUser: false, emailRedirectTo: returnToUrl() },
        }),
      );
      return;
  }
}

/** Where a mail's link leads in the end. It may be opened in another tab, which has not this one's memory. */
export function returnToUrl(): string {
  return window.location.origin + getReturnTo(sessionStorageOrNull());
}
