import type { Session } from "@supabase/auth-js";
import { sessionStorageOrNull } from "../../../lib/browser-storage.ts";
import { paths } from "../../../paths.ts";
import { withCaptcha } from "../../captcha/with-captcha.ts";
import { auth } from "../../session/load-auth-client.ts";
import { getReturnTo } from "../../session/return-to.ts";
import { orThrow } from "./or-throw.ts";

export type CodePurpose = "signup" | "recovery" | "magiclink";

/** @returns null when the address has to be confirmed first */
export async function signUp(
  email: string,
  password: string,
  data: { readonly first_name: string; readonly last_name: string },
): Promise<Session | null> {
  const client = await auth();
  const options = { data, emailRedirectTo: returnToUrl() };
  const { session } = await withCaptcha("account", async (solved) =>
    orThrow(await client.signUp({ email, password, options: { ...options, ...solved } })),
  );
  return session;
}

/** GoTrue answers the same for unknown addresses, but for a `magiclink`, which it refuses. */
export async function sendCodeMail(purpose: CodePurpose, email: string): Promise<void> {
  const client = await auth();
  await withCaptcha("account", async (solved) => {
    switch (purpose) {
      case "signup": {
        const options = { ...solved, emailRedirectTo: returnToUrl() };
        return orThrow(await client.resend({ type: "signup", email, options }));
      }
      case "recovery": {
        const redirectTo = window.location.origin + paths.forgotPassword;
        return orThrow(await client.resetPasswordForEmail(email, { ...solved, redirectTo }));
      }
      case "magiclink": {
        const options = { ...solved, shouldCreateUser: false, emailRedirectTo: returnToUrl() };
        return orThrow(await client.signInWithOtp({ email, options }));
      }
    }
  });
}

/** The link may open in another tab, which lacks this tab's storage. */
function returnToUrl(): string {
  return window.location.origin + getReturnTo(sessionStorageOrNull());
}
