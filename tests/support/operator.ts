import type { Page } from "playwright-core";
import type { OperatorRole } from "#db/ops/ops-session.ts";
import { adminAuth, freshAuthClient, type TestAccount } from "./account.ts";
import { cookieOf } from "./cookie-of.ts";
import { freshAddress } from "./stack-client.ts";
import { thisStack } from "./this-stack.ts";
import { totp } from "./totp.ts";

const STEP_MS = 30_000;

type TestOperator = TestAccount & {
  /** Base32, of the authenticator app. */
  readonly secret: string;
  readonly usedCode: string;
};

/** An account with a role and without an authenticator app. */
export async function freshOperatorAccount(role: OperatorRole = "ops"): Promise<TestAccount> {
  const account = { email: freshAddress(), password: "low tide at six" };
  const { error } = await adminAuth().createUser({
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

export function sendToOps(
  path: string,
  fields: Record<string, string>,
  cookie = "",
): Promise<Response> {
  const { ops } = thisStack();
  return fetch(`${ops}${path}`, {
    method: "POST",
    headers: { origin: new URL(ops).origin, cookie },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

/** The encrypted password step of the page that asks for a code. */
export async function heldBy(answer: Response): Promise<string> {
  const [, held = ""] = /name="held" value="([^"]+)"/.exec(await answer.text()) ?? [];
  return held;
}

/** The answer to the code, whose cookie is the session. */
export async function sendCode(operator: TestOperator): Promise<Response> {
  const held = await heldBy(await sendToOps("/sign-in", operator));
  return sendToOps("/sign-in/code", { held, code: unusedCode(operator) });
}

/** The console asks for another code after ten minutes. */
const SHARED_MS = 5 * 60_000;

type OpenConsole = { operator: TestOperator; cookie: string; untilMs: number };
let shared: Promise<OpenConsole> | undefined;

async function openConsole(): Promise<OpenConsole> {
  const untilMs = Date.now() + SHARED_MS;
  const operator = await freshOperator();
  return { operator, cookie: cookieOf(await sendCode(operator)), untilMs };
}

async function sharedConsole(): Promise<OpenConsole> {
  if (shared === undefined || (await shared).untilMs < Date.now()) shared = openConsole();
  return shared;
}

/**
 * Opens the console as the operator of this process, who is signed in already; `browser/ops.test.ts`
 * signs in with the form.
 *
 * @param given.own whether the operator is of this test alone
 */
export async function signInToOps(page: Page, { own = false } = {}): Promise<TestOperator> {
  const { operator, cookie } = await (own ? openConsole() : sharedConsole());
  const { ops } = thisStack();
  const { hostname: domain, pathname: path } = new URL(ops);
  const [name = "", value = ""] = cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, domain, path }]);
  await page.goto(ops);
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  return operator;
}
