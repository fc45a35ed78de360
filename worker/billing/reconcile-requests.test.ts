import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from "vitest";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { RETENTION_OFFER_EXTENDED } from "#contracts/billing/offer-length.ts";
import { type OfferPayment, offerPayments } from "#contracts/billing/retention-offer.ts";
import { cataloguePriceIds } from "#contracts/billing/stripe-state.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { SubscriptionFacts } from "#contracts/events/subscriptions.ts";
import { createSubscriptionRequest } from "#db/billing/change-subscription-requests.ts";
import { findUserSubscription } from "#db/billing/find-user-subscription.ts";
import {
  customerWithCard,
  type Running,
  startForTest,
  sellCatalogue,
  advanceClock,
  setCard,
} from "../../tests/stack/stripe/start-for-test.ts";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/customer-rows.ts";
import { test as base, type TestDatabase } from "../../tests/support/database.ts";
import { newId, stripeActionsWith } from "../../tests/support/pipeline.ts";
import { type StripeActions } from "./stripe-actions.ts";
import { StripeRejected } from "./stripe-calls.ts";

const { couponId } = RETENTION_OFFER;
const { couponId: longerId } = RETENTION_OFFER_EXTENDED;
const MONTH_S = 31 * 86_400;

let provider: Running;
let prices: ReadonlyMap<string, string>;

beforeAll(async () => {
  provider = await startForTest();
  prices = await sellCatalogue(provider);
  for (const { couponId: id, percentOff, months } of [RETENTION_OFFER, RETENTION_OFFER_EXTENDED]) {
    await provider.stripe.coupons.create({
      id,
      percent_off: percentOff,
      duration: "repeating",
      duration_in_months: months,
    });
  }
  await provider.stripe.coupons.create({ id: "friend", percent_off: 10, duration: "forever" });
});
afterAll(() => provider.stop());

const priceOf = (name: string) => prices.get(name) ?? "";

type Ada = {
  customerId: string;
  subscriptionId: string;
  claim: () => Promise<void>;
  say: (action: "cancel" | "resume", why?: { reason: "unused"; feedback: string }) => Promise<void>;
  apply: (retryRejected?: {
    cancelOrResume: boolean;
    offer: boolean;
  }) => ReturnType<StripeActions["reconcileRequests"]>;
  sync: () => Promise<unknown>;
  there: () => ReturnType<Running["stripe"]["subscriptions"]["retrieve"]>;
  isEnding: () => Promise<boolean | undefined>;
  quote: () => Promise<OfferPayment[]>;
  pass: (seconds: number) => Promise<void>;
  passTo: (moment: string) => Promise<void>;
  wait: (ms: number) => void;
};

const test = base.extend<{ since: string | null; ada: Ada }>({
  since: null,
  ada: async ({ db, since }, use) => {
    const { stripe } = provider;
    let aheadMs = 0;
    const clock = await stripe.testHelpers.testClocks.create({
      frozen_time: secondsOf(since ?? new Date().toISOString()),
    });
    const { id: customerId } = await customerWithCard(provider, { clock: clock.id });
    const userId = await insertAccountRow(db, { email: "ada@example.com", isProven: true });
    await insertCustomer(db, { id: customerId, userId });
    const { id: subscriptionId } = await stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: priceOf(PLAN.plus.priceId) }],
    });
    const stripeActions = stripeActionsWith({ db }, stripe, () => new Date(Date.now() + aheadMs));
    const sync = () =>
      stripeActions.sync({ customerId, correlationId: "req_1", stripeEventId: null });
    await sync();
    const passTo = (seconds: number) => advanceClock(stripe, clock.id, seconds);
    const pass = async (seconds: number) => {
      const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock.id);
      await passTo(now + seconds);
    };
    // The request never has the timestamp of the payment.
    await pass(1);
    const own = async () => {
      const reader = { userId, sessionId: null, at: new Date().toISOString() };
      const found = await findUserSubscription(db, reader, { id: subscriptionId });
      return found?.subscription ?? null;
    };
    const make = <T extends "RetentionApplied" | "SubscriptionCancelled" | "SubscriptionResumed">(
      type: T,
      data: object = {},
    ) => {
      const facts: SubscriptionFacts = {
        customerId,
        subscriptionId,
        priceIds: [PLAN.plus.priceId],
        amountPence: PLAN.plus.pricePence,
        payments: [],
        periodEnd: null,
      };
      const context = { makeId: newId, now: () => new Date(), correlationId: "req_1" };
      return newEvent(context, type, { kind: "user", userId }, {
        ...facts,
        ...data,
      } as unknown as EventOf<T>["data"]);
    };
    await use({
      customerId,
      subscriptionId,
      sync,
      async claim() {
        const now = await own();
        const isClaimed = await createSubscriptionRequest(db, {
          event: make("RetentionApplied", {
            percentOff: 20,
            months: 3,
            reduced: [],
            resumes: now?.isEnding === true,
          }),
          version: now?.version ?? 0,
          userId,
          makeId: newId,
          idempotencyKey: randomUUID(),
        });
        expect(isClaimed).toBe(true);
      },
      async say(action, why) {
        const now = await own();
        const isImmediate =
          now !== null &&
          cancelsImmediately({ status: now.status, renewalPence: now.renewalPence });
        const event =
          action === "cancel"
            ? make("SubscriptionCancelled", {
                isImmediate,
                bookedPriceIds: cataloguePriceIds(now?.scheduled?.items ?? []),
              })
            : make("SubscriptionResumed", { lostPriceIds: now?.lostPriceIds ?? [] });
        const periodEnd = isImmediate ? event.occurredAt : now?.currentPeriodEnd;
        const isAsked = await createSubscriptionRequest(db, {
          makeId: newId,
          version: now?.version ?? 0,
          userId,
          event: {
            ...event,
            data: { ...event.data, periodEnd: periodEnd ?? null },
          } as typeof event,
          ...why,
        });
        expect(isAsked).toBe(true);
      },
      apply: (retryRejected = { cancelOrResume: false, offer: false }) =>
        stripeActions.reconcileRequests({
          customerId,
          subscriptionId,
          correlationId: "req_1",
          retryRejected,
        }),
      there: () => stripe.subscriptions.retrieve(subscriptionId, { expand: ["discounts"] }),
      isEnding: async () => (await own())?.isEnding,
      async quote() {
        const now = await own();
        return now === null ? [] : offerPayments(now);
      },
      wait(ms) {
        aheadMs += ms;
      },
      pass,
      passTo: (moment) => passTo(secondsOf(moment)),
    });
  },
});

const secondsOf = (moment: string) => Math.floor(Date.parse(moment) / 1_000);
const couponsOf = async ({ there }: Ada) =>
  (await there()).discounts.map((discount) =>
    typeof discount === "string" ? discount : discount.source.coupon,
  );
const rowsIn = async ({ query }: TestDatabase, text: string) => (await query(text)).rows;
const eventTypes = async (database: TestDatabase) =>
  (await rowsIn(database, "select type from outbox_events order by occurred_at, type"))
    .map(({ type }) => String(type))
    .filter((type) => type !== "CheckoutCompleted");
const requestStates = async (database: TestDatabase) =>
  (
    await rowsIn(
      database,
      "select kind, state from subscription_requests where kind <> 'retention_offer' order by id",
    )
  ).map(({ kind, state }) => `${String(kind)} ${String(state)}`);
const paid = async (database: TestDatabase) =>
  (await rowsIn(database, "select amount_pence from orders order by ordered_at")).map(
    (row) => row["amount_pence"],
  );
const books = async (database: TestDatabase) =>
  (
    await rowsIn(
      database,
      "select status, amount_pence, refunded_pence from orders order by ordered_at",
    )
  ).map((row) => [row["status"], row["amount_pence"], row["refunded_pence"]]);
const there = async (ada: Ada) => (await ada.there()).status;
async function book(ada: Ada): Promise<void> {
  const { subscriptionSchedules } = provider.stripe;
  const { id, phases } = await subscriptionSchedules.create({
    from_subscription: ada.subscriptionId,
  });
  const [current] = phases;
  const discounts = (await ada.there()).discounts.map((discount) => ({
    discount: typeof discount === "string" ? discount : discount.id,
  }));
  await subscriptionSchedules.update(id, {
    phases: [
      {
        items: [{ price: priceOf(PLAN.plus.priceId), quantity: 1 }],
        start_date: current?.start_date ?? 0,
        end_date: current?.end_date ?? 0,
        discounts,
      },
      {
        items: [{ price: priceOf(PLAN.starter.priceId), quantity: 1 }],
        duration: { interval: "month" },
        proration_behavior: "none",
        discounts,
      },
    ],
  });
}
const declining = "pm_card_chargeCustomerFail";
const payBy = ({ customerId }: Ada, card: string) => setCard(provider.stripe, customerId, card);
const redemption = async (database: TestDatabase) =>
  (
    await rowsIn(database, "select state from subscription_requests where kind = 'retention_offer'")
  )[0]?.["state"];

describe("retention offer", () => {
  test("repeated request: applied once, other discounts stay", async ({ ada, database }) => {
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      discounts: [{ coupon: "friend" }],
    });
    await ada.sync();
    await ada.claim();
    expect(await ada.apply()).toBe("applied");
    expect(await ada.apply()).toBe("nothing_pending");
    expect(await couponsOf(ada)).toEqual(["friend", couponId]);
    expect(await redemption(database)).toBe("applied");
    const [kept] = await rowsIn(database, "select discounts from subscriptions");
    expect(kept).toMatchObject({
      discounts: [{ couponId: "friend" }, { couponId, percentOff: 20 }],
    });
    expect(await eventTypes(database)).toEqual(["RetentionApplied"]);
  });

  test("accepted after a cancellation on a day: what Stripe had credited comes back in full", async ({
    ada,
    database,
  }) => {
    const { stripe } = provider;
    const [item] = (await ada.there()).items.data;
    const halfway = ((item?.current_period_start ?? 0) + (item?.current_period_end ?? 0)) / 2;
    await stripe.subscriptions.update(ada.subscriptionId, {
      cancel_at: Math.floor(halfway),
      proration_behavior: "create_prorations",
    });
    await ada.sync();
    await ada.claim();
    await ada.apply();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await requestStates(database)).toEqual(["resume applied"]);
    const { amount_due: due } = await stripe.invoices.createPreview({
      subscription: ada.subscriptionId,
    });
    expect(due).toBe((PLAN.plus.pricePence * (100 - RETENTION_OFFER.percentOff)) / 100);
  });

  test("accepted after a cancellation in Stripe's portal: clears cancel_at", async ({
    ada,
    database,
  }) => {
    const [item] = (await ada.there()).items.data;
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      cancel_at: item?.current_period_end ?? 0,
    });
    await ada.sync();
    expect(await ada.isEnding()).toBe(true);
    await ada.claim();
    expect(await ada.isEnding()).toBe(false);
    await ada.apply();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    expect(await ada.isEnding()).toBe(false);
    expect(await eventTypes(database)).toEqual(["SubscriptionCancelled", "RetentionApplied"]);
  });

  test("accepted before a renewal, applied after it: covers the next three renewals", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    await ada.apply();
    for (let month = 0; month < 4; month += 1) await ada.pass(MONTH_S);
    await ada.sync();
    expect(await paid(database)).toEqual([175_00, 175_00, 140_00, 140_00, 140_00, 175_00]);
  });

  test.for([
    ["a renewal later", 1, [couponId]],
    ["after the offer has expired", 4, []],
  ] as const)(
    "late run, %s: does not apply it again",
    async ([, months, coupons], { ada, database }) => {
      await ada.claim();
      await ada.apply();
      for (let month = 0; month < months; month += 1) await ada.pass(MONTH_S);
      // Within a minute Stripe would repeat its first answer.
      ada.wait(2 * 60_000);
      await database.query("update subscription_requests set state = 'pending'");
      expect(await ada.apply()).toBe("applied");
      expect(await couponsOf(ada)).toEqual(coupons);
      expect(await redemption(database)).toBe("applied");
      for (let month: number = months; month < 4; month += 1) await ada.pass(MONTH_S);
      await ada.sync();
      expect(await paid(database)).toEqual([175_00, 140_00, 140_00, 140_00, 175_00]);
    },
  );

  test.for([
    ["the code for returning customers", [30], false],
    ["two other discounts", [30, 10], false],
    ["that code and a scheduled change", [30], true],
  ] as const)(
    "with %s: the payments equal the quoted prices",
    async ([, others, isBooked], { ada, database }) => {
      const { coupons, subscriptions } = provider.stripe;
      const given = await Promise.all(
        others.map((percent) => coupons.create({ percent_off: percent, duration: "forever" })),
      );
      await subscriptions.update(ada.subscriptionId, {
        discounts: given.map(({ id }) => ({ coupon: id })),
      });
      if (isBooked) await book(ada);
      await ada.sync();
      const quoted = await ada.quote();
      await ada.claim();
      await ada.apply();
      for (let month = 0; month < 3; month += 1) await ada.pass(MONTH_S + 3_600);
      await ada.sync();
      expect((await paid(database)).slice(1, 4)).toEqual(quoted.map(({ pence }) => pence));
    },
  );

  test.for([
    ["", false, true],
    [", archived too", true, true],
    [", archived too when Stripe wants them active", true, false],
  ] as const)(
    "scheduled downgrade: the offer stays in both phases, and so do the prices and the VAT%s",
    async ([, isArchived, schedulesKeepArchived], { ada, database }) => {
      const { stripe, world } = provider;
      const schedule = await stripe.subscriptionSchedules.create({
        from_subscription: ada.subscriptionId,
      });
      const [current] = schedule.phases;
      const end = current?.end_date ?? 0;
      const vat = { display_name: "VAT", inclusive: true, percentage: 20 };
      const { id: rate } = await stripe.taxRates.create(vat);
      await stripe.subscriptionSchedules.update(schedule.id, {
        phases: [
          {
            items: [{ price: priceOf(PLAN.plus.priceId), quantity: 1 }],
            start_date: current?.start_date ?? 0,
            end_date: end,
            default_tax_rates: [rate],
          },
          {
            items: [{ price: priceOf(PLAN.starter.priceId), quantity: 1 }],
            default_tax_rates: [rate],
            start_date: end,
            end_date: end + MONTH_S,
            proration_behavior: "none",
            discounts: "",
            metadata: { booked_by: "team" },
          },
        ],
      });
      await ada.sync();
      await ada.claim();
      world.settings = { ...world.settings, schedulesKeepArchived };
      const setActive = async (active: boolean) => {
        await stripe.taxRates.update(rate, { active });
        for (const { priceId } of [PLAN.starter, PLAN.plus]) {
          await stripe.prices.update(priceOf(priceId), { active });
        }
      };
      if (isArchived) await setActive(false);
      onTestFinished(async () => {
        world.settings = { ...world.settings, schedulesKeepArchived: true };
        await setActive(true);
      });
      const refusing = vi.spyOn(stripe.subscriptionSchedules, "update");
      refusing.mockRejectedValueOnce(
        new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error" }),
      );
      await expect(ada.apply()).rejects.not.toBeInstanceOf(StripeRejected);
      expect(await redemption(database)).toBe("pending");
      await ada.apply();
      expect(await redemption(database)).toBe("applied");
      const { phases } = await stripe.subscriptionSchedules.retrieve(schedule.id);
      const [discount] = (await ada.there()).discounts;
      const id = typeof discount === "object" ? discount.id : "none";
      expect(phases.map(({ discounts }) => discounts)).toMatchObject([
        [{ discount: id }],
        [{ discount: id }],
      ]);
      expect(phases.map(({ default_tax_rates: rates }) => rates?.map(({ id }) => id))).toEqual([
        [rate],
        [rate],
      ]);
      expect(phases[1]?.metadata).toEqual({ booked_by: "team" });
      await ada.pass(MONTH_S + 2 * 3_600);
      await ada.sync();
      const [newest] = await rowsIn(
        database,
        "select amount_pence from orders order by ordered_at desc limit 1",
      );
      expect(newest).toEqual({ amount_pence: 77_60 });
      expect(await eventTypes(database)).toEqual([
        "SubscriptionChangeScheduled",
        "RetentionApplied",
        "SubscriptionChanged",
      ]);
    },
  );
});

describe("retention offer with billing on the 31st", () => {
  test.override({ since: "2027-01-31T10:00:00Z" });

  const MONTHS = ["02-28", "03-31", "04-30", "05-31", "06-30"].map(
    (day) => `2027-${day}T11:30:00Z`,
  );
  const passAll = async (ada: Ada, from: string) => {
    for (const moment of MONTHS.filter((one) => one > from)) await ada.passTo(moment);
    await ada.sync();
  };

  test.for([
    ["right before February's renewal", "2027-02-28T09:59:59Z", couponId, 1],
    ["with it", "2027-02-28T10:00:00Z", longerId, 2],
    ["right after it", "2027-02-28T10:00:01Z", longerId, 2],
  ] as const)(
    "accepted %s: covers three renewals",
    async ([, acceptedAt, expected, before], { ada, database }) => {
      await provider.stripe.subscriptions.update(ada.subscriptionId, {
        discounts: [{ coupon: "friend" }],
      });
      await ada.passTo(acceptedAt);
      await ada.sync();
      await ada.claim();
      expect(await ada.apply()).toBe("applied");
      expect(await couponsOf(ada)).toEqual(["friend", expected]);
      await database.query("update subscription_requests set state = 'pending'");
      const update = vi.spyOn(provider.stripe.subscriptions, "update");
      expect(await ada.apply()).toBe("applied");
      expect(update).not.toHaveBeenCalled();
      await passAll(ada, acceptedAt);
      // The 10% coupon applies from February on, and the offer's 20% to the remainder.
      expect(await paid(database)).toEqual([
        175_00,
        ...Array.from({ length: before - 1 }, () => 157_50),
        126_00,
        126_00,
        126_00,
        ...Array.from({ length: 3 - before }, () => 157_50),
      ]);
    },
  );

  const breakOff = async (ada: Ada) => {
    const { subscriptions } = provider.stripe;
    const change = subscriptions.update.bind(subscriptions);
    const update = vi.spyOn(subscriptions, "update").mockImplementation(async (...given) => {
      await change(...given);
      throw new Error("killed");
    });
    await expect(ada.apply()).rejects.toThrow("killed");
    update.mockRestore();
    expect(await couponsOf(ada)).toEqual([couponId]);
  };

  test.for([
    ["on the same day", "2027-02-28T18:00:00Z", longerId],
    ["the next day, in another month", "2027-03-01T12:00:00Z", couponId],
  ] as const)(
    "worker killed after the first coupon, back %s: covers three renewals",
    async ([, later, expected], { ada, database }) => {
      await ada.passTo("2027-02-28T12:00:00Z");
      await ada.sync();
      await ada.claim();
      await breakOff(ada);
      await ada.passTo(later);
      await ada.apply();
      expect(await couponsOf(ada)).toEqual([expected]);
      expect(await redemption(database)).toBe("applied");
      await passAll(ada, later);
      expect(await paid(database)).toEqual([175_00, 175_00, 140_00, 140_00, 140_00, 175_00]);
    },
  );

  test("longer coupon missing in Stripe: retried, and applied once it exists", async ({
    ada,
    database,
  }) => {
    const { coupons } = provider.stripe;
    await ada.passTo("2027-02-28T12:00:00Z");
    await ada.sync();
    await ada.claim();
    const { percent_off: percentOff } = await coupons.retrieve(longerId);
    await coupons.del(longerId);
    await expect(ada.apply()).rejects.not.toBeInstanceOf(StripeRejected);
    expect(await redemption(database)).toBe("pending");
    await coupons.create({
      id: longerId,
      percent_off: percentOff ?? 0,
      duration: "repeating",
      duration_in_months: RETENTION_OFFER_EXTENDED.months,
    });
    ada.wait(2 * 60_000);
    expect(await ada.apply()).toBe("applied");
    expect(await couponsOf(ada)).toEqual([longerId]);
    const [kept] = await rowsIn(database, "select discounts from subscriptions");
    expect(kept).toMatchObject({
      discounts: [{ couponId: longerId, percentOff: 20, endsAt: "2027-06-28T12:00:00.000Z" }],
    });
  });

  test("scheduled downgrade: the longer coupon covers both phases", async ({ ada, database }) => {
    await ada.passTo("2027-02-28T12:00:00Z");
    await book(ada);
    await ada.sync();
    await ada.claim();
    await ada.apply();
    expect(await couponsOf(ada)).toEqual([longerId]);
    await passAll(ada, "2027-02-28T12:00:00Z");
    expect(await paid(database)).toEqual([175_00, 175_00, 77_60, 77_60, 77_60, 97_00]);
  });
});

describe("cancel at period end", () => {
  test("releases the scheduled change without an event of its own; resuming says that it is lost", async ({
    ada,
    database,
  }) => {
    await book(ada);
    await ada.sync();
    await ada.say("cancel");
    await ada.apply();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: true, schedule: null });
    expect(await rowsIn(database, "select scheduled from subscriptions")).toEqual([
      { scheduled: null },
    ]);
    await ada.say("resume");
    await ada.apply();
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    expect((await eventTypes(database)).toSorted()).toEqual([
      "SubscriptionCancelled",
      "SubscriptionChangeScheduled",
      "SubscriptionResumed",
    ]);
    expect(
      await rowsIn(
        database,
        "select payload->'bookedPriceIds' as booked, payload->'lostPriceIds' as lost from outbox_events where type in ('SubscriptionCancelled', 'SubscriptionResumed') order by type",
      ),
    ).toEqual([
      { booked: [PLAN.starter.priceId], lost: null },
      { booked: null, lost: [PLAN.starter.priceId] },
    ]);
    expect(await paid(database)).toEqual([175_00, 175_00]);
  });

  test("resumed before the request was applied: the scheduled change stays", async ({
    ada,
    database,
  }) => {
    await book(ada);
    await ada.sync();
    await ada.say("cancel");
    await ada.say("resume");
    await ada.apply();
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    expect(await eventTypes(database)).not.toContain("SubscriptionChangeWithdrawn");
    expect(await paid(database)).toEqual([175_00, 97_00]);
  });

  test("voids the open invoice of a pending upgrade", async ({ ada, database }) => {
    const { stripe } = provider;
    await payBy(ada, "pm_card_authenticationRequired");
    await stripe.subscriptions.update(ada.subscriptionId, {
      items: [{ price: priceOf(ADDON.influencer.priceId) }],
      payment_behavior: "pending_if_incomplete",
      proration_behavior: "always_invoice",
    });
    await ada.sync();
    await ada.say("cancel");
    await ada.apply();
    const there = await ada.there();
    expect(there).toMatchObject({ pending_update: null, cancel_at_period_end: true });
    const { data: open } = await stripe.invoices.list({
      customer: ada.customerId,
      status: "open",
    });
    expect(open).toEqual([]);
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await eventTypes(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
  });

  test("resumed before the request was applied: makes no update in Stripe", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await ada.say("resume");
    const update = vi.spyOn(provider.stripe.subscriptions, "update");
    expect(await ada.apply()).toBe("applied");
    expect(await ada.apply()).toBe("nothing_pending");
    expect(update).not.toHaveBeenCalled();
    expect(await requestStates(database)).toEqual(["cancel superseded", "resume applied"]);
    expect(await eventTypes(database)).toEqual(["SubscriptionCancelled", "SubscriptionResumed"]);
  });

  test("resumed while the cancellation is sent to Stripe: the resumption is applied next", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    const { subscriptions } = provider.stripe;
    const change = subscriptions.update.bind(subscriptions);
    vi.spyOn(subscriptions, "update").mockImplementationOnce(async (...given) => {
      await ada.say("resume");
      return change(...given);
    });
    await ada.apply();
    expect(await ada.isEnding()).toBe(false);
    expect(await requestStates(database)).toEqual(["cancel superseded", "resume pending"]);
    await ada.apply();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false });
    expect(await eventTypes(database)).toEqual(["SubscriptionCancelled", "SubscriptionResumed"]);
  });
});

describe("cancellation applied after the next renewal", () => {
  const PAID_AND_BACK = [
    ["completed", 175_00, 0],
    ["refunded", 175_00, 175_00],
  ];

  test("cancels immediately and refunds the renewal once", async ({ ada, database }) => {
    await ada.say("cancel", { reason: "unused", feedback: "Too busy." });
    await ada.pass(MONTH_S + 2 * 3_600);
    expect(await ada.apply()).toBe("applied");
    expect(await ada.there()).toMatchObject({
      status: "canceled",
      cancellation_details: { feedback: "unused", comment: "Too busy." },
    });
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await requestStates(database)).toEqual(["cancel applied"]);
    expect((await eventTypes(database)).toSorted()).toEqual([
      "RefundIssued",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
    expect(await ada.apply({ cancelOrResume: true, offer: true })).toBe("nothing_pending");
    await database.query("update subscription_requests set state = 'pending'");
    const { refunds } = provider.stripe;
    vi.spyOn(refunds, "create").mockRejectedValueOnce(
      new Stripe.errors.StripeInvalidRequestError({
        type: "invalid_request_error",
        code: "charge_already_refunded",
      }),
    );
    expect(await ada.apply()).toBe("applied");
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await eventTypes(database)).toHaveLength(3);
  });

  test("two renewals since: refunds both", async ({ ada, database }) => {
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.pass(MONTH_S);
    await ada.apply();
    expect(await books(database)).toEqual([...PAID_AND_BACK, ["refunded", 175_00, 175_00]]);
  });

  test("earlier accepted offer: dropped without a rejection event", async ({ ada, database }) => {
    await ada.claim();
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    expect(await ada.apply()).toBe("applied");
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await redemption(database)).toBe("superseded");
    expect(await requestStates(database)).toEqual(["cancel applied"]);
    expect((await eventTypes(database)).toSorted()).toEqual([
      "RefundIssued",
      "RetentionApplied",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
    expect(await ada.apply()).toBe("nothing_pending");
  });

  test("draft renewal invoice: stays a draft, uncharged", async ({ ada, database }) => {
    await ada.say("cancel");
    const [item] = (await ada.there()).items.data;
    const renewal = new Date(((item?.current_period_end ?? 0) + 600) * 1_000).toISOString();
    await ada.passTo(renewal);
    await ada.sync();
    await ada.apply();
    const { data: drafts } = await provider.stripe.invoices.list({
      subscription: ada.subscriptionId,
      status: "draft",
    });
    expect(drafts).toMatchObject([{ auto_advance: false }]);
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual([["completed", 175_00, 0]]);
    expect(await eventTypes(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
  });

  test("declined renewal: voids the invoice", async ({ ada, database }) => {
    await payBy(ada, declining);
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.apply();
    await payBy(ada, "pm_card_visa");
    await ada.pass(7 * 86_400);
    await ada.sync();
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["void", 175_00, 0],
    ]);
    expect(await there(ada)).toBe("canceled");
  });

  test.for([
    ["before the money goes back", true],
    ["after it went back", false],
  ] as const)(
    "worker killed %s: the next run completes it",
    async ([, isBefore], { ada, database }) => {
      await ada.say("cancel");
      await ada.pass(MONTH_S + 2 * 3_600);
      const { refunds } = provider.stripe;
      const create = refunds.create.bind(refunds);
      vi.spyOn(refunds, "create").mockImplementationOnce(async (...given) => {
        if (!isBefore) await create(...given);
        throw new Error("killed");
      });
      await expect(ada.apply()).rejects.toThrow("killed");
      expect(await requestStates(database)).toEqual(["cancel pending"]);
      await ada.sync();
      expect(await ada.apply()).toBe("applied");
      expect(await books(database)).toEqual(PAID_AND_BACK);
      expect((await eventTypes(database)).toSorted()).toEqual([
        "RefundIssued",
        "SubscriptionCancelled",
        "SubscriptionEnded",
      ]);
    },
  );

  test("Stripe rejects the refund: the request stays pending and is retried", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    vi.spyOn(provider.stripe.refunds, "create").mockRejectedValueOnce(
      new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error" }),
    );
    await expect(ada.apply()).rejects.not.toBeInstanceOf(StripeRejected);
    expect(await requestStates(database)).toEqual(["cancel pending"]);
    await ada.apply();
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await eventTypes(database)).not.toContain("SubscriptionRequestRejected");
  });

  test("event with the announced end is deleted: cancels immediately", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await database.query("delete from outbox_events where type = 'SubscriptionCancelled'");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.apply();
    expect(await books(database)).toEqual(PAID_AND_BACK);
  });

  test("resumed in time: subscription and payments stay", async ({ ada, database }) => {
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.say("resume");
    await ada.apply();
    expect(await there(ada)).toBe("active");
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["completed", 175_00, 0],
    ]);
  });

  test("requested after the renewal: cancels at the next period end", async ({ ada, database }) => {
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    await ada.say("cancel", { reason: "unused", feedback: "Too busy." });
    await ada.apply();
    expect(await ada.there()).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancellation_details: { feedback: "unused", comment: "Too busy." },
    });
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await there(ada)).toBe("canceled");
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["completed", 175_00, 0],
    ]);
    expect(await requestStates(database)).toEqual(["cancel applied"]);
    expect(await eventTypes(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
  });
});

describe("cancellation while past due", () => {
  const owe = async (ada: Ada) => {
    await payBy(ada, declining);
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    expect(await there(ada)).toBe("past_due");
  };

  test("cancelled while past due: ends at once, and a new card pays nothing", async ({
    ada,
    database,
  }) => {
    await owe(ada);
    await ada.say("cancel");
    await ada.apply();
    await payBy(ada, "pm_card_visa");
    await ada.pass(7 * 86_400);
    await ada.sync();
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["void", 175_00, 0],
    ]);
    expect(await eventTypes(database)).toEqual([
      "PaymentFailed",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
    expect(await requestStates(database)).toEqual(["cancel applied"]);
  });

  test("past due for an upgrade of the paid period: runs to its end without a refund", async ({
    ada,
    database,
  }) => {
    await payBy(ada, declining);
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      items: [{ price: priceOf(ADDON.influencer.priceId) }],
      proration_behavior: "always_invoice",
    });
    await ada.sync();
    expect(await there(ada)).toBe("past_due");
    await ada.say("cancel");
    await ada.apply();
    expect(await ada.there()).toMatchObject({ status: "past_due", cancel_at_period_end: true });
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["pending", 149_00, 0],
    ]);
  });

  test("paid after the request: refunds the payment", async ({ ada, database }) => {
    await owe(ada);
    await ada.say("cancel");
    await payBy(ada, "pm_card_visa");
    await ada.pass(7 * 86_400);
    expect(await there(ada)).toBe("active");
    await ada.apply();
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["refunded", 175_00, 175_00],
    ]);
    expect(await there(ada)).toBe("canceled");
  });
});

/** Advances to ten minutes after the period end: the renewal invoice is a draft. */
async function renew(ada: Ada): Promise<void> {
  const [item] = (await ada.there()).items.data;
  await ada.passTo(new Date(((item?.current_period_end ?? 0) + 600) * 1_000).toISOString());
  await ada.sync();
}

describe("cancellation during a renewal", () => {
  test("cancels immediately also if the last sync was before the renewal", async ({
    ada,
    database,
  }) => {
    await renew(ada);
    await database.query("update subscriptions set renewal_pence = null");
    await ada.say("cancel");
    await ada.apply();
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual([["completed", 175_00, 0]]);
  });

  test("renewal charged before the request was applied: refunds it", async ({ ada, database }) => {
    await renew(ada);
    await ada.say("cancel");
    await ada.pass(2 * 3_600);
    await ada.apply();
    expect(await there(ada)).toBe("canceled");
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["refunded", 175_00, 175_00],
    ]);
  });

  test("requested after the renewal was paid: cancels at the next period end", async ({
    ada,
    database,
  }) => {
    await renew(ada);
    await ada.pass(3_600);
    await ada.sync();
    await ada.say("cancel");
    await ada.apply();
    expect(await ada.there()).toMatchObject({ status: "active", cancel_at_period_end: true });
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["completed", 175_00, 0],
    ]);
  });
});

describe("immediate cancellation after an unsynced payment for the current period", () => {
  // Puts the test clock behind the local clock, so that the payment precedes the request.
  test.override({ since: new Date(Date.now() - 40 * 86_400_000).toISOString() });

  const PAID_AND_BACK = [
    ["completed", 175_00, 0],
    ["refunded", 175_00, 175_00],
  ];

  test.for([
    ["while the renewal was a draft", "pm_card_visa", renew],
    [
      "while it was owed",
      declining,
      async (ada: Ada) => {
        await renew(ada);
        await ada.pass(3_600);
        await ada.sync();
        await payBy(ada, "pm_card_visa");
      },
    ],
  ] as const)("last sync %s: refunds the payment", async ([, card, read], { ada, database }) => {
    await payBy(ada, card);
    await read(ada);
    await ada.pass(4 * 86_400);
    expect(await there(ada)).toBe("active");
    await ada.say("cancel");
    await ada.apply();
    expect(await there(ada)).toBe("canceled");
    expect(await books(database)).toEqual(PAID_AND_BACK);
    await database.query("update subscription_requests set state = 'pending'");
    await ada.apply();
    expect(await books(database)).toEqual(PAID_AND_BACK);
  });

  test("refunds an upgrade of the unpaid period", async ({ ada, database }) => {
    await renew(ada);
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      items: [{ price: priceOf(ADDON.influencer.priceId) }],
      proration_behavior: "always_invoice",
    });
    await ada.sync();
    expect((await books(database)).map(([status]) => status)).toEqual(["completed", "completed"]);
    await ada.say("cancel");
    await ada.apply();
    await ada.pass(MONTH_S);
    await ada.sync();
    const [first, second, ...others] = await books(database);
    expect(first).toEqual(["completed", 175_00, 0]);
    expect(second).toEqual(["refunded", second?.[1], second?.[1]]);
    expect(others).toEqual([]);
  });
});

describe("cancellation in Stripe's portal", () => {
  const cancelThere = async (ada: Ada, moment?: number) => {
    const [item] = (await ada.there()).items.data;
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      cancel_at: moment ?? item?.current_period_end ?? 0,
    });
    await ada.sync();
  };
  const cancelled = async (database: TestDatabase) =>
    (
      await rowsIn(
        database,
        `select actor->>'kind' as actor, payload->'isImmediate' as "isImmediate", payload->>'periodEnd' as "end",
           to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from outbox_events where type = 'SubscriptionCancelled'`,
      )
    )[0];

  test.for([
    ["its renewal is under way", renew],
    [
      "a payment is owed",
      async (ada: Ada) => {
        await payBy(ada, declining);
        await ada.pass(MONTH_S + 2 * 3_600);
        await ada.sync();
        expect(await there(ada)).toBe("past_due");
      },
    ],
  ] as const)(
    "while %s: cancels immediately, as in the dashboard",
    async ([, begin], { ada, database }) => {
      await begin(ada);
      await cancelThere(ada);
      const event = await cancelled(database);
      expect(event).toMatchObject({ actor: "system", isImmediate: true });
      expect(event?.["end"]).toBe(event?.["at"]);
      expect(await ada.isEnding()).toBe(true);
      await ada.sync();
      expect(await requestStates(database)).toEqual(["cancel pending"]);
      await ada.apply();
      await payBy(ada, "pm_card_visa");
      await ada.pass(MONTH_S);
      await ada.sync();
      expect(await there(ada)).toBe("canceled");
      expect((await books(database)).filter(([status]) => status !== "void")).toEqual([
        ["completed", 175_00, 0],
      ]);
      expect(await requestStates(database)).toEqual(["cancel applied"]);
      expect((await eventTypes(database)).filter((type) => type !== "PaymentFailed")).toEqual([
        "SubscriptionCancelled",
        "SubscriptionEnded",
      ]);
    },
  );

  test("paid up, or for a later date: cancels on the date that was set", async ({
    ada,
    database,
  }) => {
    await cancelThere(ada);
    expect(await cancelled(database)).toMatchObject({ isImmediate: false });
    expect(await requestStates(database)).toEqual([]);
    await provider.stripe.subscriptions.update(ada.subscriptionId, { cancel_at: "" });
    await ada.sync();
    await database.query("delete from outbox_events");
    await renew(ada);
    const [item] = (await ada.there()).items.data;
    await cancelThere(ada, (item?.current_period_end ?? 0) + MONTH_S);
    expect(await cancelled(database)).toMatchObject({ isImmediate: false });
    expect(await requestStates(database)).toEqual([]);
  });
});

describe("errors and races", () => {
  test("change scheduled between read and update: the cancellation is applied", async ({
    ada,
    database,
  }) => {
    const { subscriptions, subscriptionSchedules } = provider.stripe;
    await ada.say("cancel");
    const change = subscriptions.update.bind(subscriptions);
    vi.spyOn(subscriptions, "update").mockImplementationOnce(async (...given) => {
      await subscriptionSchedules.create({ from_subscription: ada.subscriptionId });
      return change(...given);
    });
    expect(await ada.apply()).toBe("applied");
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: true, schedule: null });
    expect(await requestStates(database)).toEqual(["cancel applied"]);
  });

  test("worker killed after Stripe's response: the next run keeps the one discount", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    const { subscriptions } = provider.stripe;
    const change = subscriptions.update.bind(subscriptions);
    vi.spyOn(subscriptions, "update").mockImplementationOnce(async (...given) => {
      await change(...given);
      throw new Error("killed");
    });
    await expect(ada.apply()).rejects.toThrow("killed");
    expect(await redemption(database)).toBe("pending");
    const [first] = (await ada.there()).discounts;
    expect(await ada.apply()).toBe("applied");
    expect((await ada.there()).discounts).toEqual([first]);
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await redemption(database)).toBe("applied");
    expect(await eventTypes(database)).toEqual(["RetentionApplied"]);
  });

  test("Stripe outage: requests stay pending and visible, then are applied", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await ada.say("cancel");
    const switches = (api: object) =>
      provider.emulator.app.request("/control/switches", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ api }),
      });
    for (const status of [500, 429, 409]) {
      await switches({ fail: { status } });
      await expect(ada.apply()).rejects.not.toBeInstanceOf(StripeRejected);
    }
    await switches({ fail: null });
    expect(await ada.isEnding()).toBe(true);
    expect(await requestStates(database)).toEqual(["cancel pending"]);
    expect(await eventTypes(database)).toEqual(["RetentionApplied", "SubscriptionCancelled"]);
    await ada.apply();
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: true });
    expect(await requestStates(database)).toEqual(["cancel applied"]);
  });

  test("coupon missing in Stripe: rejects the offer alone, once, and can be replayed", async ({
    ada,
    database,
  }) => {
    const { coupons } = provider.stripe;
    await ada.say("cancel");
    await ada.apply();
    await ada.claim();
    await coupons.del(couponId);
    await expect(ada.apply()).rejects.toThrow(new StripeRejected("Stripe: resource_missing (400)"));
    await expect(ada.apply({ cancelOrResume: true, offer: true })).rejects.toThrow(StripeRejected);
    expect(await redemption(database)).toBe("rejected");
    expect(await requestStates(database)).toEqual(["cancel applied", "resume applied"]);
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false });
    expect(await eventTypes(database)).toEqual([
      "SubscriptionCancelled",
      "RetentionApplied",
      "SubscriptionRequestRejected",
    ]);
    await coupons.create({
      id: couponId,
      percent_off: 20,
      duration: "repeating",
      duration_in_months: 3,
    });
    ada.wait(2 * 60_000);
    expect(await ada.apply()).toBe("nothing_pending");
    expect(await ada.apply({ cancelOrResume: true, offer: true })).toBe("applied");
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await redemption(database)).toBe("applied");
  });

  test("offer for an ended subscription: rejected, and the rows are synced", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await provider.stripe.subscriptions.cancel(ada.subscriptionId);
    await expect(ada.apply()).rejects.toThrow(
      new StripeRejected("Stripe: the subscription has ended"),
    );
    expect(await rowsIn(database, "select status from subscriptions")).toEqual([
      { status: "canceled" },
    ]);
    expect(await redemption(database)).toBe("rejected");
    expect(await eventTypes(database)).toEqual([
      "RetentionApplied",
      "SubscriptionRequestRejected",
      "SubscriptionEnded",
    ]);
  });

  test("resumption of an ended subscription, cancelled again meanwhile: superseded, not rejected", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await ada.apply();
    await ada.say("resume");
    const { subscriptions } = provider.stripe;
    await subscriptions.cancel(ada.subscriptionId);
    const retrieve = subscriptions.retrieve.bind(subscriptions);
    vi.spyOn(subscriptions, "retrieve").mockImplementationOnce(async (...given) => {
      await ada.say("cancel");
      return retrieve(...given);
    });
    await ada.apply();
    await ada.apply();
    expect(await requestStates(database)).toEqual([
      "cancel applied",
      "resume superseded",
      "cancel applied",
    ]);
    expect(await eventTypes(database)).not.toContain("SubscriptionRequestRejected");
  });

  test("cancellation of an ended subscription: marked as applied", async ({ ada, database }) => {
    await ada.say("cancel");
    await provider.stripe.subscriptions.cancel(ada.subscriptionId);
    expect(await ada.apply()).toBe("applied");
    expect(await requestStates(database)).toEqual(["cancel applied"]);
    expect(await eventTypes(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
  });

  test("subscription unknown to Stripe: rejected, and a replay can apply it", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    const asked = vi.spyOn(provider.stripe.subscriptions, "retrieve").mockRejectedValue(
      new Stripe.errors.StripeInvalidRequestError({
        type: "invalid_request_error",
        code: "resource_missing",
        statusCode: 404,
        message: "No such subscription",
      }),
    );
    await expect(ada.apply()).rejects.toThrow(new StripeRejected("Stripe: resource_missing (404)"));
    expect(await requestStates(database)).toEqual(["cancel rejected"]);
    expect(await ada.isEnding()).toBe(false);
    asked.mockRestore();
    expect(await ada.apply({ cancelOrResume: true, offer: false })).toBe("applied");
    expect(await ada.isEnding()).toBe(true);
  });
});
