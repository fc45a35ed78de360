import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/customer-rows.ts";
import { test, type TestDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { stripeReader } from "../../tests/support/stripe-reader.ts";
import { syncCustomer } from "../stripe/sync-customer.ts";
import {
  completeRequests,
  createSubscriptionRequest,
  rejectRequest,
} from "./change-subscription-requests.ts";
import { findOpenRequests } from "./find-open-request.ts";
import { findUserSubscription, type UserSubscriptionRow } from "./find-user-subscription.ts";
import { recordOfferShown } from "./record-offer-shown.ts";
import { endOf } from "./subscription-facts.ts";

const AT = "2026-11-20T12:00:10.000Z";
const PERIOD_END = "2026-12-20T12:00:00.000Z";

async function subscriber(db: Db) {
  const provider = stripeReader();
  const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  await insertCustomer(db, { id: "cus_1", userId });
  provider.put({
    id: "sub_1",
    customer: "cus_1",
    priceIds: [ADDON.channel.priceId, PLAN.plus.priceId],
  });
  const sync = () =>
    syncCustomer(
      {
        db,
        stripe: provider.stripe,
        makeId: newId,
        now: () => new Date(AT),
        correlationId: "req_1",
      },
      { customerId: "cus_1", stripeEventId: null },
    );
  await sync();
  const own = async (at = AT): Promise<UserSubscriptionRow> => {
    const found = await findUserSubscription(db, { userId, sessionId: null, at });
    if (found === null || found.subscription === null) throw new Error("there is no subscription");
    return found.subscription;
  };
  return { provider, userId, sync, own };
}

const makeEvent = <T extends "RetentionApplied" | "SubscriptionCancelled" | "SubscriptionResumed">(
  type: T,
  userId: string,
  data: object = {},
) =>
  newEvent(
    { makeId: newId, now: () => new Date(AT), correlationId: "req_1" },
    type,
    { kind: "user", userId },
    {
      customerId: "cus_1",
      subscriptionId: "sub_1",
      priceIds: [],
      amountPence: 194_00,
      periodEnd: PERIOD_END,
      ...data,
    } as unknown as EventOf<T>["data"],
  );

const claim = (db: Db, userId: string, version: number, resumes = false) =>
  createSubscriptionRequest(db, {
    event: makeEvent("RetentionApplied", userId, { percentOff: 20, months: 3, resumes }),
    version,
    userId,
    makeId: newId,
    idempotencyKey: randomUUID(),
  });

const say = (
  db: Db,
  userId: string,
  version: number,
  action: "cancel" | "resume",
  change: Partial<Parameters<typeof createSubscriptionRequest>[1]> = {},
) =>
  createSubscriptionRequest(db, {
    makeId: newId,
    version,
    userId,
    event: makeEvent(action === "cancel" ? "SubscriptionCancelled" : "SubscriptionResumed", userId),
    ...change,
  });

const open = async (db: Db) => {
  const [newest] = (await findOpenRequests(db, "sub_1"))?.requests ?? [];
  if (newest === undefined) throw new Error("there is no open request");
  return newest;
};
const complete = (db: Db, id: string) =>
  completeRequests(db, { customerId: "cus_1", requests: [{ id, state: "applied" }], at: AT });

const rowsIn = async ({ query }: TestDatabase, text: string) => (await query(text)).rows;
const eventTypes = async (database: TestDatabase) =>
  (await rowsIn(database, "select type from outbox_events order by type")).map(({ type }) =>
    String(type),
  );
const requests = (database: TestDatabase) =>
  rowsIn(
    database,
    "select kind, state from subscription_requests where kind <> 'retention_offer' order by id",
  );

describe("findUserSubscription", () => {
  test("finds the user's own subscription only", async ({ db }) => {
    const { own, userId } = await subscriber(db);
    expect(await own()).toMatchObject({
      id: "sub_1",
      customerId: "cus_1",
      userId,
      version: 1,
      items: [
        { priceId: PLAN.plus.priceId, amountPence: 97_00, quantity: 1 },
        { priceId: ADDON.channel.priceId, amountPence: 97_00, quantity: 1 },
      ],
      currentPeriodEnd: PERIOD_END,
      isEnding: false,
      pendingAction: null,
      promisedEndAt: null,
      acceptedOffer: null,
      lostPriceIds: [],
      openOffer: null,
      firstPaidAt: null,
      needsCard: false,
      paidPence: 0,
      refundRequest: null,
    });
    const stranger = await insertAccountRow(db, { email: "eve@shop.example", isProven: true });
    const asStranger = { userId: stranger, sessionId: null, at: AT };
    expect(await findUserSubscription(db, asStranger, { id: "sub_1" })).toEqual({
      subscription: null,
    });
  });

  test("a pending request counts before Stripe knows it", async ({ db }) => {
    const { own, userId, provider, sync } = await subscriber(db);
    await say(db, userId, 1, "cancel");
    const cancelled = await own();
    expect(cancelled).toMatchObject({
      isEnding: true,
      cancelAtPeriodEnd: false,
      promisedEndAt: PERIOD_END,
    });
    expect(endOf(cancelled)).toBe(PERIOD_END);
    provider.put({ id: "sub_1", customer: "cus_1", isEnding: true });
    await sync();
    await say(db, userId, (await own()).version, "resume");
    expect(await own()).toMatchObject({ isEnding: false, cancelAtPeriodEnd: true });
  });
});

describe("recordOfferShown", () => {
  const show = (db: Db, version: number, change: object = {}) =>
    recordOfferShown(db, {
      customerId: "cus_1",
      version,
      id: newId("offer"),
      subscriptionId: "sub_1",
      reason: null,
      monthlyPence: 194_00,
      at: AT,
      ...change,
    });
  const offers = (database: TestDatabase) =>
    rowsIn(database, "select reason, monthly_pence, answer from retention_offers order by id");

  test("shown again within a day: the same row, with the newer reason", async ({
    db,
    database,
  }) => {
    const { own } = await subscriber(db);
    expect(await show(db, 1)).toBe(true);
    expect((await own()).openOffer).toEqual({ reason: null });
    expect(await show(db, 2, { reason: "unused" })).toBe(true);
    expect(await show(db, 3)).toBe(true);
    expect(await offers(database)).toEqual([
      { reason: "unused", monthly_pence: 194_00, answer: null },
    ]);
  });

  test("shown a day later: another row", async ({ db, database }) => {
    const { own } = await subscriber(db);
    await show(db, 1);
    const later = "2026-11-21T12:00:11.000Z";
    expect((await own(later)).openOffer).toBeNull();
    await show(db, 2, { at: later });
    expect(await offers(database)).toHaveLength(2);
  });

  test("two at once: one is written, the other conflicts", async ({ db, database }) => {
    await subscriber(db);
    const shown = await Promise.all([show(db, 1), show(db, 1)]);
    expect(shown.filter(Boolean)).toHaveLength(1);
    expect(await offers(database)).toHaveLength(1);
  });
});

describe("createSubscriptionRequest with an accepted offer", () => {
  test("ten at once: one is written, with its event", async ({ db, database }) => {
    const { userId, own } = await subscriber(db);
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(db, userId, 1)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claim(db, userId, (await own()).version)).toBe(false);
    expect(await eventTypes(database)).toEqual(["CheckoutCompleted", "RetentionApplied"]);
    expect((await own()).acceptedOffer).not.toBeNull();
    expect(await requests(database)).toEqual([]);
  });

  test("takes a cancellation back and answers the offer", async ({ db, database }) => {
    const { userId, own } = await subscriber(db);
    await say(db, userId, 1, "cancel");
    await recordOfferShown(db, {
      customerId: "cus_1",
      version: 2,
      id: newId("offer"),
      subscriptionId: "sub_1",
      reason: "too_expensive",
      monthlyPence: 194_00,
      at: AT,
    });
    expect(await claim(db, userId, 3, true)).toBe(true);
    expect(await requests(database)).toEqual([
      { kind: "cancel", state: "superseded" },
      { kind: "resume", state: "pending" },
    ]);
    expect(await rowsIn(database, "select answer, answered_at from retention_offers")).toEqual([
      { answer: "accepted", answered_at: new Date(AT) },
    ]);
    expect(await own()).toMatchObject({ isEnding: false, openOffer: null });
  });

  test("rejected by Stripe: can be accepted again; applied: cannot", async ({ db, database }) => {
    const { userId, own } = await subscriber(db);
    await claim(db, userId, 1);
    const event = {
      ...makeEvent("SubscriptionCancelled", userId, { request: "discount" }),
      type: "SubscriptionRequestRejected",
      actor: { kind: "system", name: "billing" },
    } as unknown as EventOf<"SubscriptionRequestRejected">;
    const { id } = await open(db);
    await rejectRequest(db, { id, event });
    await rejectRequest(db, { id, event: { ...event, id: newId("event") } });
    expect((await own()).acceptedOffer).toBeNull();
    expect(await eventTypes(database)).toEqual([
      "CheckoutCompleted",
      "RetentionApplied",
      "SubscriptionRequestRejected",
    ]);
    expect(await claim(db, userId, (await own()).version)).toBe(true);
    const again = await open(db);
    expect(again).toMatchObject({ kind: "retention_offer", isRejected: false });
    await complete(db, again.id);
    expect(await findOpenRequests(db, "sub_1")).toMatchObject({ requests: [] });
    expect(await claim(db, userId, (await own()).version)).toBe(false);
  });
});

describe("createSubscriptionRequest", () => {
  test("the newest request supersedes the pending one", async ({ db, database }) => {
    const { userId, own } = await subscriber(db);
    for (const action of ["cancel", "resume", "cancel"] as const) {
      expect(await say(db, userId, (await own()).version, action)).toBe(true);
    }
    expect(await requests(database)).toEqual([
      { kind: "cancel", state: "superseded" },
      { kind: "resume", state: "superseded" },
      { kind: "cancel", state: "pending" },
    ]);
    expect(await findOpenRequests(db, "sub_1")).toMatchObject({ requests: [{ kind: "cancel" }] });
  });

  test("acceptance and cancellation at once: one is written, the other conflicts", async ({
    db,
    database,
  }) => {
    const { userId, own } = await subscriber(db);
    const both = await Promise.all([claim(db, userId, 1), say(db, userId, 1, "cancel")]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const { isEnding, acceptedOffer: accepted } = await own();
    expect(isEnding).toBe(accepted === null);
    expect(await eventTypes(database)).toHaveLength(2);
  });
});

describe("pending requests", () => {
  test("a sync never reports a pending request as news, before or after it is applied", async ({
    db,
    database,
  }) => {
    const { userId, provider, sync } = await subscriber(db);
    await say(db, userId, 1, "cancel");
    await sync();
    provider.put({ id: "sub_1", customer: "cus_1", isEnding: true });
    await sync();
    const { id } = await open(db);
    await complete(db, id);
    await sync();
    expect(await eventTypes(database)).toEqual(["CheckoutCompleted", "SubscriptionCancelled"]);
    expect(await requests(database)).toEqual([{ kind: "cancel", state: "applied" }]);
    expect(await findOpenRequests(db, "sub_1")).toMatchObject({ requests: [] });
  });

  test("a sync that started before a cancellation is discarded", async ({ db, database }) => {
    const { userId, provider, sync, own } = await subscriber(db);
    provider.put({ id: "sub_1", customer: "cus_1", isEnding: true });
    provider.duringNextRead(async () => {
      await say(db, userId, (await own()).version, "cancel");
    });
    await sync();
    expect(await eventTypes(database)).toEqual(["CheckoutCompleted", "SubscriptionCancelled"]);
  });

  test("a newer request stays pending when an older one is completed", async ({ db, database }) => {
    const { userId, own } = await subscriber(db);
    await say(db, userId, 1, "cancel");
    const { id } = await open(db);
    await say(db, userId, (await own()).version, "resume");
    await complete(db, id);
    expect(await requests(database)).toEqual([
      { kind: "cancel", state: "superseded" },
      { kind: "resume", state: "pending" },
    ]);
  });
});
