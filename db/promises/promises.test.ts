import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import type { ContactChannel } from "#contracts/events/promises.ts";
import type { EnquiryId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { submitEnquiry } from "#db/enquiries/submit-enquiry.ts";
import { eraseAccount } from "#db/personal-data/erase-account.ts";
import { customers } from "#db/schema/billing.ts";
import { promises } from "#db/schema/promises.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { CONTACT_FORM } from "../../tests/support/contact-form.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
  insertSubscriber,
} from "../../tests/support/customer-rows.ts";
import { countLockWaits, test, type TestDatabase } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, proposePost } from "../../tests/support/post-rows.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { startDueReportPromises, watchPromises } from "../../worker/schedules/promise-schedules.ts";
import { keepPromise, releasePromise } from "./change-promises.ts";

// A Thursday: the warning is due on Friday at 15:00, the promise at 17:00.
const START = "2026-11-19T17:00:00.000Z";
const WARN = "2026-11-20T15:00:00.000Z";
const DUE = "2026-11-20T17:00:00.000Z";

const eventAt = (at: string) => ({ makeId: newId, now: () => new Date(at), correlationId: null });

async function enquire(db: Db) {
  const id = newId("submission");
  const event = newEvent(
    eventAt(START),
    "ContactSubmitted",
    { kind: "visitor" },
    { submissionId: id, formType: "contact", conversionConsent: false },
  );
  const input = {
    id,
    idempotencyKey: randomUUID(),
    form: CONTACT_FORM,
    conversion: null,
    event,
  };
  await submitEnquiry(db, input);
  return { id, input };
}

async function promisesIn({ query }: TestDatabase) {
  const { rows } = await query<{ id: string } & Record<string, unknown>>(
    `select id, rule, subject_id, started_by_event, started_at, warn_at, due_at, warned_at, missed_at, kept_by_event,
       kept_at, kept_by, released_by_event, released_reason, released_at
     from promises order by id`,
  );
  return rows;
}

async function eventsIn({ query }: TestDatabase) {
  const { rows } = await query<{ type: string; payload: object }>(
    "select type, payload from outbox_events where type <> 'ContactSubmitted' order by occurred_at, id",
  );
  return rows;
}

const answered = (submissionId: EnquiryId, at: string, channel: ContactChannel = "phone") =>
  newEvent(
    eventAt(at),
    "EnquiryAnswered",
    { kind: "ops", name: "ada@tidepost.example" },
    { submissionId, channel },
  );

const changesOf = (postId: string) => ({
  rule: "answer-changes" as const,
  subjectId: postId,
  startedByEvent: "evt_1",
  startedAt: START,
  warnAt: WARN,
  dueAt: DUE,
});

const waitingFor = (database: TestDatabase, count: number) =>
  eventually(`${count} wait for a lock`, async () => (await countLockWaits(database)) === count);

const watchAt = (db: Db, at: string) =>
  watchPromises({ db, makeId: newId, now: () => new Date(at) }).run();

test("purchase: promises in the statement of its sync, until they are kept or the subscription ends", async ({
  db,
  database,
}) => {
  const provider = stripeReader();
  const deps = { db, stripe: provider.stripe, ...eventAt(START), correlationId: "req_1" };
  await insertCustomer(db, { id: "cus_1" });
  const sync = async (status: "active" | "canceled") => {
    provider.put({ id: "sub_1", customer: "cus_1", status });
    await syncCustomer(deps, { customerId: "cus_1", stripeEventId: null });
    return promisesIn(database);
  };
  const open = { subject_id: "sub_1", released_at: null, kept_at: null };
  expect(await sync("active")).toMatchObject([
    { rule: "contact-after-payment", due_at: new Date(DUE), ...open },
    { rule: "first-content", ...open },
    { rule: "go-live", ...open },
  ]);
  expect(await sync("active")).toHaveLength(3);
  const userId = await insertAccountRow(db, { email: CONTACT_FORM.email, isProven: true });
  await proposePost(db, userId);
  const released = { released_at: new Date(START) };
  expect(await sync("canceled")).toMatchObject([released, { kept_by: "Ada" }, released]);
});

test("changes of two posts: a new version keeps the promise of its post, the other is missed", async ({
  db,
  database,
}) => {
  const userId = await insertAccountRow(db, { email: CONTACT_FORM.email, isProven: true });
  const [changed, other] = [await proposePost(db, userId), await proposePost(db, userId)];
  await db.insert(promises).values([changesOf(changed), changesOf(other)]);
  await changeTo(db, { userId, postId: changed, version: 2 });
  expect(await promisesIn(database)).toMatchObject([{ kept_by: "Ada" }, { kept_at: null }]);
  await watchAt(db, DUE);
  const { rows } = await database.query(
    "select payload from outbox_events where type = 'PromisesAnnounced'",
  );
  expect(rows).toEqual([{ payload: { managerId: null, promiseIds: [2] } }]);
});

describe("promise of a report", () => {
  const promiseAt = (db: Db, at: string) =>
    startDueReportPromises({ db, now: () => new Date(at) }).run();

  test("one for each period of the account, the next one once the last one is sent", async ({
    db,
    database,
  }) => {
    const userId = await insertAccountRow(db, { email: CONTACT_FORM.email, isProven: true });
    await database.query("update users set created_at = '2026-10-01T12:00:00Z'");
    await insertCustomer(db, { id: "cus_1", userId });
    const bought = { customerId: "cus_1", userId };
    await insertSubscription(db, { ...bought, id: "sub_1" });
    await insertSubscription(db, { ...bought, id: "sub_2", priceId: null });
    await Promise.all([promiseAt(db, START), promiseAt(db, START)]);
    const first = { rule: "send-report", subject_id: "sub_1", started_by_event: null };
    const due = { ...first, due_at: new Date("2026-11-30T23:59:59Z") };
    expect(await promisesIn(database)).toMatchObject([due]);
    await promiseAt(db, "2026-12-05T12:00:00Z");
    expect(await promisesIn(database)).toHaveLength(1);
    await database.query(
      "update promises set kept_at = '2026-12-05T12:00:00Z', kept_by_event = 'evt_1'",
    );
    expect(await promiseAt(db, "2026-12-05T12:00:00Z")).toEqual({ promised: 1 });
    expect(await promisesIn(database)).toMatchObject([
      due,
      { ...first, due_at: new Date("2026-12-30T23:59:59Z") },
    ]);
  });

  test.for([["the sync"], ["the schedule"]] as const)(
    "subscription ends while its report is promised, %s first: none is left open",
    async ([first], { db, database }) => {
      await insertSubscriber(db);
      const provider = stripeReader();
      provider.put({ id: "sub_1", customer: "cus_1", status: "canceled" });
      const sync = () =>
        syncCustomer(
          { db, stripe: provider.stripe, ...eventAt(START), correlationId: "req_1" },
          { customerId: "cus_1", stripeEventId: null },
        );
      const acts = [sync, () => promiseAt(db, START)];
      const running: Promise<unknown>[] = [];
      await db.transaction(async (tx) => {
        await tx.select().from(customers).for("update");
        for (const act of first === "the sync" ? acts : acts.toReversed()) {
          running.push(act());
          await waitingFor(database, running.length);
        }
      });
      await Promise.all(running);
      expect((await eventsIn(database)).map(({ type }) => type)).toContain("SubscriptionEnded");
      expect((await promisesIn(database)).filter((row) => row["released_at"] === null)).toEqual([]);
    },
  );
});

test("erased account: neither its enquiry nor its posts need an answer", async ({
  db,
  database,
}) => {
  const { id } = await enquire(db);
  const userId = await insertAccountRow(db, { email: CONTACT_FORM.email, isProven: true });
  const postId = await proposePost(db, userId);
  await db.insert(promises).values(changesOf(postId));
  const data = { userId, by: "owner", left: "nameless_row" } as const;
  const event = newEvent(eventAt(WARN), "AccountErased", { kind: "user", userId }, data);
  expect(await eraseAccount(db, { userId, sessionId: null, event })).toBe("erased");
  const released = { released_by_event: event.id, released_at: new Date(WARN) };
  expect(await promisesIn(database)).toMatchObject([
    { subject_id: id, ...released },
    { subject_id: postId, ...released },
  ]);
});

describe("promise to answer an enquiry", () => {
  test("starts with the enquiry, once", async ({ db, database }) => {
    const { id, input } = await enquire(db);
    await submitEnquiry(db, input);
    expect(await promisesIn(database)).toEqual([
      {
        id: "1",
        rule: "answer-enquiry",
        subject_id: id,
        started_by_event: input.event.id,
        started_at: new Date(START),
        warn_at: new Date(WARN),
        due_at: new Date(DUE),
        warned_at: null,
        missed_at: null,
        kept_by_event: null,
        kept_at: null,
        kept_by: null,
        released_by_event: null,
        released_reason: null,
        released_at: null,
      },
    ]);
  });

  test("two operators keep it at once: one event", async ({ db, database }) => {
    const { id } = await enquire(db);
    const events = [answered(id, WARN), answered(id, WARN)];
    let presses: Promise<boolean>[] = [];
    await db.transaction(async (tx) => {
      await tx.select().from(promises).for("update");
      presses = events.map((event) => keepPromise(db, { id: 1, event }));
      await waitingFor(database, 2);
    });
    const kept = await Promise.all(presses);
    expect(kept.filter((isKept) => isKept)).toHaveLength(1);
    const winner = events[kept.indexOf(true)];
    expect(await eventsIn(database)).toEqual([
      { type: "EnquiryAnswered", payload: { submissionId: id, channel: "phone" } },
    ]);
    expect(await promisesIn(database)).toMatchObject([
      { kept_at: new Date(WARN), kept_by_event: winner?.id, kept_by: "ada@tidepost.example" },
    ]);
  });

  test("warned once before, missed once after, and kept late", async ({ db, database }) => {
    const { id } = await enquire(db);
    expect(await watchAt(db, "2026-11-20T14:59:00.000Z")).toEqual({ promises: 0, mails: 0 });
    await Promise.all([watchAt(db, WARN), watchAt(db, WARN)]);
    expect(await watchAt(db, "2026-11-20T15:01:00.000Z")).toEqual({ promises: 0, mails: 0 });
    await Promise.all([watchAt(db, DUE), watchAt(db, DUE)]);
    expect(await watchAt(db, "2026-11-20T17:01:00.000Z")).toEqual({ promises: 0, mails: 0 });
    const told = { type: "PromisesAnnounced", payload: { managerId: null, promiseIds: [1] } };
    expect(await eventsIn(database)).toEqual([told, told]);
    expect(await promisesIn(database)).toMatchObject([
      { warned_at: new Date(WARN), missed_at: new Date(DUE) },
    ]);
    const event = answered(id, "2026-11-20T18:00:00.000Z");
    expect(await keepPromise(db, { id: 1, event })).toBe(true);
    expect(await promisesIn(database)).toMatchObject([
      { missed_at: new Date(DUE), kept_at: new Date("2026-11-20T18:00:00.000Z") },
    ]);
  });

  test("no worker ran until it was missed: no warning afterwards", async ({ db, database }) => {
    await enquire(db);
    expect(await watchAt(db, "2026-11-20T19:00:00.000Z")).toEqual({ promises: 1, mails: 1 });
    expect(await promisesIn(database)).toMatchObject([
      { warned_at: null, missed_at: new Date("2026-11-20T19:00:00.000Z") },
    ]);
  });

  test("kept in time: neither warned nor missed", async ({ db, database }) => {
    const { id } = await enquire(db);
    await keepPromise(db, { id: 1, event: answered(id, "2026-11-19T18:00:00.000Z") });
    expect(await watchAt(db, "2026-11-21T19:00:00.000Z")).toEqual({ promises: 0, mails: 0 });
    expect(await eventsIn(database)).toMatchObject([{ type: "EnquiryAnswered" }]);
  });

  test("released with a reason: audited, and not kept afterwards", async ({ db, database }) => {
    const { id, input } = await enquire(db);
    const release = { id: 1, by: "ada@tidepost.example", reason: "Spam.", at: WARN };
    expect(await releasePromise(db, release)).toBe(true);
    expect(await releasePromise(db, release)).toBe(false);
    expect(await keepPromise(db, { id: 1, event: answered(id, WARN) })).toBe(false);
    expect(await watchAt(db, DUE)).toEqual({ promises: 0, mails: 0 });
    expect(await promisesIn(database)).toMatchObject([
      { released_reason: "Spam.", released_at: new Date(WARN), released_by_event: null },
    ]);
    const { rows } = await database.query("select event_id, action, actor, data from audit_log");
    expect(rows).toEqual([
      {
        event_id: input.event.id,
        action: "promise.released",
        actor: { kind: "ops", name: "ada@tidepost.example" },
        data: { promiseId: 1, rule: "answer-enquiry", reason: "Spam." },
      },
    ]);
  });
});
