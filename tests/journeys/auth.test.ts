import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { codeIn, freshAccount, freshAuthClient, mailTo } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { freshIp } from "../support/fresh-ip.ts";
import { contactForm, countRoundTrips, freshAddress, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const PASSWORD = "low tide at six";

function freshApplication() {
  const { api, anonKey } = thisStack();
  const items = new Map<string, string>();
  return createClient(api, anonKey, {
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => items.get(key) ?? null,
        setItem: (key, value) => void items.set(key, value),
        removeItem: (key) => void items.delete(key),
      },
    },
    global: { headers: { "cf-connecting-ip": freshIp() } },
  });
}

async function signIn() {
  const client = freshAuthClient();
  const account = await freshAccount();
  const { data, error } = await client.signInWithPassword(account);
  if (error !== null) throw error;
  return { ...account, client, session: data.session, userId: data.user.id };
}

test("round trips to the database, sign-in: two; refresh and user: one each; claims and forged token: none", async () => {
  const account = await freshAccount();
  const client = freshAuthClient();
  const costs = async (call: () => Promise<unknown>) => (await countRoundTrips(call)).roundTrips;
  async function measured() {
    // The emulator of Resend still reports mails of an earlier test, or of an earlier measurement.
    await eventually("the edge is quiet", async () => (await costs(() => delay(500))) === 0);
    return {
      signIn: await costs(() => client.signInWithPassword(account)),
      refresh: await costs(() => client.refreshSession()),
      user: await costs(() => client.getUser()),
      claims: await costs(() => client.getClaims()),
      signOut: await costs(() => client.signOut()),
      forged: await costs(() => client.getUser("eyJhbGciOiJFUzI1NiJ9.e30.x")),
      forgedRefresh: await costs(() => client.refreshSession({ refresh_token: "A".repeat(52) })),
      signUp: await costs(() => client.signUp({ email: freshAddress(), password: PASSWORD })),
    };
  }
  await expect.poll(measured).toEqual({
    signIn: 2,
    refresh: 1,
    user: 1,
    claims: 0,
    signOut: 1,
    forged: 0,
    forgedRefresh: 0,
    signUp: 1,
  });
});

test("enquiry sent with the client that signed in: accepted", async () => {
  const application = freshApplication();
  const account = await freshAccount();
  await application.auth.signInWithPassword(account);
  const { error } = await application.from("form_submissions").insert(contactForm(account.email));
  expect(error).toBeNull();
});

test("addresses, passwords, codes, tokens and factors' secrets: in no log and no event", async () => {
  const { client, email, session, userId } = await signIn();
  await client.resetPasswordForEmail(email);
  const { data: factor } = await client.mfa.enroll({ factorType: "totp" });
  const [saved] = await queryStack("select encrypted_secret from mfa_factors where id = $1", [
    factor?.id,
  ]);
  expect(saved?.["encrypted_secret"]).toMatch(/^v1\./);
  const mail = await mailTo(email);
  expect(mail.text).toMatch(/^Hello Ada,/m);
  const code = codeIn(mail);
  await eventually("every event is completed", async () => {
    const open = await queryStack(
      "select 1 from outbox_events where aggregate_id = $1 and completed_at is null",
      [userId],
    );
    return open.length === 0;
  });
  const totpSecret = String(factor?.totp?.secret);
  const secrets = [email, PASSWORD, session.access_token, session.refresh_token, totpSecret];
  const { logs } = thisStack();
  for (const name of await readdir(logs)) {
    const log = await readFile(join(logs, name), "utf8");
    for (const secret of secrets) expect(log.includes(secret), name).toBe(false);
  }
  const events = JSON.stringify(
    await queryStack("select * from outbox_events where aggregate_id = $1", [userId]),
  );
  for (const secret of [...secrets, `"${code}"`]) expect(events).not.toContain(secret);
});
