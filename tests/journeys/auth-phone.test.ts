import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codeIn, freshAccount, freshAuthClient, mailTo } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { freshAddress, queryStack } from "../support/stack-client.ts";
import { codeInText, freshPhone, textsTo, textTo } from "../support/sms.ts";
import { thisStack } from "../support/this-stack.ts";

const PASSWORD = "low tide at six";

describe("phone", () => {
  test("signs up with an SMS code and signs in with a password", async () => {
    const client = freshAuthClient();
    const phone = freshPhone();
    const signUp = await client.signUp({ phone: `+${phone}`, password: PASSWORD });
    expect(signUp.error).toBeNull();
    expect(signUp.data).toMatchObject({ session: null, user: { phone } });
    const early = await client.signInWithPassword({ phone, password: PASSWORD });
    expect(early.error).toMatchObject({ code: "phone_not_confirmed" });

    const text = await textTo(phone);
    expect(text.body).toMatch(/^\d{6} is your Tidepost code to confirm your number\./);
    const token = codeInText(text);
    const verified = await client.verifyOtp({ phone, token, type: "sms" });
    expect(verified.error).toBeNull();
    expect((await client.getUser()).data.user).toMatchObject({
      phone,
      identities: [{ provider: "phone" }],
    });
    const again = await freshAuthClient().verifyOtp({ phone, token, type: "sms" });
    expect(again.error).toMatchObject({ code: "otp_expired", status: 403 });
    const signIn = await freshAuthClient().signInWithPassword({ phone, password: PASSWORD });
    expect(signIn.error).toBeNull();
  });

  test("signs in without a password over the requested channel", async () => {
    const client = freshAuthClient();
    const phone = freshPhone();
    const asked = await client.signInWithOtp({ phone, options: { channel: "whatsapp" } });
    expect(asked).toMatchObject({ data: { messageId: expect.any(String) }, error: null });
    const text = await textTo(phone);
    expect(text.channel).toBe("whatsapp");
    const tooSoon = await client.signInWithOtp({ phone });
    expect(tooSoon.error).toMatchObject({ code: "over_sms_send_rate_limit", status: 429 });
    const verified = await client.verifyOtp({ phone, token: codeInText(text), type: "sms" });
    expect(verified.data.user).toMatchObject({ phone, is_anonymous: false });
  });

  test("unknown phone with create_user false: gets no SMS", async () => {
    const phone = freshPhone();
    const asked = await freshAuthClient().signInWithOtp({
      phone,
      options: { shouldCreateUser: false },
    });
    expect(asked.error).toMatchObject({ code: "otp_disabled" });
    const sent = await queryStack(
      "select 1 from one_time_tokens where relates_to = $1 and purpose = 'phone_confirmation'",
      [phone],
    );
    expect(sent).toEqual([]);
  });

  test("added to an account once its code is verified", async () => {
    const client = freshAuthClient();
    const account = await freshAccount();
    await client.signInWithPassword(account);
    const phone = freshPhone();
    const asked = await client.updateUser({ phone });
    expect(asked.data.user).toMatchObject({ phone: "", new_phone: phone });
    const token = codeInText(await textTo(phone));
    const done = await client.verifyOtp({ phone, token, type: "phone_change" });
    expect(done.error).toBeNull();
    expect(done.data.user).toMatchObject({ email: account.email, phone });
    const signIn = await freshAuthClient().signInWithPassword({ phone, password: PASSWORD });
    expect(signIn.data.user?.id).toBe(done.data.user?.id);
  });
});

describe("anonymous user", () => {
  test("address: makes the user permanent and keeps the account", async () => {
    const client = freshAuthClient();
    const visit = await client.signInAnonymously({ options: { data: { theme: "dark" } } });
    expect(visit.data.user).toMatchObject({ is_anonymous: true, identities: [] });
    const email = freshAddress();
    const asked = await client.updateUser({ email });
    expect(asked.data.user).toMatchObject({ is_anonymous: true, new_email: email });
    const token = codeIn(await mailTo(email));
    const done = await client.verifyOtp({ email, token, type: "email_change" });
    expect(done.error).toBeNull();
    expect(done.data.user).toMatchObject({
      id: visit.data.user?.id,
      is_anonymous: false,
      email,
      user_metadata: { theme: "dark" },
    });
  });

  test("phone: makes the user permanent", async () => {
    const client = freshAuthClient();
    const visit = await client.signInAnonymously();
    const phone = freshPhone();
    await client.updateUser({ phone });
    const token = codeInText(await textTo(phone));
    const done = await client.verifyOtp({ phone, token, type: "phone_change" });
    expect(done.data.user).toMatchObject({
      id: visit.data.user?.id,
      is_anonymous: false,
      phone,
    });
  });
});

test("phone and code: only in the SMS, in no log and no event", async () => {
  const phone = freshPhone();
  await freshAuthClient().signInWithOtp({ phone });
  const code = codeInText(await textTo(phone));
  const [user] = await queryStack("select id from users where phone = $1", [phone]);
  const event = await eventually("the event is completed", async () => {
    const [found] = await queryStack(
      `select id, payload::text as payload from outbox_events
       where aggregate_id = $1 and type = 'AuthSmsRequested' and completed_at is not null`,
      [user?.["id"]],
    );
    return found;
  });
  const audit = await queryStack("select data::text as data from audit_log where event_id = $1", [
    event["id"],
  ]);
  expect(audit).toHaveLength(2);
  const { logs } = thisStack();
  const read = await Promise.all(
    (await readdir(logs)).map(async (name) => readFile(join(logs, name), "utf8")),
  );
  for (const place of [event["payload"], ...audit.map((row) => row["data"]), ...read]) {
    expect(place).not.toContain(phone);
    expect(place).not.toMatch(new RegExp(`\\b${code}\\b`));
  }
  expect(await textsTo(phone)).toHaveLength(1);
});
