import type { Session } from "@supabase/auth-js";
import { withCaptcha } from "../../captcha/with-captcha.ts";
import { auth } from "../../session/load-auth-client.ts";
import { orThrow } from "./or-throw.ts";
import { returnToUrl } from "./return-to-url.ts";

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
