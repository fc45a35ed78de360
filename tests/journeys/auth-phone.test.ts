import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PHONE_OFF } from "../stack/twilio/app.ts";
import { freshAuthClient } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { codeInText, freshPhone, textsTo, textTo } from "../support/sms.ts";
import { queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const reportsOf = (phone: string) =>
  queryStack(
    `select report.type, report.bounce_type as error from resend_events report
     join outbox_events event on event.id = report.event_id join users on users.id::text = event.aggregate_id
     where users.phone = $1 order by report.received_at desc, report.type desc`,
    [phone],
  );

test("WhatsApp code: sent by template, and Twilio's signed report says that it arrived", async () => {
  const phone = freshPhone();
  await freshAuthClient().signInWithOtp({ phone, options: { channel: "whatsapp" } });
  expect(codeInText(await textTo(phone))).toMatch(/^\d{6}$/);
  const arrived = { type: "text.delivered", error: null };
  await eventually("the report", async () => (await reportsOf(phone)).at(1));
  expect(await reportsOf(phone)).toEqual(expect.arrayContaining([arrived]));
});

test("phone that is off: the failed delivery lets the person ask again at once", async () => {
  const phone = PHONE_OFF;
  const textsOf = () =>
    queryStack(
      `select event.id from outbox_events event join users on users.id::text = event.aggregate_id
       where users.phone = $1 and event.type = 'AuthSmsRequested'`,
      [phone],
    );
  await freshAuthClient().signInWithOtp({ phone });
  await eventually("the report", async () => (await reportsOf(phone)).at(1));
  const before = await textsOf();
  // The report is stored a moment before the minute ends that a second code has to wait for.
  await eventually("the next code", async () => {
    const { error } = await freshAuthClient().signInWithOtp({ phone });
    return error === null;
  });
  await expect.poll(textsOf).toHaveLength(before.length + 1);
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
