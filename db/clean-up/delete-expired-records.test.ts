import { randomUUID } from "node:crypto";
import { isNotNull, sql } from "drizzle-orm";
import { expect } from "vitest";
import { PAGE_PATHS } from "#contracts/api/page-views.ts";
import { DAY_MS } from "#contracts/durations.ts";
import type { Db } from "#db/client.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { checkoutSessions, refundRequests, stripeEvents } from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import { businesses } from "#db/schema/content.ts";
import { resendEvents, undeliverableAddresses } from "#db/schema/emails.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import {
  auditLog,
  bulkReplayEvents,
  bulkReplays,
  effectAttempts,
  eventEffects,
  outboxEvents,
  replays,
} from "#db/schema/events.ts";
import { pageViews } from "#db/schema/page-views.ts";
import { promises } from "#db/schema/promises.ts";
import {
  insertAccountRow,
  insertCheckoutSession,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import {
  deleteExpiredRecords,
  EXPIRED_RECORD_KINDS,
  type ExpiredRecordKind,
} from "./delete-expired-records.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

const COMPLETED = { completedAt: daysAgo(91) };
const CONVERSION = {
  event_id: randomUUID(),
  consent_version: "2026-11",
  consented_at: "2026-08-01T12:00:00.000Z",
  page_url: "https://tidepost.example/contact",
  user_agent: "Mozilla/5.0",
};

async function seedEnquiry(
  db: Db,
  id: string,
  given: { at: string; conversion?: typeof CONVERSION },
): Promise<void> {
  await db.insert(formSubmissions).values({
    id,
    idempotencyKey: randomUUID(),
    formType: "contact",
    email: `${id}@shop.example`,
    payload: {
      form_type: "contact",
      first_name: "Grace",
      last_name: "Hopper",
      email: `${id}@shop.example`,
      company: "Navy",
      subject: "General Inquiry",
      message: "Do you sail?",
      source: "Contact Us Page",
    },
    conversion: given.conversion ?? null,
    createdAt: given.at,
  });
}

async function seedBulkReplay(
  db: Db,
  id: string,
  { at, endedAt }: { at: string; endedAt: string | null },
): Promise<void> {
  await db.insert(bulkReplays).values({
    id,
    requestedBy: "Ada",
    reason: "Resend is back",
    filters: {},
    requestedAt: at,
    endedAt,
  });
  await db.insert(bulkReplayEvents).values({ bulkReplayId: id, eventId: `evt_${id}` });
}

async function seedVisit(
  db: Db,
  id: string,
  { at, customer }: { at: string; customer: string | null },
): Promise<void> {
  if (customer !== null) await insertCustomer(db, { id: customer });
  await insertCheckoutSession(db, { id, customerId: customer, createdAt: at });
}

async function seedEvent(
  db: Db,
  id: string,
  given: Partial<typeof outboxEvents.$inferInsert> & {
    effects?: readonly (typeof eventEffects.$inferInsert)["status"][];
  },
): Promise<void> {
  const { effects = ["completed", "skipped"], ...event } = given;
  await db.insert(outboxEvents).values({
    id,
    type: "SubscriptionChanged",
    version: 1,
    aggregateType: "customer",
    aggregateId: "cus_1",
    actor: { kind: "system", name: "billing" },
    payload: {},
    correlationId: `req_${id}`,
    occurredAt: daysAgo(91),
    nextPublishAt: daysAgo(91),
    ...event,
  });
  await db.insert(eventEffects).values(
    effects.map((status, index) => ({
      eventId: id,
      effect: `effect-${index}`,
      status,
      idempotencyKey: `${id}/${index}`,
    })),
  );
  await db.insert(effectAttempts).values({
    eventId: id,
    effect: "effect-0",
    number: 1,
    worker: "w1",
    startedAt: daysAgo(91),
  });
  await db.insert(replays).values({
    id: `rpl_${id}`,
    eventId: id,
    effect: "effect-0",
    requestedBy: "Ada",
    reason: "they asked",
    previousStatus: "dead_lettered",
    at: daysAgo(91),
  });
  await db.insert(auditLog).values({
    eventId: id,
    action: "effect.effect-0",
    actor: { kind: "system", name: "billing" },
    subjectType: "customer",
    subjectId: "cus_1",
    data: {},
    at: daysAgo(91),
  });
}

async function seedEmailReport(db: Db, id: string, at: string): Promise<void> {
  await db
    .insert(resendEvents)
    .values({ id, type: "email.delivered", emailId: "1", occurredAt: at, receivedAt: at });
}

async function seedUndeliverable(db: Db, id: string, at: string): Promise<void> {
  await db
    .insert(undeliverableAddresses)
    .values({ addressHash: id, reason: "bounced", changedAt: at });
}

async function seedApprovalLink(db: Db, id: string, expiresAt: string): Promise<void> {
  const userId = await insertAccountRow(db, { email: `${id}@shop.example`, isProven: true });
  const createdAt = daysAgo(200);
  const businessId = `bus_${id}`;
  await db.insert(businesses).values({ id: businessId, userId, createdAt });
  const token = { tokenHash: Buffer.from(id).toString("hex").padEnd(64, "0"), eventId: id };
  await db
    .insert(approvalLinks)
    .values({ id, businessId, ...token, createdAt, mailDueAt: createdAt, expiresAt });
}

async function seedPageViews(db: Db, id: string, day: string): Promise<void> {
  const path = PAGE_PATHS[Number(id.slice("row_".length))];
  if (path === undefined) throw new Error(`No path for ${id}.`);
  await db.insert(pageViews).values({ day, path, views: 2, visits: 1 });
}

async function seedRefund(
  db: Db,
  name: string,
  state: (typeof refundRequests.$inferInsert)["state"],
): Promise<void> {
  await insertCustomer(db, { id: `cus_${name}` });
  await insertSubscription(db, { id: `sub_${name}`, customerId: `cus_${name}` });
  await db.insert(refundRequests).values({
    id: `rfr_${name}`,
    subscriptionId: `sub_${name}`,
    customerId: `cus_${name}`,
    amountPence: 97_00,
    state,
    requestedAt: daysAgo(91),
  });
  await seedEvent(db, name, {
    ...COMPLETED,
    type: "RefundRequested",
    aggregateId: `cus_${name}`,
    payload: { refundRequestId: `rfr_${name}` },
  });
}

const seedNotification = async (db: Db, id: string, receivedAt: string) => {
  await db
    .insert(stripeEvents)
    .values({ id, type: "invoice.paid", occurredAt: receivedAt, receivedAt });
};

const seedPromise = async (db: Db, subjectId: string, startedAt: string) => {
  await db.insert(promises).values({
    rule: "answer-enquiry",
    subjectId,
    startedByEvent: `evt_${subjectId}`,
    startedAt,
    warnAt: startedAt,
    dueAt: startedAt,
  });
};

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
const idsIn = {
  page_views: async (db: Db) =>
    (await db.select({ path: pageViews.path }).from(pageViews)).map(
      ({ path }) => `row_${PAGE_PATHS.indexOf(path)}`,
    ),
  enquiries: async (db: Db) =>
    idsOf(await db.select({ id: formSubmissions.id }).from(formSubmissions)),
  enquiry_advertising_data: async (db: Db) =>
    idsOf(
      await db
        .select({ id: formSubmissions.id })
        .from(formSubmissions)
        .where(isNotNull(formSubmissions.conversion)),
    ),
  purchase_advertising_data: async (db: Db) =>
    idsOf(
      await db
        .select({ id: checkoutSessions.id })
        .from(checkoutSessions)
        .where(isNotNull(checkoutSessions.conversion)),
    ),
  completed_events: async (db: Db) =>
    idsOf(await db.select({ id: outboxEvents.id }).from(outboxEvents)),
  provider_notifications: async (db: Db) =>
    idsOf(await db.select({ id: stripeEvents.id }).from(stripeEvents)),
  email_reports: async (db: Db) =>
    idsOf(await db.select({ id: resendEvents.id }).from(resendEvents)),
  undeliverable_addresses: async (db: Db) =>
    idsOf(await db.select({ id: undeliverableAddresses.addressHash }).from(undeliverableAddresses)),
  promises: async (db: Db) => idsOf(await db.select({ id: promises.subjectId }).from(promises)),
  bulk_replays: async (db: Db) => [
    ...idsOf(await db.select({ id: bulkReplays.id }).from(bulkReplays)),
    ...idsOf(await db.select({ id: bulkReplayEvents.bulkReplayId }).from(bulkReplayEvents)),
  ],
  booked_calls: async (db: Db) => idsOf(await db.select({ id: bookedCalls.id }).from(bookedCalls)),
  approval_links: async (db: Db) =>
    idsOf(await db.select({ id: approvalLinks.id }).from(approvalLinks)),
} satisfies Record<ExpiredRecordKind, (db: Db) => Promise<string[]>>;

async function seedCall(db: Db, id: string, startsAt: string): Promise<void> {
  await db.insert(bookedCalls).values({ id, startsAt });
}

type Seed = (db: Db, id: string) => Promise<void>;
type Table = Record<ExpiredRecordKind, { goes: Record<string, Seed>; stays: Record<string, Seed> }>;

const TABLE: Table = {
  enquiries: {
    goes: {
      "two years old": (db, id) => seedEnquiry(db, id, { at: "2024-11-20T12:00:00Z" }),
      "older, and reported to the advertiser": (db, id) =>
        seedEnquiry(db, id, { at: "2023-01-01T00:00:00Z", conversion: CONVERSION }),
    },
    stays: {
      "younger than two years": (db, id) => seedEnquiry(db, id, { at: "2024-11-20T12:00:01Z" }),
    },
  },
  enquiry_advertising_data: {
    goes: {
      "of 90 days, reported": async (db, id) => {
        await seedEnquiry(db, id, { at: daysAgo(90), conversion: CONVERSION });
        await seedEvent(db, `evt_${id}`, {
          ...COMPLETED,
          type: "ContactSubmitted",
          aggregateId: id,
        });
      },
      "without its event": (db, id) =>
        seedEnquiry(db, id, { at: daysAgo(120), conversion: CONVERSION }),
    },
    stays: {
      "younger than 90 days": (db, id) =>
        seedEnquiry(db, id, { at: daysAgo(89), conversion: CONVERSION }),
      "not yet reported": async (db, id) => {
        await seedEnquiry(db, id, { at: daysAgo(120), conversion: CONVERSION });
        await seedEvent(db, `evt_${id}`, {
          type: "ContactSubmitted",
          aggregateId: id,
          deadLetteredAt: daysAgo(119),
          effects: ["completed", "dead_lettered"],
        });
      },
    },
  },
  purchase_advertising_data: {
    goes: {
      "of 90 days, never paid": (db, id) => seedVisit(db, id, { at: daysAgo(90), customer: null }),
      "of a purchase that was reported": async (db, id) => {
        await seedVisit(db, id, { at: daysAgo(90), customer: `cus_${id}` });
        await seedEvent(db, `evt_${id}`, {
          ...COMPLETED,
          type: "CheckoutCompleted",
          aggregateId: `cus_${id}`,
        });
        await seedEvent(db, `mail_${id}`, {
          aggregateId: `cus_${id}`,
          deadLetteredAt: daysAgo(91),
          effects: ["dead_lettered"],
        });
      },
    },
    stays: {
      "younger than 90 days": (db, id) => seedVisit(db, id, { at: daysAgo(89), customer: null }),
      "of a purchase that could not be reported yet": async (db, id) => {
        await seedVisit(db, id, { at: daysAgo(120), customer: `cus_${id}` });
        await seedEvent(db, `evt_${id}`, {
          type: "CheckoutCompleted",
          aggregateId: `cus_${id}`,
          deadLetteredAt: daysAgo(119),
          effects: ["completed", "dead_lettered"],
        });
      },
    },
  },
  bulk_replays: {
    goes: {
      "of 90 days": (db, id) => seedBulkReplay(db, id, { at: daysAgo(91), endedAt: daysAgo(90) }),
    },
    stays: {
      "that ended later": (db, id) =>
        seedBulkReplay(db, id, { at: daysAgo(91), endedAt: daysAgo(89) }),
      "that still run": (db, id) => seedBulkReplay(db, id, { at: daysAgo(120), endedAt: null }),
    },
  },
  completed_events: {
    goes: {
      "completed 90 days ago": (db, id) =>
        seedEvent(db, id, { occurredAt: daysAgo(91), completedAt: daysAgo(90) }),
      "a paid refund": (db, id) => seedRefund(db, id, "refunded"),
      "a declined refund": (db, id) => seedRefund(db, id, "declined"),
    },
    stays: {
      "completed since": (db, id) =>
        seedEvent(db, id, { occurredAt: daysAgo(200), completedAt: daysAgo(89) }),
      open: (db, id) => seedEvent(db, id, { effects: ["completed", "pending"] }),
      failed: (db, id) =>
        seedEvent(db, id, { deadLetteredAt: daysAgo(91), effects: ["completed", "dead_lettered"] }),
      "completed, with an effect that has not ended": (db, id) =>
        seedEvent(db, id, { ...COMPLETED, effects: ["completed", "pending"] }),
      "completed, with an effect that failed": (db, id) =>
        seedEvent(db, id, { ...COMPLETED, effects: ["completed", "dead_lettered"] }),
      "a requested refund": (db, id) => seedRefund(db, id, "asked"),
      "an approved refund": (db, id) => seedRefund(db, id, "approved"),
    },
  },
  provider_notifications: {
    goes: { "of 90 days": (db, id) => seedNotification(db, id, daysAgo(90)) },
    stays: { "of 89 days": (db, id) => seedNotification(db, id, daysAgo(89)) },
  },
  email_reports: {
    goes: { "of 90 days": (db, id) => seedEmailReport(db, id, daysAgo(90)) },
    stays: { "of 89 days": (db, id) => seedEmailReport(db, id, daysAgo(89)) },
  },
  undeliverable_addresses: {
    goes: { "of 90 days": (db, id) => seedUndeliverable(db, id, daysAgo(90)) },
    stays: { "of 89 days": (db, id) => seedUndeliverable(db, id, daysAgo(89)) },
  },
  promises: {
    goes: { "two years old": (db, id) => seedPromise(db, id, "2024-11-20T12:00:00Z") },
    stays: {
      "younger than two years": (db, id) => seedPromise(db, id, "2024-11-20T12:00:01Z"),
    },
  },
  booked_calls: {
    goes: { "two years ago": (db, id) => seedCall(db, id, "2024-11-20T12:00:00Z") },
    stays: { "less than two years ago": (db, id) => seedCall(db, id, "2024-11-20T12:00:01Z") },
  },
  approval_links: {
    goes: { "expired for 90 days": (db, id) => seedApprovalLink(db, id, daysAgo(90)) },
    stays: { "expired for 89 days": (db, id) => seedApprovalLink(db, id, daysAgo(89)) },
  },
  page_views: {
    goes: { "25 months old": (db, id) => seedPageViews(db, id, "2024-10-20") },
    stays: { "a day younger": (db, id) => seedPageViews(db, id, "2024-10-21") },
  },
};

const rowsIn = async (db: Db, table: string): Promise<unknown[]> => {
  const result: unknown = await db.execute(sql`select * from ${sql.identifier(table)}`);
  return (result as { rows: unknown[] }).rows;
};

test.for(EXPIRED_RECORD_KINDS)(
  "clean-up of %s: deletes what is expired and nothing else",
  async (kind, { db }) => {
    const { goes, stays } = TABLE[kind];
    const names = new Map<string, string>();
    for (const [name, seed] of Object.entries({ ...goes, ...stays })) {
      const id = `row_${names.size + 1}`;
      names.set(id, name);
      await seed(db, id);
    }
    const leftOf = async () => (await idsIn[kind](db)).map((id) => names.get(id) ?? id);
    const before = await leftOf();
    expect(new Set(before)).toEqual(new Set(names.values()));
    const deleted = await deleteExpiredRecords(db, kind, { now: NOW, limit: 100 });
    expect(await leftOf()).toEqual(before.filter((name) => name in stays));
    expect(deleted).toBe(Object.keys(goes).length);
    expect(await deleteExpiredRecords(db, kind, { now: NOW, limit: 100 })).toBe(0);
  },
);

/** One of each statement: the other kinds differ in table and column alone. */
const OF_EACH_STATEMENT = [
  "enquiries",
  "enquiry_advertising_data",
  "completed_events",
  "bulk_replays",
  "page_views",
] as const satisfies ExpiredRecordKind[];

test.for(OF_EACH_STATEMENT)(
  "clean-up of %s: deletes in batches, from several processes at once",
  async (kind, { db }) => {
    const [seed] = Object.values(TABLE[kind].goes);
    for (const id of ["row_1", "row_2", "row_3", "row_4", "row_5"]) await seed?.(db, id);
    const batch = () => deleteExpiredRecords(db, kind, { now: NOW, limit: 2 });
    const first = await Promise.all([batch(), batch()]);
    expect(first.every((count) => count <= 2)).toBe(true);
    let total = first.reduce((sum, count) => sum + count, 0);
    for (let count = await batch(); count > 0; count = await batch()) total += count;
    expect(total).toBe(5);
    expect(await idsIn[kind](db)).toEqual([]);
  },
);

test("deletes an event with effects, attempts and replays, keeps audit log and orders", async ({
  db,
}) => {
  await seedRefund(db, "gone", "refunded");
  await seedEvent(db, "kept", { effects: ["pending"] });
  const books = ["audit_log", "orders", "customers", "subscriptions", "refund_requests"];
  const read = () => Promise.all(books.map((table) => rowsIn(db, table)));
  const before = await read();
  expect(before.every((rows) => rows.length > 0)).toBe(true);
  for (const kind of EXPIRED_RECORD_KINDS) {
    await deleteExpiredRecords(db, kind, { now: NOW, limit: 100 });
  }
  expect(await read()).toEqual(before);
  expect((await db.select().from(outboxEvents)).map(({ id }) => id)).toEqual(["kept"]);
  expect((await db.select().from(eventEffects)).map(({ eventId }) => eventId)).toEqual(["kept"]);
  expect((await db.select().from(effectAttempts)).map(({ eventId }) => eventId)).toEqual(["kept"]);
  expect((await db.select().from(replays)).map(({ eventId }) => eventId)).toEqual(["kept"]);
});

test("deletes an old enquiry, keeps its failed event", async ({ db }) => {
  await seedEnquiry(db, "row_1", { at: daysAgo(800) });
  await seedEvent(db, "failed", {
    occurredAt: daysAgo(800),
    aggregateId: "row_1",
    deadLetteredAt: daysAgo(799),
    effects: ["dead_lettered"],
  });
  for (const kind of EXPIRED_RECORD_KINDS) {
    await deleteExpiredRecords(db, kind, { now: NOW, limit: 100 });
  }
  expect(await idsIn.enquiries(db)).toEqual([]);
  expect(await idsIn.completed_events(db)).toEqual(["failed"]);
});

test("expired event that another transaction locks: left to the next run", async ({ db }) => {
  await seedEvent(db, "row_1", COMPLETED);
  await db.transaction(async (other) => {
    await other.execute(sql`select from outbox_events where id = 'row_1' for update`);
    expect(await deleteExpiredRecords(db, "completed_events", { now: NOW, limit: 100 })).toBe(0);
  });
  expect(await deleteExpiredRecords(db, "completed_events", { now: NOW, limit: 100 })).toBe(1);
});

test("tables that lose rows each day: are vacuumed each day, at any size", async ({ database }) => {
  const { rows } = await database.query(
    "select relname from pg_class where reloptions @> '{autovacuum_vacuum_scale_factor=0.01}' order by relname",
  );
  expect(rows.map(({ relname }) => relname)).toEqual([
    "effect_attempts",
    "event_effects",
    "outbox_events",
    "resend_events",
    "stripe_events",
  ]);
});
