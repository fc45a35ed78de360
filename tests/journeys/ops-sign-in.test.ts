import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { createEdgeAuth } from "../../worker/adapters/edge-auth.ts";
import { freshAccount, freshAuthClient, type TestAccount } from "../support/account.ts";
import { cookieOf } from "../support/ops-client.ts";
import { freshAddress } from "../support/stack-client.ts";
import { totp } from "../support/totp.ts";
import { thisStack } from "../support/this-stack.ts";

const { api, ops, serviceRoleKey } = thisStack();
const { admin } = createClient(api, serviceRoleKey, { auth: { persistSession: false } }).auth;

async function freshOps(): Promise<TestAccount> {
  const account = { email: freshAddress(), password: "low tide at six" };
  const { error } = await admin.createUser({
    ...account,
    email_confirm: true,
    app_metadata: { role: "ops" },
    user_metadata: { first_name: "Grace", last_name: "Hopper" },
  });
  if (error !== null) throw error;
  return account;
}

function send(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${ops}${path}`, {
    method: "POST",
    headers: { origin: new URL(ops).origin },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

async function opens(cookie: string, { email }: TestAccount): Promise<boolean> {
  const answer = await fetch(`${ops}/events`, { headers: { cookie }, redirect: "manual" });
  return answer.status === 200 && (await answer.text()).includes(email);
}

describe("access to the ops console", () => {
  test("operator: signs in, and the console closes when the session ends anywhere", async () => {
    const account = await freshOps();
    const answer = await send("/sign-in", account);
    expect(answer.status).toBe(303);
    const cookie = cookieOf(answer);
    expect(await opens(cookie, account)).toBe(true);

    const client = freshAuthClient();
    await client.signInWithPassword(account);
    await client.signOut({ scope: "global" });
    expect(await opens(cookie, account)).toBe(false);
  });

  test("operator with a factor: needs the MFA code", async () => {
    const account = await freshOps();
    const client = freshAuthClient();
    await client.signInWithPassword(account);
    const enrolled = await client.mfa.enroll({ factorType: "totp" });
    const { id: factorId = "", totp: secrets } = enrolled.data ?? {};
    const secret = secrets?.secret ?? "";
    const code = totp(secret, Date.now());
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();

    const asked = await send("/sign-in", account);
    expect(asked.status).toBe(200);
    expect(asked.headers.getSetCookie()).toEqual([]);
    const [, held = ""] = /name="held" value="([^"]+)"/.exec(await asked.text()) ?? [];
    // The enrolment used up the current code; the next one is within the accepted clock skew.
    expect((await send("/sign-in/code", { held, code })).status).toBe(401);
    const next = totp(secret, Date.now() + 30_000);
    const answer = await send("/sign-in/code", { held, code: next });
    expect(answer.status).toBe(303);
    expect(await opens(cookieOf(answer), account)).toBe(true);
  });

  test.each([
    ["a colleague's name", { first_name: "Ada", last_name: "Lovelace" }],
    ["names that are not strings", { first_name: 7, last_name: ["x"] }],
  ])("operator whose name is %s: audited under the confirmed address", async (_, data) => {
    const account = await freshOps();
    const client = freshAuthClient();
    await client.signInWithPassword(account);
    await client.updateUser({ data });
    const answer = await send("/sign-in", account);
    expect(answer.status).toBe(303);
    const headers = { cookie: cookieOf(answer) };
    const page = await (await fetch(`${ops}/events`, { headers })).text();
    expect(page).toContain(`<span>${account.email}</span>`);
    expect(page).not.toContain("Lovelace");
  });

  test("customer: rejected with 403, gets no cookie, and no session is left behind", async () => {
    const account = await freshAccount();
    const answer = await send("/sign-in", account);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const client = freshAuthClient();
    await client.signInWithPassword(account);
    const { data } = await client.getSession();
    const sessions = await fetch(`${api}/functions/v1/account/sessions`, {
      headers: { authorization: `Bearer ${data.session?.access_token ?? ""}` },
    });
    expect(await sessions.json()).toMatchObject({ sessions: [{ is_current: true }] });
  });

  test("auth service unreachable: the sign-in page says so", async () => {
    const nowhere = createEdgeAuth("http://127.0.0.1:9");
    expect(await nowhere.signIn("ada@shop.example", "x")).toEqual({ outcome: "unreachable" });
    const challenge = { accessToken: "x", factorId: "y" };
    expect(await nowhere.verifyCode(challenge, "123456")).toEqual({ outcome: "unreachable" });
  });
});
