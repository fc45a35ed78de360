import { createClient } from "@supabase/supabase-js";
import type { Page } from "playwright-core";
import type { OperatorRole } from "#db/ops/ops-session.ts";
import { freshAuthClient, type TestAccount } from "./account.ts";
import { freshAddress } from "./stack-client.ts";
import { thisStack } from "./this-stack.ts";
import { totp } from "./totp.ts";

const STEP_MS = 30_000;

export type TestOperator = TestAccount & {
  /** Base32, of the authenticator app. */
  readonly secret: string;
  readonly usedCode: string;
};

/** An account with a role and without an authenticator app. */
export async function freshOperatorAccount(role: OperatorRole = "ops"): Promise<TestAccount> {
  const { api, serviceRoleKey } = thisStack();
  const { admin } = createClient(api, serviceRoleKey, { auth: { persistSession: false } }).auth;
  const account = { email: freshAddress(), password: "low tide at six" };
  const { error } = await admin.createUser({
    ...account,
    email_confirm: true,
    app_metadata: { role },
    user_metadata: { first_name: "Grace", last_name: "Hopper" },
  });
  if (error !== null) throw error;
  return account;
}

export async function freshOperator(role?: OperatorRole): Promise<TestOperator> {
  const account = await freshOperatorAccount(role);
  const client = freshAuthClient();
  await client.signInWithPassword(account);
  const { data } = await client.mfa.enroll({ factorType: "totp" });
  const { id: factorId = "", totp: app } = data ?? {};
  const secret = app?.secret ?? "";
  const code = totp(secret, Date.now());
  const { error } = await client.mfa.challengeAndVerify({ factorId, code });
  if (error !== null) throw error;
  return { ...account, secret, usedCode: code };
}

/** The next code, which the clock skew already allows. */
export function unusedCode({ secret }: TestOperator): string {
  return totp(secret, Date.now() + STEP_MS);
}

export async function signInToOps(page: Page): Promise<TestOperator> {
  const operator = await freshOperator();
  await page.goto(thisStack().ops);
  await page.getByLabel("Email").fill(operator.email);
  await page.getByLabel("Password").fill(operator.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill(unusedCode(operator));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  return operator;
}
