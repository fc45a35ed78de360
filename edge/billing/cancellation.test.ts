import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { DECLINED_OFFER } from "#contracts/api/cancellation.ts";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { findUserSubscription } from "#db/billing/find-user-subscription.ts";
import type { Db } from "#db/client.ts";
import { subscriptionRequests, retentionOffers, subscriptions } from "#db/schema/billing.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { test as base } from "../../tests/support/auth-service.ts";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer, insertSubscription } from "../../tests/support/customer-rows.ts";
import { newPerson } from "../../tests/support/new-person.ts";
import { refusal } from "../../tests/support/refusal.ts";

const NOW = "2026-11-25T12:00:00.000Z";
const PERIOD_END = "2026-12-20T12:00:00.000Z";
const s = (iso: string) => Date.parse(iso) / 1_000;
const ENDS_AT = Date.parse(PERIOD_END) / 1_000;
const SUB = { subscriptionId: "sub_1" };
const { retention: WORDS } = BILLING_MESSAGES;

type Call =
  | "retention-offer"
  | "apply-retention-discount"
  | "cancel-subscription"
  | "keep-subscription";
type Answer = { status: number; body: unknown };
type Ask = (
  call: Call,
  body?: unknown,
  options?: { token?: string; key?: string },
) => Promise<Answer>;
type Person = { userId: string; ask: Ask };

const test = base.extend<{ ask: Ask; person: () => Promise<Person>; ada: Person }>({
  ask: async ({ auth }, use) => {
    auth.clock.now = new Date(NOW);
    await use((call, body = SUB, { token, key } = {}) =>
      auth.ask("POST", `/functions/v1/${call}`, {
        token,
        body,
        headers: key === undefined ? {} : { "idempotency-key": key },
      }),
    );
  },
  person: async ({ auth, ask, db }, use) => {
    await use(async () => {
      const { userId, token } = await newPerson(auth, db);
      return {
        userId,
        ask: async (call, body, options) => ask(call, body, { token: await token(), ...options }),
      };
    });
  },
  ada: async ({ person, db }, use) => {
    const ada = await person();
    await insertCustomer(db, { id: "cus_1", userId: ada.userId });
    await insertSubscription(db, { id: "sub_1", customerId: "cus_1", userId: ada.userId });
    await use(ada);
  },
});

const eventTypes = async (db: Db) => (await db.select().from(outboxEvents)).map(({ type }) => type);
const requestStates = async (db: Db) =>
  (await db.select().from(subscriptionRequests))
    .filter(({ kind }) => kind !== "retention_offer")
    .map(({ kind, state }) => `${kind} ${state}`)
    .toSorted((a, b) => a.localeCompare(b));

const STARTER = { priceId: PLAN.starter.priceId, amountPence: 97_00, quantity: 1 };
const FACTS = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: [PLAN.plus.priceId, ADDON.channel.priceId],
  amountPence: 184_99,
  periodEnd: PERIOD_END,
};

describe("POST /functions/v1/retention-offer", () => {
  test("open subscription, asked twice: offers 20% off its whole price, recorded once", async ({
    ada,
    db,
  }) => {
    const answer = {
      status: 200,
      body: {
        subscription_id: "sub_1",
        price_id: PLAN.plus.priceId,
        why_not: null,
        payments: [
          { at: s("2026-12-20T12:00:00Z"), pence: 147_99, regular_pence: 184_99 },
          { at: s("2027-01-20T12:00:00Z"), pence: 147_99, regular_pence: 184_99 },
          { at: s("2027-02-20T12:00:00Z"), pence: 147_99, regular_pence: 184_99 },
        ],
        ends_at: null,
        renewal_pence: null,
        currency: "gbp",
      },
    };
    expect(await ada.ask("retention-offer", {})).toEqual(answer);
    expect(await ada.ask("retention-offer", { reason: "too_expensive" })).toEqual(answer);
    const twice = await Promise.all([
      ada.ask("retention-offer", {}),
      ada.ask("retention-offer", {}),
    ]);
    expect(twice).toEqual([answer, answer]);
    expect(await db.select().from(retentionOffers)).toMatchObject([
      { subscriptionId: "sub_1", reason: "too_expensive", monthlyPence: 184_99, answer: null },
    ]);
  });

  test("scheduled change: the offer and its event name the payments that will be charged", async ({
    ada,
    db,
  }) => {
    await db.update(subscriptions).set({
      scheduled: { scheduleId: "sub_sched_1", items: [STARTER], at: PERIOD_END },
    });
    const { body } = await ada.ask("retention-offer", {});
    expect(body).toMatchObject({ payments: [{ pence: 77_60, regular_pence: 97_00 }, {}, {}] });
    await ada.ask("apply-retention-discount");
    const [event] = await db.select().from(outboxEvents);
    expect(event?.payload).toMatchObject({
      amountPence: 97_00,
      reduced: [{ at: PERIOD_END, pence: 77_60, regularPence: 97_00 }, {}, {}],
    });
  });

  test("renewal being collected: shows its amount", async ({ ada, db }) => {
    await db.update(subscriptions).set({ renewalPence: 184_99 });
    expect(await ada.ask("retention-offer", {})).toMatchObject({
      body: { why_not: null, renewal_pence: 184_99 },
    });
  });

  test.for([
    ["redeemed", "offer already accepted"],
    ["not_active", "payment outstanding"],
  ] as const)("%s, %s: no offer, nothing recorded", async ([whyNot], { ada, db }) => {
    if (whyNot === "redeemed") {
      await db.insert(subscriptionRequests).values({
        id: "end_1",
        subscriptionId: "sub_1",
        kind: "retention_offer",
        monthlyPence: 184_99,
        state: "pending",
        requestedAt: NOW,
      });
    } else {
      await db.update(subscriptions).set({ status: "past_due" });
    }
    expect(await ada.ask("retention-offer", {})).toMatchObject({
      status: 200,
      body: { subscription_id: "sub_1", why_not: whyNot },
    });
    expect(await db.select().from(retentionOffers)).toEqual([]);
  });

  test("no open subscription: no offer", async ({ ada, person, db }) => {
    const nothing = {
      status: 200,
      body: {
        subscription_id: null,
        price_id: null,
        why_not: "not_active",
        payments: [],
        ends_at: null,
        renewal_pence: null,
        currency: null,
      },
    };
    expect(await (await person()).ask("retention-offer", {})).toEqual(nothing);
    await db.update(subscriptions).set({ status: "canceled" });
    expect(await ada.ask("retention-offer", {})).toEqual(nothing);
  });
});

describe("POST /functions/v1/apply-retention-discount", () => {
  const CLAIMED = {
    status: 200,
    body: { success: true, message: WORDS.offerAccepted, ends_at: null },
  };

  test("offer shown: accepted, with its event", async ({ ada, auth, db }) => {
    await ada.ask("retention-offer", {});
    expect(
      await ada.ask("apply-retention-discount", { ...SUB, discountPercent: 20, durationMonths: 3 }),
    ).toEqual(CLAIMED);
    expect(await db.select().from(subscriptionRequests)).toMatchObject([
      { subscriptionId: "sub_1", kind: "retention_offer", state: "pending" },
    ]);
    expect(await db.select().from(retentionOffers)).toMatchObject([{ answer: "accepted" }]);
    const [event] = await db.select().from(outboxEvents);
    expect(event).toMatchObject({
      type: "RetentionApplied",
      aggregateId: "cus_1",
      actor: { kind: "user", userId: ada.userId },
      payload: { ...FACTS, percentOff: 20, months: 3, resumes: false },
    });
    expect(auth.published).toMatchObject([{ eventId: event?.id }]);
  });

  test("same key three times at once: accepted once; another key: rejected", async ({
    ada,
    db,
  }) => {
    const key = "pressed once";
    const same = await Promise.all(
      [key, key, key].map((one) => ada.ask("apply-retention-discount", SUB, { key: one })),
    );
    expect(same).toEqual([CLAIMED, CLAIMED, CLAIMED]);
    expect(await ada.ask("apply-retention-discount")).toMatchObject({
      status: 409,
      body: { code: "offer_used", error: WORDS.used },
    });
    expect(await eventTypes(db)).toEqual(["RetentionApplied"]);
  });

  test("comeback discount on the next payment: neither offered nor accepted", async ({
    ada,
    db,
  }) => {
    const discount = {
      id: "di_1",
      couponId: COMEBACK_OFFER.couponId,
      percentOff: 30,
      amountOffPence: null,
      productIds: null,
      isOnce: false,
      isOfCustomer: false,
    };
    const ends = (endsAt: string) =>
      db.update(subscriptions).set({ discounts: [{ ...discount, endsAt }] });
    await ends("2027-01-20T12:00:00.000Z");
    expect(await ada.ask("retention-offer", {})).toMatchObject({ body: { why_not: "discounted" } });
    expect(await ada.ask("apply-retention-discount")).toMatchObject({
      status: 409,
      body: { code: "offer_used", error: WORDS.discounted },
    });
    expect(await eventTypes(db)).toEqual([]);
    await ends(PERIOD_END);
    expect(await ada.ask("apply-retention-discount")).toEqual(CLAIMED);
  });

  test("cancelled here: accepting the offer takes the cancellation back", async ({ ada, db }) => {
    await ada.ask("cancel-subscription");
    expect(await ada.ask("apply-retention-discount")).toEqual(CLAIMED);
    expect(await requestStates(db)).toEqual(["cancel superseded", "resume pending"]);
    const events = await db.select().from(outboxEvents);
    expect(events.find(({ type }) => type === "RetentionApplied")?.payload).toMatchObject({
      resumes: true,
    });
    expect(events).toHaveLength(2);
  });

  test("cancelled in Stripe: accepting the offer resumes", async ({ ada, db }) => {
    await db
      .update(subscriptions)
      .set({ cancelAtPeriodEnd: true, cancelAt: "2026-12-20T12:00:00.000Z" });
    expect(await ada.ask("apply-retention-discount")).toEqual(CLAIMED);
    expect(await requestStates(db)).toEqual(["resume pending"]);
    expect(await eventTypes(db)).toEqual(["RetentionApplied"]);
  });

  test("offer rejected by Stripe: accepted again, also with the same key", async ({ ada, db }) => {
    const key = randomUUID();
    await ada.ask("apply-retention-discount", SUB, { key });
    await db.update(subscriptionRequests).set({ state: "rejected" });
    expect(await ada.ask("apply-retention-discount", SUB, { key })).toEqual(CLAIMED);
    expect(await eventTypes(db)).toEqual(["RetentionApplied", "RetentionApplied"]);
  });

  test("other terms: rejected", async ({ ada, db }) => {
    for (const terms of [
      { discountPercent: 50 },
      { durationMonths: 12 },
      { discountPercent: 0, durationMonths: 3 },
    ]) {
      const answer = await ada.ask("apply-retention-discount", { ...SUB, ...terms });
      expect(answer, JSON.stringify(terms)).toMatchObject({
        status: 400,
        body: { code: "offer_terms", details: WORDS.otherTerms },
      });
    }
    expect(await eventTypes(db)).toEqual([]);
  });

  test("not active: rejected", async ({ ada, db }) => {
    for (const status of ["past_due", "unpaid", "paused", "incomplete", "canceled"] as const) {
      await db.update(subscriptions).set({ status });
      expect(refusal(await ada.ask("apply-retention-discount"))).toEqual([409, "no_subscription"]);
    }
    expect(await eventTypes(db)).toEqual([]);
  });

  test("malformed idempotency key: rejected", async ({ ada }) => {
    expect(
      refusal(await ada.ask("apply-retention-discount", SUB, { key: "k".repeat(256) })),
    ).toEqual([400, "invalid_idempotency_key"]);
  });
});

describe("POST /functions/v1/cancel-subscription", () => {
  const CANCELLED = {
    status: 200,
    body: { success: true, message: WORDS.cancelled, ends_at: ENDS_AT },
  };

  test("reason and feedback: stored with the request, left out of the event", async ({
    ada,
    auth,
    db,
  }) => {
    const feedback = "The pictures were dull.";
    expect(
      await ada.ask("cancel-subscription", { ...SUB, reason: "low_quality", feedback }),
    ).toEqual(CANCELLED);
    expect(await db.select().from(subscriptionRequests)).toMatchObject([
      {
        userId: ada.userId,
        kind: "cancel",
        reason: "low_quality",
        feedback,
        declinedOffer: false,
        monthlyPence: 184_99,
        state: "pending",
      },
    ]);
    const [event] = await db.select().from(outboxEvents);
    expect(event).toMatchObject({
      type: "SubscriptionCancelled",
      actor: { kind: "user", userId: ada.userId },
      payload: { ...FACTS, isImmediate: false, isPaidLonger: false, bookedPriceIds: [] },
    });
    expect(JSON.stringify([event, auth.log, auth.published])).not.toContain("dull");
  });

  test("offer declined: stores the reason given before", async ({ ada, db }) => {
    await ada.ask("retention-offer", { reason: "unused" });
    expect(await ada.ask("cancel-subscription", { ...SUB, ...DECLINED_OFFER })).toEqual(CANCELLED);
    expect(await db.select().from(subscriptionRequests)).toMatchObject([
      { reason: "unused", feedback: null, declinedOffer: true },
    ]);
    expect(await db.select().from(retentionOffers)).toMatchObject([{ answer: "declined" }]);
  });

  test("three concurrent requests: one cancellation", async ({ ada, db }) => {
    const answers = await Promise.all([1, 2, 3].map(() => ada.ask("cancel-subscription")));
    expect(answers).toEqual([CANCELLED, CANCELLED, CANCELLED]);
    expect(await eventTypes(db)).toEqual(["SubscriptionCancelled"]);
  });

  test("already cancelled in Stripe: says so and writes nothing", async ({ ada, db }) => {
    await db
      .update(subscriptions)
      .set({ cancelAtPeriodEnd: true, cancelAt: "2026-12-01T00:00:00.000Z" });
    expect(await ada.ask("cancel-subscription")).toMatchObject({
      status: 200,
      body: { success: true, ends_at: Date.parse("2026-12-01T00:00:00Z") / 1_000 },
    });
    expect(await requestStates(db)).toEqual([]);
  });

  test("renewal not paid: cancels immediately, and the promise survives a later sync", async ({
    ada,
    auth,
    db,
  }) => {
    await db.update(subscriptions).set({ status: "unpaid", renewalPence: 184_99 });
    const ended = {
      status: 200,
      body: {
        success: true,
        message: WORDS.cancelledAtOnce,
        ends_at: Date.parse(NOW) / 1_000,
      },
    };
    expect(await ada.ask("cancel-subscription")).toEqual(ended);
    auth.clock.now = new Date(Date.parse(NOW) + 60_000);
    expect(await ada.ask("cancel-subscription")).toEqual(ended);
    const [event] = await db.select().from(outboxEvents);
    expect(event).toMatchObject({
      type: "SubscriptionCancelled",
      version: 1,
      payload: {
        ...FACTS,
        periodEnd: NOW,
        isImmediate: true,
        isPaidLonger: false,
        bookedPriceIds: [],
      },
    });
    await db.update(subscriptions).set({ status: "active", renewalPence: null });
    expect(await ada.ask("cancel-subscription")).toEqual(ended);
    const reader = { userId: ada.userId, sessionId: null, at: NOW };
    expect((await findUserSubscription(db, reader))?.subscription).toMatchObject({
      isEnding: true,
      promisedEndAt: NOW,
    });
  });
});

describe("POST /functions/v1/keep-subscription", () => {
  const KEPT = { status: 200, body: { success: true, message: WORDS.resumed, ends_at: null } };

  test("a change that was booked when it was cancelled: the events name it, and the answer says that it is lost", async ({
    ada,
    db,
  }) => {
    const items = [{ priceId: PLAN.starter.priceId, amountPence: 97_00, quantity: 1 }];
    const scheduled = { scheduleId: "sub_sched_1", items, at: PERIOD_END };
    await db.update(subscriptions).set({ scheduled });
    await ada.ask("cancel-subscription");
    await db.update(subscriptions).set({ scheduled: null });
    expect(await ada.ask("keep-subscription")).toMatchObject({
      status: 200,
      body: { message: WORDS.resumedWithoutChange },
    });
    const events = await db.select().from(outboxEvents).orderBy(outboxEvents.type);
    expect(events).toMatchObject([
      { type: "SubscriptionCancelled", payload: { bookedPriceIds: [PLAN.starter.priceId] } },
      { type: "SubscriptionResumed", payload: { lostPriceIds: [PLAN.starter.priceId] } },
    ]);
  });

  test("a booked change that the cancellation has not removed yet: not mentioned", async ({
    ada,
    db,
  }) => {
    const items = [{ priceId: PLAN.starter.priceId, amountPence: 97_00, quantity: 1 }];
    await db
      .update(subscriptions)
      .set({ scheduled: { scheduleId: "sub_sched_1", items, at: PERIOD_END } });
    await ada.ask("cancel-subscription");
    expect(await ada.ask("keep-subscription")).toEqual(KEPT);
  });

  test("cancelled, asked twice: resumes once", async ({ ada, db }) => {
    await ada.ask("cancel-subscription");
    expect(await ada.ask("keep-subscription")).toEqual(KEPT);
    expect(await ada.ask("keep-subscription")).toEqual(KEPT);
    expect(await requestStates(db)).toEqual(["cancel superseded", "resume pending"]);
    expect(await eventTypes(db)).toEqual(["SubscriptionCancelled", "SubscriptionResumed"]);
  });

  test("not cancelled: writes nothing", async ({ ada, db }) => {
    expect(await ada.ask("keep-subscription")).toEqual(KEPT);
    expect(await eventTypes(db)).toEqual([]);
  });
});

describe.for(["apply-retention-discount", "cancel-subscription", "keep-subscription"] as const)(
  "POST /functions/v1/%s",
  (call) => {
    test("another user's subscription, or an ended session: rejected", async ({
      ada,
      ask,
      auth,
      person,
      db,
    }) => {
      const stranger = await person();
      const foreign = { status: 403, body: { code: "not_your_subscription" } };
      expect(await stranger.ask(call)).toMatchObject(foreign);
      expect(await ada.ask(call, { subscriptionId: "sub_unknown" })).toMatchObject(foreign);
      const unauthenticated = { status: 401, body: { code: "unauthenticated" } };
      expect(await ask(call)).toMatchObject(unauthenticated);
      const ended = await auth.sign({ sub: ada.userId, session_id: randomUUID() });
      expect(await ada.ask(call, SUB, { token: ended })).toMatchObject(unauthenticated);
      expect(await eventTypes(db)).toEqual([]);
    });

    test("duplicate or ended subscription: rejected", async ({ ada, db }) => {
      for (const change of [
        { duplicateOf: "sub_0" },
        { duplicateOf: null, status: "canceled" as const },
      ]) {
        await db.update(subscriptions).set(change);
        expect(refusal(await ada.ask(call))).toEqual([409, "no_subscription"]);
      }
      expect(await eventTypes(db)).toEqual([]);
    });

    test("body without a subscription, with an unknown field or that is no object: rejected", async ({
      ada,
    }) => {
      for (const body of [{}, { ...SUB, amountPence: 1 }, "sub_1"]) {
        expect(refusal(await ada.ask(call, body)), JSON.stringify(body)).toEqual([
          400,
          "invalid_input",
        ]);
      }
    });
  },
);
