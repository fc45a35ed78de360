import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { freshAuthClient } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { codeInText, freshPhone, textsTo, textTo } from "../support/sms.ts";
import { queryStack } from "../support/stack-client.ts";
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
