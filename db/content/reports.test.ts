import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { listDueReports, findReportWork } from "#db/ops/list-reports.ts";
import { postPublications } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { reports } from "#db/schema/reports.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { seedOpsCustomer } from "../../tests/support/ops-customer.ts";
import { hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import {
  FIGURES,
  publishDraft,
  publishedReport,
  saveDraft,
} from "../../tests/support/report-rows.ts";
import { findReport } from "./find-reports.ts";

const test = base.extend<{ userId: string }>({
  userId: async ({ db }, use) => {
    await use(await insertAccountRow(db, { email: "ada@shop.example", isProven: true }));
  },
});

test("draft saved twice from one form: one save; from an older one: refused, the newer stays", async ({
  db,
  userId,
}) => {
  const first = await saveDraft(db, userId);
  expect(await saveDraft(db, userId)).toEqual(first);
  const second = await saveDraft(db, userId, { saves: 1, words: "Better." });
  expect(second).toEqual({ id: first?.id, saves: 2 });
  expect(await saveDraft(db, userId, { saves: 1, words: "Worse." })).toBeNull();
  expect(await saveDraft(db, userId, { words: "Begun meanwhile." })).toBeNull();
  expect(await db.select({ words: reports.words }).from(reports)).toEqual([{ words: "Better." }]);
});

test("draft published six times at once, after a save in between: one event", async ({
  db,
  userId,
}) => {
  const draft = await saveDraft(db, userId);
  const newer = await saveDraft(db, userId, { saves: 1, words: "Better." });
  if (draft === null || newer === null) throw new Error("nothing was saved");
  expect(await publishDraft(db, userId, draft)).toBe("outdated");
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => publishDraft(db, userId, newer)),
  );
  expect(outcomes.toSorted()).toEqual(["done", ...Array(5).fill("done_before")]);
  const events = await db.select({ payload: outboxEvents.payload }).from(outboxEvents);
  const facts = { userId, subscriptionId: null, reportId: draft.id, number: 1, revision: 1 };
  expect(events).toEqual([{ payload: facts }]);
});

test("draft without words: not published", async ({ db, userId }) => {
  const draft = await saveDraft(db, userId, { words: " \n" });
  if (draft === null) throw new Error("nothing was saved");
  expect(await publishDraft(db, userId, draft)).toBe("empty");
  expect(await db.select().from(outboxEvents)).toEqual([]);
});

test("published report: never changes; its correction is the next revision, and the first link shows it", async ({
  db,
  userId,
}) => {
  const id = await publishedReport(db, userId);
  const refused = { cause: { code: "42501" } };
  const own = eq(reports.id, id);
  await expect(db.update(reports).set({ words: "Other." }).where(own)).rejects.toMatchObject(
    refused,
  );
  await expect(db.delete(reports).where(own)).rejects.toMatchObject(refused);
  expect(await saveDraft(db, userId, { words: "Again the first." })).toBeNull();
  const correction = await saveDraft(db, userId, { revision: 2, words: "Corrected." });
  if (correction === null) throw new Error("nothing was saved");
  const since = "2026-11-24T10:00:00.000Z";
  expect(await findReport(db, { id, since })).toMatchObject({ revision: 1 });
  await publishDraft(db, userId, { ...correction, revision: 2 });
  expect(await findReport(db, { id, since })).toMatchObject({ revision: 2, words: "Corrected." });
  expect(await findReport(db, { id, since: "2026-11-24T10:00:00.001Z" })).toBeNull();
});

/** Live on one platform, without the rules of our code. */
async function publishAt(db: Parameters<typeof proposePost>[0], postId: string, at: string) {
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  await db.execute(sql`insert into post_decisions (post_id, version, content_hash, decision, decided_at)
    values (${postId}, 1, ${contentHash}, 'approved', ${at}::timestamptz)`);
  await db.insert(postPublications).values({
    postId,
    platform: "instagram",
    version: 1,
    contentHash,
    url: "https://instagram.example/p/1",
    publishedAt: at,
    publishedBy: "Ada",
  });
}

test("fourth report: has the figures of the two before it, as corrected", async ({
  db,
  userId,
}) => {
  const figuresOf = (value: number) =>
    FIGURES.map((one) => ({
      ...one,
      metrics: [{ metric: "reach" as const, value, previous: null }],
    }));
  const publish = async (number: number, revision: number, value: number) => {
    const figures = figuresOf(value);
    const draft = await saveDraft(db, userId, { number, revision, figures });
    if (draft === null) throw new Error("nothing was saved");
    expect(await publishDraft(db, userId, { ...draft, revision })).toBe("done");
    return draft.id;
  };
  await publish(1, 1, 1);
  await publish(2, 1, 2);
  await publish(3, 1, 3);
  await publish(2, 2, 22);
  const id = await publish(4, 1, 4);
  await saveDraft(db, userId, { number: 3, revision: 2, figures: figuresOf(33) });
  const found = await findReport(db, { id, since: "2026-01-01T00:00:00Z" });
  expect(found?.earlierFigures).toEqual([figuresOf(22), figuresOf(3)]);
});

test("report being written: its 30 days of London, what went live in them, the figures before", async ({
  db,
  database,
  userId,
}) => {
  // In London it is the 25th already.
  await database.query("update users set created_at = '2027-06-24T23:30:00Z'");
  for (const [at, day] of [
    ["2027-07-24T22:30:00Z", "2027-07-24"],
    ["2027-07-24T23:30:00Z", "2027-07-25"],
    ["2027-08-23T22:30:00Z", "2027-08-23"],
    ["2027-08-23T23:30:00Z", "2027-08-24"],
  ] as const) {
    await publishAt(db, await proposePost(db, userId, { text: day }), at);
  }
  await publishedReport(db, userId);
  const work = { userId, number: 2, now: "2027-07-24T23:30:00.000Z" };
  const found = await findReportWork(db, work);
  expect(found).toMatchObject({
    fromDay: "2027-07-25",
    untilDay: "2027-08-23",
    dueAt: "2027-08-23T23:30:00.000Z",
    revisions: [],
    previous: FIGURES,
    posts: ["2027-07-25", "2027-08-23"].map((day) => ({ text: day, publishedOn: day })),
  });
  expect(await findReportWork(db, { ...work, now: "2027-07-24T23:29:59.999Z" })).toBeNull();
});

test("report on its last day: published only when that is agreed, without what goes live later, which its correction has", async ({
  db,
  userId,
}) => {
  for (const hour of ["11", "13"]) {
    await publishAt(db, await proposePost(db, userId, { text: hour }), `2026-11-23T${hour}:00:00Z`);
  }
  const draft = await saveDraft(db, userId);
  if (draft === null) throw new Error("nothing was saved");
  const early = { ...draft, at: "2026-11-23T12:00:00.000Z" };
  expect(await publishDraft(db, userId, early)).toBe("early");
  expect(await publishDraft(db, userId, { ...early, mayBeEarly: true })).toBe("done");
  const textsOf = async () => {
    const report = await findReport(db, { id: draft.id, since: "2026-11-23T12:00:00.000Z" });
    return report?.posts.map(({ text }) => text);
  };
  expect(await textsOf()).toEqual(["11"]);
  const correction = await saveDraft(db, userId, { revision: 2 });
  if (correction === null) throw new Error("nothing was saved");
  const next = { ...correction, revision: 2 };
  const [lastInstant, ended] = ["2026-11-23T23:59:59.999Z", "2026-11-24T00:00:00.000Z"];
  expect(await publishDraft(db, userId, { ...next, at: lastInstant })).toBe("early");
  expect(await publishDraft(db, userId, { ...next, at: ended })).toBe("done");
  expect(await textsOf()).toEqual(["11", "13"]);
});

test("due reports: the next one of a paying customer, from the period of the first payment", async ({
  db,
  database,
}) => {
  const { userId } = await seedOpsCustomer(db);
  await database.query("update users set created_at = '2026-01-01T00:00:00Z'");
  await database.query("update subscriptions set created_at = '2026-01-31T00:00:00Z'");
  const begins = "2026-01-31T00:00:00.000Z";
  const state = { hasDraft: false, isPublished: false };
  const due = { userId, number: 2, dueAt: "2026-03-02T00:00:00.000Z", ...state };
  expect(await listDueReports(db, begins)).toMatchObject([due]);
  await database.query("update subscriptions set created_at = '2026-01-30T23:59:59Z'");
  await saveDraft(db, userId);
  const first = {
    number: 1,
    isPublished: false,
    dueAt: "2026-01-31T00:00:00.000Z",
    hasDraft: true,
  };
  expect(await listDueReports(db, begins)).toMatchObject([first]);
  await database.query("update reports set published_at = now()");
  expect(await listDueReports(db, begins)).toMatchObject([{ number: 2, ...state }]);
  const early = { number: 1, hasDraft: false, isPublished: true };
  expect(await listDueReports(db, "2026-01-30T23:59:59.999Z")).toMatchObject([early]);
  await database.query("update subscriptions set status = 'canceled'");
  expect(await listDueReports(db, begins)).toEqual([]);
});
