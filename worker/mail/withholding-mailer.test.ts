import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { expect } from "vitest";
import type { UndeliverableReason } from "#contracts/undeliverable-reasons.ts";
import type { Db } from "#db/client.ts";
import { createAddressHash } from "#db/emails/address-hash.ts";
import { recordResendEvent } from "#db/emails/change-undeliverable.ts";
import { SAMPLE_FACTS, SAMPLE_FORMS } from "../../tests/mails/samples.ts";
import { test } from "../../tests/support/database.ts";
import { recordingMailer } from "../../tests/support/pipeline.ts";
import { autoReplyMail } from "./auto-reply.ts";
import { createWithholdingMailer } from "./withholding-mailer.ts";

const TEAM = "team@tidepost.example";
const MAIL = autoReplyMail({ payload: SAMPLE_FORMS["contact"] }, SAMPLE_FACTS);
const addressHash = createAddressHash("s".repeat(32));

function setUp(db: Db, mayRemove = true) {
  const { mailer, calls } = recordingMailer();
  const removed: string[] = [];
  const withholding = createWithholdingMailer({
    db,
    mailer: {
      ...mailer,
      removeSuppression(email) {
        removed.push(email);
        return Promise.resolve(mayRemove);
      },
    },
    addressHash,
    teamEmail: TEAM,
    log: pino({ level: "silent" }),
    now: () => new Date("2026-11-20T13:00:00Z"),
  });
  const send = async (to: string) => {
    const sent = await withholding.mailer.send({ ...MAIL, to }, randomUUID());
    return sent.withheld ?? "sent";
  };
  return { withholding, send, calls, removed };
}

const report = (db: Db, email: string, reason: UndeliverableReason, occurredAt: string) =>
  recordResendEvent(db, {
    id: randomUUID(),
    type: "email.bounced",
    emailId: "1",
    eventId: null,
    effect: null,
    bounceType: "Permanent",
    bounceSubType: "General",
    occurredAt,
    address: { hash: addressHash.of(email), reason },
  });

test("address that bounced: gets nothing, in whatever case it is written; others and the team do", async ({
  db,
}) => {
  const { send, calls } = setUp(db);
  await report(db, "ada@shop.example", "bounced", "2026-11-20T12:00:00Z");
  await report(db, TEAM, "suppressed", "2026-11-20T12:00:00Z");
  expect(await Promise.all(["Ada@Shop.example", "grace@shop.example", TEAM].map(send))).toEqual([
    "bounced",
    "sent",
    "sent",
  ]);
  expect(calls).toHaveLength(2);
});

test("code for an address that bounced: sent once more; after the next bounce no more", async ({
  db,
}) => {
  const { withholding, send, removed } = setUp(db);
  await report(db, "ada@shop.example", "bounced", "2026-11-20T12:00:00Z");
  await withholding.retryAddress("ada@shop.example");
  expect(await send("ada@shop.example")).toBe("sent");
  await report(db, "ada@shop.example", "bounced", "2026-11-20T13:00:05Z");
  await withholding.retryAddress("ada@shop.example");
  expect(await send("ada@shop.example")).toBe("bounced");
  expect(removed).toEqual(["ada@shop.example"]);
});

test.for(["complained", "suppressed"] as const)(
  "code for an address that %s: Resend's entry stays",
  async (reason, { db }) => {
    const { withholding, send, removed } = setUp(db);
    await report(db, "ada@shop.example", reason, "2026-11-20T12:00:00Z");
    await withholding.retryAddress("ada@shop.example");
    expect(await send("ada@shop.example")).toBe(reason);
    expect(removed).toEqual([]);
  },
);

test("Resend refuses to remove the entry: nothing is sent", async ({ db }) => {
  const { withholding, send } = setUp(db, false);
  await report(db, "ada@shop.example", "bounced", "2026-11-20T12:00:00Z");
  await withholding.retryAddress("ada@shop.example");
  expect(await send("ada@shop.example")).toBe("bounced");
});
