import { GoTrueClient, type Session } from "@supabase/auth-js";
import { eventually } from "./eventually.ts";
import { freshAddress, type InboxMail, mailsAbout } from "./stack-client.ts";
import { freshIp } from "./fresh-ip.ts";
import { thisStack } from "./this-stack.ts";

export type TestAccount = { readonly email: string; readonly password: string };

export function freshAuthClient(flowType: "implicit" | "pkce" = "implicit"): GoTrueClient {
  const { api, anonKey } = thisStack();
  return new GoTrueClient({
    url: `${api}/auth/v1`,
    headers: { apikey: anonKey, "cf-connecting-ip": freshIp() },
    persistSession: false,
    autoRefreshToken: false,
    flowType,
  });
}

export function codeIn(mail: InboxMail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`"${mail.subject}" has no code.`);
  return code;
}

export function linkIn(mail: InboxMail): string {
  const link = /https?:\/\/\S+\/confirm#\S+/.exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`"${mail.subject}" has no link.`);
  return link;
}

/**
 * Waits for an email to an address.
 *
 * @param index 0 is the first email it ever received
 */
export async function mailTo(address: string, index = 0): Promise<InboxMail> {
  return eventually(`mail ${index + 1} to ${address}`, async () =>
    (await mailsAbout(address)).filter((mail) => mail.to === address).at(index),
  );
}

/** Signs up and confirms. The session is the account's only one, and costs no second password hash. */
export async function signUp(firstName = "Ada"): Promise<TestAccount & { session: Session }> {
  const account = { email: freshAddress(), password: "low tide at six" };
  const client = freshAuthClient();
  const { error } = await client.signUp({
    ...account,
    options: { data: { first_name: firstName, last_name: "Byron" } },
  });
  if (error !== null) throw error;
  const token = codeIn(await mailTo(account.email));
  const { data } = await client.verifyOtp({ email: account.email, token, type: "signup" });
  if (data.session === null) throw new Error(`${account.email} could not be confirmed`);
  return { ...account, session: data.session };
}

/** An account without a session. */
export async function freshAccount(firstName?: string): Promise<TestAccount> {
  const { session, ...account } = await signUp(firstName);
  const { error } = await freshAuthClient().admin.signOut(session.access_token, "local");
  if (error !== null) throw error;
  return account;
}
