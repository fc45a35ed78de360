import type { GoTrueClient } from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { freshAccount, freshAuthClient, type TestAccount } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { freshIp } from "../support/fresh-ip.ts";
import {
  contactForm,
  freshAddress,
  mailsAbout,
  postEnquiry,
  queryStack,
} from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

async function signedIn(account?: TestAccount) {
  const owner = account ?? (await freshAccount());
  const client = freshAuthClient();
  const { data, error } = await client.signInWithPassword(owner);
  if (error !== null) throw error;
  return { ...owner, client, userId: data.user.id, call: caller(client) };
}

function caller(client: GoTrueClient) {
  const ip = freshIp();
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const { api, anonKey } = thisStack();
    const { data } = await client.getSession();
    const response = await fetch(`${api}/functions/v1/account/${path}`, {
      method,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${data.session?.access_token ?? anonKey}`,
        "cf-connecting-ip": ip,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body: answer, headers: response.headers };
  };
}

async function letSubscriptionRun(userId: string): Promise<void> {
  await queryStack("insert into customers (id, user_id, origin) values ($1, $2, 'account')", [
    `cus_${userId}`,
    userId,
  ]);
  await queryStack(
    `insert into subscriptions (id, customer_id, user_id, status, cancel_at_period_end, created_at)
    values ($1, $2, $3, 'active', false, now())`,
    [`sub_${userId}`, `cus_${userId}`, userId],
  );
}

describe("signed-in user", () => {
  test("sessions: lists every device, the current one first, with shortened IP addresses", async () => {
    const here = await signedIn();
    const there = await signedIn(here);
    const { status, body } = await here.call("GET", "sessions");
    expect(status).toBe(200);
    expect(body["sessions"]).toEqual([
      expect.objectContaining({ is_current: true, aal: "aal1", refreshed_at: null }),
      expect.objectContaining({ is_current: false }),
    ]);
    expect(JSON.stringify(body)).toMatch(/"ip":"10\.\d+\.\d+\.x"/);

    await here.client.signOut({ scope: "others" });
    expect((await here.call("GET", "sessions")).body["sessions"]).toHaveLength(1);
    expect(await there.call("GET", "sessions")).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
  });

  test("export: contains all data of the user and none of others", async () => {
    const owner = await signedIn();
    const other = await freshAccount();
    await postEnquiry(contactForm(owner.email.toUpperCase()));
    await postEnquiry(contactForm(other.email));
    await letSubscriptionRun(owner.userId);
    const { status, body, headers } = await owner.call("GET", "export");
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain("attachment");
    expect(body).toMatchObject({
      account: { email: owner.email, user_metadata: { first_name: "Ada" } },
      sessions: [{ aal: "aal1" }],
      enquiries: [{ form: { message: "What would 20 posts cost?" } }],
      subscriptions: [{ id: `sub_${owner.userId}`, status: "active" }],
      orders: [],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password_hash|encrypted/);
    expect(JSON.stringify(body)).not.toContain(other.email);
  });
});

describe("account deletion", () => {
  test("erases the user's data everywhere, ends every session, and is audited", async () => {
    const owner = await signedIn();
    const elsewhere = await signedIn(owner);
    await postEnquiry(contactForm(owner.email));
    await eventually(
      "the enquiry is answered, and the second sign-in is told",
      async () => (await mailsAbout(owner.email)).length === 3,
    );

    expect(await owner.call("POST", "erase", {})).toMatchObject({ status: 200, body: {} });
    for (const { client } of [owner, elsewhere]) {
      expect((await client.getUser()).error).not.toBeNull();
    }
    const again = await freshAuthClient().signInWithPassword(owner);
    expect(again.error).toMatchObject({ code: "invalid_credentials" });

    const [last] = (
      await eventually("the last mail", async () => {
        const mails = await mailsAbout(owner.email);
        return mails.length === 4 && mails;
      })
    ).slice(-1);
    expect(last?.subject).toBe("Your Tidepost account has been deleted");

    const rows = await queryStack(
      `select row_to_json(account)::text as row from users account where id = $1
      union all select row_to_json(identity)::text from identities identity where user_id = $1
      union all select row_to_json(address)::text from erased_addresses address where email = $2
      union all select row_to_json(form)::text from form_submissions form where email = 'erased@invalid'`,
      [owner.userId, owner.email],
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${owner.email}|Ada|Byron|20 posts`));
    await eventually("the erasure is on record", async () => {
      const [row] = await queryStack(
        "select actor, data from audit_log where subject_id = $1 and data->>'by' = 'owner'",
        [owner.userId],
      );
      return row !== undefined && JSON.stringify(row).includes("nameless_row");
    });
  });

  test("erased account: its address is free for a new one", async () => {
    const owner = await signedIn();
    await owner.call("POST", "erase", {});
    const { api, serviceRoleKey } = thisStack();
    const anew = await fetch(`${api}/auth/v1/admin/users`, {
      method: "POST",
      headers: { authorization: `Bearer ${serviceRoleKey}`, "content-type": "application/json" },
      body: JSON.stringify({ email: owner.email }),
    });
    expect(anew.status).toBe(200);
  });

  test("keeps enquiries under an unconfirmed address", async () => {
    const email = freshAddress();
    await postEnquiry(contactForm(email));
    await freshAuthClient().signUp({ email, password: "a false tide" });
    const [user] = await queryStack("select id from users where email = $1", [email]);
    const { api, serviceRoleKey } = thisStack();
    await fetch(`${api}/auth/v1/admin/users/${String(user?.["id"])}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${serviceRoleKey}`, "content-type": "application/json" },
      body: JSON.stringify({ should_soft_delete: true }),
    });
    expect(
      await queryStack("select id from form_submissions where email = $1", [email]),
    ).toHaveLength(1);
  });
});

test("call of an account function with invalid input: rejected with a code", async () => {
  const user = await signedIn();
  for (const [method, path, body, status, code] of [
    ["POST", "reauthenticate", { password: 1 }, 400, "invalid_json"],
    ["POST", "reauthenticate", [], 400, "invalid_json"],
    ["POST", "reauthenticate", { password: "a\0b" }, 400, "invalid_json"],
    ["POST", "reauthenticate", { password: "x".repeat(1_048_576) }, 413, "payload_too_large"],
    ["GET", "nothing", undefined, 404, "not_found"],
  ] as const) {
    expect(await user.call(method, path, body)).toMatchObject({ status, body: { code } });
  }
});
