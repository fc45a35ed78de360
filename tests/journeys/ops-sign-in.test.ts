import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createEdgeAuth } from "../../worker/adapters/edge-auth.ts";
import { ROOT } from "../stack/paths.ts";
import { freshAccount, freshAuthClient, type TestAccount } from "../support/account.ts";
import { cookieOf } from "../support/cookie-of.ts";
import {
  freshOperator,
  freshOperatorAccount,
  heldBy,
  sendCode,
  sendToOps,
  unusedCode,
} from "../support/operator.ts";
import { queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";
import { totp } from "../support/totp.ts";

const { api, logs, ops, opsAccount } = thisStack();

async function opens(cookie: string, { email }: TestAccount): Promise<boolean> {
  const answer = await fetch(`${ops}/events`, { headers: { cookie }, redirect: "manual" });
  return answer.status === 200 && (await answer.text()).includes(email);
}

/** Before the code there is no session. */
async function heldWithoutCookie(answer: Response): Promise<string> {
  expect(answer.headers.getSetCookie()).toEqual([]);
  return heldBy(answer);
}

describe("access to the ops console", () => {
  test("operator: signs in with a code, and the console closes when the session ends anywhere", async () => {
    const operator = await freshOperator();
    const held = await heldWithoutCookie(await sendToOps("/sign-in", operator));
    expect((await sendToOps("/sign-in/code", { held, code: operator.usedCode })).status).toBe(401);
    const answer = await sendToOps("/sign-in/code", { held, code: unusedCode(operator) });
    expect(answer.status).toBe(303);
    const cookie = cookieOf(answer);
    expect(await opens(cookie, operator)).toBe(true);

    await queryStack(
      "delete from sessions where user_id = (select id from users where email = $1)",
      [operator.email],
    );
    expect(await opens(cookie, operator)).toBe(false);
  });

  test("operator without an authenticator app: learns where to set one up", async () => {
    const answer = await sendToOps("/sign-in", await freshOperatorAccount());
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toContain("/account/security");
  });

  test("code older than ten minutes: another is asked for, and the session goes on though it is sent twice", async () => {
    const operator = await freshOperator();
    const cookie = cookieOf(await sendCode(operator));
    // As ten minutes later: the factor has forgotten which codes are used up.
    async function expireCode() {
      await queryStack(
        `with expired as (
           update sessions set amr = jsonb_set(amr, '{0,timestamp}', '1')
           where user_id = (select id from users where email = $1) and aal = 'aal2' returning user_id
         ) update mfa_factors set last_used_step = 0 where user_id in (select user_id from expired)`,
        [operator.email],
      );
    }
    await expireCode();
    const page = await (await fetch(`${ops}/events`, { headers: { cookie } })).text();
    const [, csrf = ""] = /name="csrf" value="([^"]+)"/.exec(page) ?? [];
    const nothing = "/events/replay-many?q=evt_none";
    const replay = { csrf, id: `brp_${"0".repeat(26)}`, reason: "It is back" };
    const asked = await sendToOps(nothing, replay, cookie);
    expect(await asked.text()).toContain("Confirm with a code");
    const wrong = await sendToOps(nothing, { ...replay, code: "abcdef" }, cookie);
    expect(wrong.status).toBe(401);
    const right = { ...replay, code: totp(operator.secret, Date.now()) };
    // A double click: each code is good once, and any worker may get either request.
    const done = await Promise.all([0, 1].map(() => sendToOps(nothing, right, cookie)));
    for (const answer of done) expect(await answer.text()).toContain("No failed event");
    // The browser drops the response of the first click, and its cookie.
    await expireCode();
    const latest = await sendToOps(nothing, right, cookie);
    expect(await latest.text()).toContain("No failed event");
  });

  test("operator of the local stack: signs in with the code that npm run ops:code prints", async () => {
    const held = await heldWithoutCookie(await sendToOps("/sign-in", opsAccount));
    const { stdout: code } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, "tests/stack/ops-code.ts")],
      { env: { ...process.env, STACK_DIR: dirname(logs) } },
    );
    expect((await sendToOps("/sign-in/code", { held, code })).status).toBe(303);
  });

  test.each([
    ["a colleague's name", { first_name: "Ada", last_name: "Lovelace" }],
    ["names that are not strings", { first_name: 7, last_name: ["x"] }],
  ])("operator whose name is %s: audited under the confirmed address", async (_, data) => {
    const operator = await freshOperator();
    const client = freshAuthClient();
    await client.signInWithPassword(operator);
    await client.updateUser({ data });
    const headers = { cookie: cookieOf(await sendCode(operator)) };
    const page = await (await fetch(`${ops}/events`, { headers })).text();
    expect(page).toContain(`<span>${operator.email}</span>`);
    expect(page).not.toContain("Lovelace");
  });

  test("customer: rejected with 403, gets no cookie, and no session is left behind", async () => {
    const account = await freshAccount();
    const answer = await sendToOps("/sign-in", account);
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

  test("local stack: other machines cannot connect", async () => {
    const elsewhere = new URL(ops);
    elsewhere.hostname = "127.0.0.2";
    await expect(fetch(elsewhere)).rejects.toThrow("fetch failed");
  });

  test("auth service unreachable: the sign-in page says so", async () => {
    const nowhere = createEdgeAuth("http://127.0.0.1:9");
    expect(await nowhere.signIn("ada@shop.example", "x")).toEqual({ outcome: "unreachable" });
    const challenge = { accessToken: "x", factorId: "y" };
    expect(await nowhere.verifyCode(challenge, "123456")).toEqual({ outcome: "unreachable" });
    expect(await nowhere.confirm("x", "123456")).toEqual({ outcome: "unreachable" });
  });
});
