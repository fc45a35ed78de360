import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#db/client.ts";
import { replays } from "#db/schema/events.ts";
import { test } from "../../tests/support/database.ts";
import { seedEnquiry, seedEvent, seedIds } from "../../tests/support/seed-event.ts";
import { seedRefundRequest } from "../../tests/support/seed-refund.ts";
import { countHiddenEvents } from "./count-hidden-events.ts";
import { countAttention } from "./get-overview.ts";
import { type EventFilter, listEvents, listEventsOfRequests } from "./list-events.ts";

const NOW = "2026-11-21T00:00:00.000Z";

const everything: EventFilter = {
  search: null,
  state: null,
  type: null,
  effect: null,
  error: null,
  from: null,
  to: null,
  hidesRoutine: false,
  isGrouped: false,
  before: null,
  limit: 50,
};

async function lastsOf(db: Db, filter: Partial<EventFilter>): Promise<string> {
  const { events } = await listEvents(db, { ...everything, ...filter });
  return events.map((event) => event.id.at(-1)).join("");
}

const secondsAgo = (seconds: number) => sql<string>`now() - ${seconds}::int * interval '1 second'`;

/** One event in each state; ids end with the given letter. */
async function seedStates(db: Db): Promise<void> {
  await seedEvent(db, {
    last: "D",
    event: { completedAt: "2026-11-20T23:13:02Z" },
    effects: [{ effect: "audit", status: "completed" }],
  });
  await seedEvent(db, {
    last: "F",
    event: { deadLetteredAt: "2026-11-20T23:13:02Z" },
    effects: [{ effect: "send-team-notification", status: "dead_lettered" }],
  });
  await seedEvent(db, {
    last: "H",
    effects: [
      { effect: "send-auto-reply", status: "pending" },
      { effect: "send-team-notification", status: "dead_lettered" },
    ],
  });
  await seedEvent(db, { last: "B", event: { deadLetteredAt: "2026-11-20T23:13:02Z" } });
  await seedEvent(db, { last: "S", effects: [{ effect: "audit", status: "pending" }] });
  await seedEvent(db, { last: "P", effects: [{ effect: "audit", status: "pending" }] });
  await db.execute(sql`update outbox_events set occurred_at = ${secondsAgo(5)}
    where id = ${seedIds("P").eventId}`);
}

describe("listing events", () => {
  test("newest first", async ({ db }) => {
    for (const [index, last] of ["A", "B", "C"].entries()) {
      await seedEvent(db, { last, event: { occurredAt: `2026-11-20T0${String(index)}:00:00Z` } });
    }
    expect(await lastsOf(db, {})).toBe("CBA");
  });

  test("pages without gaps or repeats, also with equal timestamps", async ({ db }) => {
    for (const last of "ABCDEFG") await seedEvent(db, { last });
    const seen: string[] = [];
    let before: EventFilter["before"] = null;
    for (let page = 0; page < 4; page++) {
      const { events, next } = await listEvents(db, { ...everything, before, limit: 2 });
      seen.push(...events.map((event) => event.id.at(-1) ?? ""));
      before = next;
    }
    expect(seen.join("")).toBe("GFEDCBA");
    expect(before).toBeNull();
  });

  test("grouped: one row for each request, at its newest event that matches, over pages without repeats", async ({
    db,
  }) => {
    const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, "0")}:00Z`;
    // Requests of the events from newest to oldest: 1 2 1 3 2 4 4.
    for (const [index, request] of [4, 4, 2, 3, 1, 2, 1].entries()) {
      await seedEvent(db, {
        last: "ABCDEFG"[index] ?? "",
        event: {
          occurredAt: at(index),
          correlationId: `req_${request}`,
          type: index === 6 ? "AccountCreated" : "ContactSubmitted",
        },
      });
    }
    const seen: string[] = [];
    let before: EventFilter["before"] = null;
    do {
      const { events, next } = await listEvents(db, {
        ...everything,
        isGrouped: true,
        before,
        limit: 1,
      });
      seen.push(...events.map((event) => event.id.at(-1) ?? ""));
      before = next;
    } while (before !== null);
    expect(seen.join("")).toBe("GFDB");
    // G does not match.
    expect(await lastsOf(db, { isGrouped: true, type: "ContactSubmitted" })).toBe("FEDB");
    expect(
      (await listEventsOfRequests(db, ["req_1", "req_4"])).map(({ id }) => id.at(-1)).join(""),
    ).toBe("ABEG");
  });

  test("routine: left out and counted, unless it failed or is late", async ({ db }) => {
    const seed = (last: string, event: Parameters<typeof seedEvent>[1] & object) =>
      seedEvent(db, {
        ...event,
        last,
        event: { type: "StripeEventReceived", completedAt: null, ...event.event },
      });
    await seed("A", { event: { completedAt: "2026-11-20T23:13:02Z" } });
    await seed("B", { event: { occurredAt: new Date().toISOString() } });
    await seed("C", { event: { deadLetteredAt: "2026-11-20T23:13:02Z" } });
    await seed("D", {});
    await seedEvent(db, { last: "E" });
    expect(await lastsOf(db, { hidesRoutine: true })).toBe("EDC");
    const page = { newest: null, oldest: null, limit: 10 };
    expect(await countHiddenEvents(db, everything, page)).toBe(2);
    expect(
      await countHiddenEvents(db, everything, { ...page, newest: "2026-11-20T23:13:00.123Z" }),
    ).toBe(1);
    expect(await countHiddenEvents(db, everything, { ...page, limit: 1 })).toBe(1);
  });

  test("finds events in each state, and by type and state together, without personal data", async ({
    db,
  }) => {
    await seedStates(db);
    await seedEnquiry(db, { last: "H", email: "grace@navy.example" });
    for (const [state, lasts] of [
      ["completed", "D"],
      ["failed", "HFB"],
      ["stuck", "S"],
      ["open", "P"],
    ] as const) {
      const { events } = await listEvents(db, { ...everything, state });
      expect(events.map(({ id }) => id.at(-1)).join(""), state).toBe(lasts);
      expect(new Set(events.map((event) => event.state))).toEqual(new Set([state]));
    }
    expect(await lastsOf(db, { type: "ContactSubmitted", state: "completed" })).toBe("D");
    expect(await lastsOf(db, { type: "SomethingElse", state: "completed" })).toBe("");
    const failed = await listEvents(db, { ...everything, state: "failed" });
    expect(failed.events[0]?.effects).toEqual([
      { effect: "send-auto-reply", status: "pending", lastError: null },
      { effect: "send-team-notification", status: "dead_lettered", lastError: null },
    ]);
    expect(JSON.stringify(failed)).not.toMatch(/grace|Hopper|sail/iu);
  });

  test("counts events that need an operator, up to a limit", async ({ db }) => {
    await seedStates(db);
    await seedRefundRequest(db, { last: "X" });
    await seedRefundRequest(db, { last: "Y" });
    await seedRefundRequest(db, { last: "Z", state: "refunded" });
    await db.execute(
      sql`update outbox_events set completed_at = now() where type = 'RefundRequested'`,
    );
    expect(await countAttention(db, { limit: 99, now: NOW })).toEqual({
      failed: 3,
      stuck: 1,
      refunds: 2,
      disputes: 0,
      comments: 0,
    });
    expect(await countAttention(db, { limit: 1, now: NOW })).toMatchObject({
      failed: 1,
      stuck: 1,
      refunds: 1,
    });
  });

  test("a replayed event's age counts from its replay", async ({ db }) => {
    const { eventId } = await seedEvent(db, { effects: [{ effect: "audit", status: "pending" }] });
    await db.insert(replays).values({
      id: "rpl_01KAHX2J3V7W8R9T0A1B2C3D4E",
      eventId,
      effect: "audit",
      requestedBy: "Ada",
      reason: "again",
      previousStatus: "dead_lettered",
      at: secondsAgo(3),
    });
    expect(await lastsOf(db, { state: "open" })).toBe("E");
    expect(await lastsOf(db, { state: "stuck" })).toBe("");
  });

  test("finds an event by its id, request and subject", async ({ db }) => {
    await seedEvent(db, { last: "A" });
    await seedEvent(db, { last: "B" });
    for (const id of Object.values(seedIds("B"))) {
      expect(await lastsOf(db, { search: { kind: "id", id } })).toBe("B");
    }
    expect(await lastsOf(db, { search: { kind: "id", id: "%" } })).toBe("");
  });

  test("finds events by email, case-insensitively", async ({ db }) => {
    await seedEvent(db, { last: "A" });
    await seedEnquiry(db, { last: "A", email: "Grace@Navy.example" });
    await seedEvent(db, { last: "B" });
    await seedEnquiry(db, { last: "B", email: "ada@engine.example" });
    expect(await lastsOf(db, { search: { kind: "email", email: "grace@navy.EXAMPLE" } })).toBe("A");
    expect(await lastsOf(db, { search: { kind: "email", email: "nobody@navy.example" } })).toBe("");
  });

  test("finds account events by the account's email", async ({ db }) => {
    await seedEvent(db, { last: "A" });
    await seedEvent(db, { last: "B" });
    const id = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
    await db.execute(sql`insert into users (id, email, app_metadata, user_metadata, created_at, updated_at)
      values (${id}, 'grace@navy.example', '{}', '{}', now(), now())`);
    await db.execute(sql`update outbox_events set aggregate_type = 'user', aggregate_id = ${id}
      where id = ${seedIds("A").eventId}`);
    expect(await lastsOf(db, { search: { kind: "email", email: "Grace@navy.example" } })).toBe("A");
  });

  test("finds customer events by any Stripe id of the customer, and by email", async ({ db }) => {
    await seedEvent(db, {
      last: "A",
      event: { aggregateType: "customer", aggregateId: "cus_1" },
    });
    await seedEvent(db, { last: "B" });
    await db.execute(
      sql`insert into customers (id, origin, email) values ('cus_1', 'guest', 'grace@navy.example')`,
    );
    await db.execute(sql`insert into subscriptions (id, customer_id, status, cancel_at_period_end, created_at)
      values ('sub_1', 'cus_1', 'active', false, now())`);
    await db.execute(sql`insert into orders (id, customer_id, status, amount_pence, currency, ordered_at)
      values ('in_1', 'cus_1', 'completed', 9700, 'gbp', now())`);
    await db.execute(sql`insert into stripe_events (id, type, customer_id, occurred_at)
      values ('evt_1', 'invoice.paid', 'cus_1', now())`);
    await db.execute(sql`insert into checkout_sessions
        (id, owner_key, basket_hash, price_ids, customer_id, stripe_session_id, state, created_at, expires_at)
      values ('chk_1', 'guest:1', '', '[]', 'cus_1', 'cs_test_1', 'complete', now(), now())`);
    for (const id of ["cus_1", "sub_1", "in_1", "evt_1", "cs_test_1"]) {
      expect(await lastsOf(db, { search: { kind: "id", id } }), id).toBe("A");
    }
    expect(await lastsOf(db, { search: { kind: "email", email: "Grace@navy.example" } })).toBe("A");
  });

  test("finds events by the id that Resend or Stripe returned", async ({ db }) => {
    await seedEvent(db, {
      last: "A",
      effects: [
        { effect: "send-auto-reply", status: "completed", externalId: "0b8c2f6e-mail" },
        { effect: "refund-and-cancel", status: "completed", externalId: "re_1" },
      ],
    });
    await seedEvent(db, {
      last: "B",
      effects: [{ effect: "send-auto-reply", status: "completed" }],
    });
    // A Stripe dispute does not name its customer.
    await seedEvent(db, { last: "C", event: { aggregateType: "customer", aggregateId: "du_1" } });
    await seedEvent(db, { last: "D", event: { aggregateType: "customer", aggregateId: "cus_1" } });
    await db.execute(sql`insert into stripe_events (id, type, object_id, customer_id, occurred_at) values
      ('evt_1', 'charge.dispute.created', 'du_1', null, now()), ('evt_2', 'charge.refunded', 'ch_1', 'cus_1', now())`);
    for (const [id, lasts] of [
      ["0b8c2f6e-mail", "A"],
      ["re_1", "A"],
      ["du_1", "C"],
      ["evt_1", "C"],
      ["ch_1", "D"],
    ] as const) {
      expect(await lastsOf(db, { search: { kind: "id", id } }), id).toBe(lasts);
    }
  });

  test("finds events by name, from enquiry or account", async ({ db }) => {
    await seedEnquiry(db, { last: "A", email: "grace@navy.example" });
    await seedEvent(db, { last: "A" });
    await seedEvent(db, { last: "B" });
    await seedEvent(db, { last: "C", event: { aggregateType: "customer", aggregateId: "cus_1" } });
    await seedEvent(db, { last: "D", event: { aggregateType: "customer", aggregateId: "cus_2" } });
    const id = "0b8c2f6e-6f0a-4a34-9d0a-6a2a5f0e7c11";
    await db.execute(sql`insert into users (id, email, app_metadata, user_metadata, created_at, updated_at)
      values (${id}, 'ada@engine.example', '{}', '{"first_name": "Ada", "last_name": "Hopper"}', now(), now())`);
    await db.execute(sql`insert into customers (id, user_id, origin, email)
      values ('cus_1', ${id}, 'account', 'ada@engine.example'), ('cus_2', null, 'guest', 'ada@engine.example')`);
    await seedEvent(db, { last: "E", event: { aggregateType: "user", aggregateId: id } });
    for (const [name, lasts] of [
      ["hopper", "EDCA"],
      ["  GRACE  hop", "A"],
      ["Ada Hopper", "EDC"],
      ["%", ""],
    ] as const) {
      expect(await lastsOf(db, { search: { kind: "name", name } }), name).toBe(lasts);
    }
  });
});

test("dates are London days, from the start of the first to the end of the last", async ({
  db,
}) => {
  // In British summer time 23:00 UTC is the next day.
  await seedEvent(db, { last: "A", event: { occurredAt: "2026-07-19T22:59:59Z" } });
  await seedEvent(db, { last: "B", event: { occurredAt: "2026-07-19T23:00:00Z" } });
  await seedEvent(db, { last: "C", event: { occurredAt: "2026-07-20T22:59:59Z" } });
  await seedEvent(db, { last: "D", event: { occurredAt: "2026-07-20T23:00:00Z" } });
  expect(await lastsOf(db, { from: "2026-07-20", to: "2026-07-20" })).toBe("CB");
  expect(await lastsOf(db, { from: "2026-07-21" })).toBe("D");
  expect(await lastsOf(db, { to: "2026-07-19" })).toBe("A");
});

test("lists replayed events", async ({ db }) => {
  await seedEvent(db, { last: "A" });
  const { eventId } = await seedEvent(db, { last: "B" });
  await db.insert(replays).values({
    id: "rpl_1",
    eventId,
    effect: "send-team-notification",
    requestedBy: "Ada",
    reason: "the provider is back",
    previousStatus: "dead_lettered",
    at: "2026-11-20T23:20:00Z",
  });
  expect(await lastsOf(db, { search: { kind: "replayed" } })).toBe("B");
});
