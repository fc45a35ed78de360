import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { seedIds, seedEnquiry } from "../../tests/support/seed-event.ts";
import { claimAutoReplies } from "./claim-auto-replies.ts";

const claimedBy = async (db: Db, ids: readonly string[], perDay = 0) =>
  [...(await claimAutoReplies(db, ids, perDay))].flatMap(([id, how]) =>
    how === "claimed" ? [id] : [],
  );
const claim = async (db: Db, id: string) => (await claimedBy(db, [id])).length > 0;

/** Stores enquiries of one UTC day, the first as A. */
async function seedEnquiries(db: Db, emails: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [i, email] of emails.entries()) {
    const last = "ABCDEFG"[i] ?? "";
    await seedEnquiry(db, { last, email });
    ids.push(seedIds(last).submissionId);
  }
  return ids;
}

test("of a mailbox's enquiries at once, however they spell it, one claims the auto-reply", async ({
  db,
}) => {
  const ids = await seedEnquiries(db, [
    "ada@shop.example",
    "ADA@Shop.example",
    "ada+news@shop.example",
    "ada+a+b@shop.example",
    "grace@shop.example",
  ]);
  const claims = await Promise.all(ids.map((id) => claim(db, id)));
  expect(claims.slice(0, 4).filter(Boolean)).toHaveLength(1);
  expect(claims[4]).toBe(true);
  expect(await Promise.all(ids.map((id) => claim(db, id)))).toEqual(claims);
});

test("enquiries of a few mailboxes claimed together, by two workers at once: one of each mailbox claims", async ({
  db,
}) => {
  const ids = await seedEnquiries(db, [
    "ada@shop.example",
    "ADA@Shop.example",
    "grace@shop.example",
    "ada+news@shop.example",
  ]);
  const [forwards, backwards] = await Promise.all([
    claimedBy(db, ids),
    claimedBy(db, ids.toReversed()),
  ]);
  expect(forwards).toHaveLength(2);
  expect(forwards).toContain(ids[2]);
  expect(backwards.toSorted()).toEqual(forwards.toSorted());
  expect(await claimedBy(db, ids)).toHaveLength(2);
});

test("a mailbox has another auto-reply on the next UTC day", async ({ db }) => {
  const [first = "", second = ""] = await seedEnquiries(db, ["ada@a.example", "ada@a.example"]);
  await db.execute(
    sql`update form_submissions set created_at = '2026-11-21T00:00:00Z' where id = ${second}`,
  );
  expect(await claim(db, first)).toBe(true);
  expect(await claim(db, second)).toBe(true);
});

test("enquiries with claims of one day can all be erased", async ({ db }) => {
  const ids = await seedEnquiries(db, ["ada@a.example", "grace@a.example"]);
  for (const id of ids) expect(await claim(db, id)).toBe(true);
  await db.execute(sql`update form_submissions set email = 'erased@invalid'`);
});

test("a day's auto-replies to strangers end with its budget: users and customers have theirs, and half is recorded", async ({
  db,
  database,
}) => {
  await insertAccountRow(db, { email: "user@shop.example", isProven: true });
  const emails = ["a", "b", "c", "d", "user"].map((name) => `${name}@shop.example`);
  const [a = "", b = "", c = "", d = "", user = ""] = await seedEnquiries(db, emails);
  const halves = async () => {
    const { rows } = await database.query<{ count: string }>("select count from refusals");
    return rows.map(({ count }) => Number(count));
  };
  expect(await claimAutoReplies(db, [a, b], 4)).toEqual(
    new Map([
      [a, "claimed"],
      [b, "claimed"],
    ]),
  );
  expect(await halves()).toEqual([]);
  expect((await claimedBy(db, [c, user], 3)).toSorted()).toEqual([c, user].toSorted());
  expect(await halves()).toEqual([1]);
  expect(await claimAutoReplies(db, [d], 3)).toEqual(new Map([[d, "budget_spent"]]));
  expect(await claimAutoReplies(db, [a, d], 5)).toEqual(
    new Map([
      [a, "claimed"],
      [d, "claimed"],
    ]),
  );
  expect(await halves()).toEqual([3]);
});
