import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { test } from "../../tests/support/database.ts";
import { seedEnquiry, seedIds } from "../../tests/support/seed-event.ts";
import { claimSampleMonth, stopSampleMonths } from "./claim-sample-month.ts";

test("sample months: one per mailbox a day, within a budget, and none after an address has unsubscribed", async ({
  db,
}) => {
  const emails = ["ada@shop.example", "ADA+x@shop.example", "grace@shop.example"];
  for (const [index, email] of emails.entries())
    await seedEnquiry(db, { last: "ABC"[index] ?? "", email });
  await db.execute(sql`update form_submissions set form_type = 'sample-month'`);
  // An enquiry of the same mailbox and day takes nothing away.
  await seedEnquiry(db, { last: "D", email: "grace@shop.example" });
  const claims = (perDay: number) =>
    Promise.all(
      ["A", "B", "C"].map((last) => claimSampleMonth(db, seedIds(last).submissionId, perDay)),
    );
  expect(await claims(0)).toEqual(["claimed", "one_per_mailbox_a_day", "claimed"]);
  expect(await claims(2)).toEqual(["claimed", "one_per_mailbox_a_day", "budget_spent"]);
  await stopSampleMonths(db, seedIds("A").submissionId);
  // Only a request for a sample month can be stopped.
  await stopSampleMonths(db, seedIds("D").submissionId);
  expect(await claims(0)).toEqual(["unsubscribed", "one_per_mailbox_a_day", "claimed"]);
});
