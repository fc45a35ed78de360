import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { paths } from "../../../paths.ts";
import { auth } from "../../session/load-auth-client.ts";
import { getReturnTo } from "../../session/return-to.ts";
import { orThrow } from "./or-throw.ts";

export type CodePurpose = "signup" | "recovery" | "magiclink";

/** GoTrue answers the same for unknown addresses. */
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

/** The link may open in another tab, which lacks this tab's storage. */
export function returnToUrl(): string {
  return window.location.origin + getReturnTo(sessionStorageOrNull());
}
