import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshAuthClient } from "../support/account.ts";
import { eventually } from "../support/eventually.ts";
import { codeInText, freshPhone, textsTo, textTo } from "../support/sms.ts";
import { queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

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
