import { GoTrueClient, type Session } from "@supabase/auth-js";
import { eventually } from "./eventually.ts";
import { freshIp } from "./fresh-ip.ts";
import { freshAddress, type InboxMail, mailsAbout } from "./stack-client.ts";
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

export async function mailTo(address: string): Promise<InboxMail> {
  return eventually(`a mail to ${address}`, async () =>
    (await mailsAbout(address)).find((mail) => mail.to === address),
  );
}

export function adminAuth(): GoTrueClient["admin"] {
  const { api, serviceRoleKey } = thisStack();
  return new GoTrueClient({
    url: `${api}/auth/v1`,
    headers: {
      apikey: serviceRoleKey,
      authorization: `Bearer ${serviceRoleKey}`,
      "cf-connecting-ip": freshIp(),
    },
    persistSession: false,
    autoRefreshToken: false,
  }).admin;
}

const ADA = { first_name: "Ada", last_name: "Byron" };
const PASSWORD = "low tide at six";
/** `PASSWORD` as the edge would hash it, which takes about 30 ms of CPU for each account. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$dGlkZXBvc3Qgb2YgdGVzdA$+M5qx3M/xGLMKlo2pUN3hnvD8foL4vUxbYKUUHywX+Y";
const newAccount = (): TestAccount => ({ email: freshAddress(), password: PASSWORD });

/**
 * Signs up and confirms with an administrator's link, without an email: `browser/account.test.ts` reads
 * one. The session is the account's only one.
 */
export async function signUp(): Promise<TestAccount & { session: Session }> {
  const account = newAccount();
  const options = { data: ADA };
  const link = await adminAuth().generateLink({ type: "signup", ...account, options });
  if (link.error !== null) throw link.error;
  const confirmed = await freshAuthClient().verifyOtp({
    token_hash: link.data.properties.hashed_token,
    type: "signup",
  });
  const { session } = confirmed.data;
  if (session === null) throw new Error(`${account.email} could not be confirmed`);
  return { ...account, session };
}

/** A confirmed account without a session. */
export async function freshAccount(): Promise<TestAccount> {
  const account = newAccount();
  const { error } = await adminAuth().createUser({
    email: account.email,
    password_hash: PASSWORD_HASH,
    email_confirm: true,
    user_metadata: ADA,
  });
  if (error !== null) throw error;
  return account;
}
