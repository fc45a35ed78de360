import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { listDigestedEnquiries, listEnquiries } from "#db/enquiries/find-enquiries.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { newId, recordingMailer } from "../../tests/support/pipeline.ts";
import { seedEnquiry, seedIds } from "../../tests/support/seed-event.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import { createEffects } from "../effects/catalogue.ts";
import { mailEnquiryDigest } from "./due-notices.ts";

const OWN_MAILS = 2;
const at = (time: string) => `2026-11-24T${time}:00.000Z`;

async function seedAt(db: Db, last: string, time: string): Promise<string> {
  await seedEnquiry(db, { last, email: `${last.toLowerCase()}@shop.example` });
  const id = seedIds(last).submissionId;
  await db.execute(sql`update form_submissions set created_at = ${at(time)} where id = ${id}`);
  return id;
}

test("enquiries beyond an hour's mails: in one mail, once, without those of before", async ({
  db,
}) => {
  for (const [last, time] of [
    ["A", "08:10"],
    ["B", "08:20"],
    ["C", "08:30"],
    ["D", "08:40"],
    ["E", "09:35"],
  ] as const) {
    await seedAt(db, last, time);
  }
  const ids = ["A", "B", "C", "D", "E"].map((last) => seedIds(last).submissionId);
  const inDigest = async () =>
    (await listEnquiries(db, ids, OWN_MAILS))
      .filter(({ isInDigest }) => isInDigest)
      .map(({ email }) => email);
  expect((await inDigest()).toSorted()).toEqual(["c@shop.example", "d@shop.example"]);

  const run = (time: string) =>
    mailEnquiryDigest({
      db,
      makeId: newId,
      now: () => new Date(at(time)),
      teamMailsPerHour: OWN_MAILS,
    }).run();
  expect(await run("09:00")).toEqual({ digests: 1 });
  expect(await run("10:00")).toEqual({ digests: 0 });

  const rows = await db.select().from(outboxEvents);
  const digested = rows.find(({ type }) => type === "EnquiriesDigested");
  const { mailer, sent } = recordingMailer();
  const effects = createEffects(
    effectDeps({
      mailer,
      findCustomerContact: () => Promise.resolve(null),
      listDigestedEnquiries: (window, limit) =>
        listDigestedEnquiries(db, window, { teamMailsPerHour: OWN_MAILS, limit }),
    }),
  );
  const event = newEvent(
    { makeId: newId, correlationId: "req_1", now: () => new Date(at("09:00")) },
    "EnquiriesDigested",
    { kind: "system", name: "enquiries" },
    digested?.payload as EventOf<"EnquiriesDigested">["data"],
  );
  await effects.EnquiriesDigested["send-enquiry-digest"]?.run(event, "key");
  const [mail] = [...sent.values()];
  expect(mail?.subject).toBe("Enquiries: 2 in one mail");
});
