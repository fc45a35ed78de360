import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { SCHEDULED_PRICES_KEY } from "#contracts/billing/stripe-state.ts";
import { RETENTION_OFFER_EXTENDED } from "#contracts/billing/offer-length.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { cancelsImmediately } from "#contracts/billing/cancels-immediately.ts";
import { offerPrices } from "#contracts/billing/retention-offer.ts";
import { FOR_SALE, PLANS } from "#contracts/catalogue.ts";
import { EVENT_VERSIONS, type EventOf } from "#contracts/events/catalogue.ts";
import { acceptOffer } from "#db/billing/accept-retention-offer.ts";
import { findSubscriptionOfUser } from "#db/billing/find-subscription.ts";
import { createSubscriptionRequest } from "#db/billing/request-cancellation.ts";
import { completeRequest } from "#db/billing/complete-request.ts";
import { insertAccountRow, insertCustomer } from "../../tests/support/billing.ts";
import { test as base, type TestDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import {
  customerWithCard,
  type Running,
  createSubscriptionFor,
  startForTest,
} from "../../tests/stack/stripe/start-for-test.ts";
import { type StripeActions, createStripeActions, StripeRejected } from "./stripe-actions.ts";

const { couponId } = RETENTION_OFFER;
const { couponId: longerId } = RETENTION_OFFER_EXTENDED;
const MONTH_S = 31 * 86_400;

let provider: Running;
const prices = new Map<string, string>();

beforeAll(async () => {
  provider = await startForTest();
  for (const { name, pricePence: pence, priceId: lookupKey } of FOR_SALE) {
    prices.set(lookupKey, (await createSubscriptionFor(provider, { name, pence, lookupKey })).id);
  }
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

type Facts = EventOf<"SubscriptionResumed">["data"];
type Ada = {
  customerId: string;
  subscriptionId: string;
  claim: () => Promise<void>;
  say: (action: "cancel" | "resume", why?: { reason: "unused"; feedback: string }) => Promise<void>;
  settle: (again?: {
    end: boolean;
    discount: boolean;
  }) => ReturnType<StripeActions["applyRequest"]>;
  sync: () => Promise<unknown>;
  /** As the provider has it. */
  there: () => ReturnType<Running["stripe"]["subscriptions"]["retrieve"]>;
  /** As its owner is shown it. */
  isEnding: () => Promise<boolean | undefined>;
  pass: (seconds: number) => Promise<void>;
  /** @param moment ISO 8601 */
  passTo: (moment: string) => Promise<void>;
  /** Time passes here alone. */
  wait: (ms: number) => void;
};

const test = base.extend<{ since: string | null; ada: Ada }>({
  /** When they subscribed, ISO 8601; null for now. */
  since: null,
  /** Somebody with a subscription at the provider, by a clock of their own. */
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
      items: [{ price: priceOf(PLANS[1].priceId) }],
    });
    const stripeActions = createStripeActions({
      db,
      stripe,
      locks: { hold: (_, work) => work(), close: () => Promise.resolve() },
      makeId: newId,
      now: () => new Date(Date.now() + aheadMs),
    });
    const sync = () =>
      stripeActions.sync({ customerId, correlationId: "req_1", stripeEventId: null });
    await sync();
    const passTo = async (seconds: number) => {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds });
      await vi.waitFor(async () => {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id);
        expect(status).toBe("ready");
      });
    };
    const pass = async (seconds: number) => {
      const { frozen_time: now } = await stripe.testHelpers.testClocks.retrieve(clock.id);
      await passTo(now + seconds);
    };
    // Nobody claims or cancels in the very second in which they have paid.
    await pass(1);
    const own = async () => {
      const reader = { userId, sessionId: null, at: new Date().toISOString() };
      return (await findSubscriptionOfUser(db, reader, subscriptionId)).subscription;
    };
    const make = <T extends "RetentionApplied" | "SubscriptionCancelled" | "SubscriptionResumed">(
      type: T,
      data: object = {},
    ) => {
      const facts: Facts = {
        customerId,
        subscriptionId,
        priceIds: [PLANS[1].priceId],
        amountPence: PLANS[1].pricePence,
        periodEnd: null,
      };
      return {
        id: newId("event"),
        type,
        version: EVENT_VERSIONS[type],
        occurredAt: new Date().toISOString(),
        actor: { kind: "user", userId },
        correlationId: "req_1",
        data: { ...facts, ...data },
      } as unknown as EventOf<T>;
    };
    await use({
      customerId,
      subscriptionId,
      sync,
      async claim() {
        const now = await own();
        const isClaimed = await acceptOffer(db, {
          event: make("RetentionApplied", {
            percentOff: 20,
            months: 3,
            resumes: now?.is_ending === true,
          }),
          version: now?.version ?? 0,
          userId,
          acceptKey: randomUUID(),
          subscriptionRequestId: newId("subscriptionRequest"),
          graceMs: 0,
        });
        expect(isClaimed).toBe(true);
      },
      async say(action, why) {
        const now = await own();
        const isImmediate =
          now !== null &&
          cancelsImmediately({ status: now.status, renewalPence: now.renewal_pence });
        const event =
          action === "cancel"
            ? make("SubscriptionCancelled", { isImmediate })
            : make("SubscriptionResumed");
        const periodEnd = isImmediate ? event.occurredAt : now?.current_period_end;
        const isAsked = await createSubscriptionRequest(db, {
          id: newId("subscriptionRequest"),
          version: now?.version ?? 0,
          userId,
          event: {
            ...event,
            data: { ...event.data, periodEnd: periodEnd ?? null },
          } as typeof event,
          reason: why?.reason ?? null,
          feedback: why?.feedback ?? null,
          declinedOffer: false,
          graceMs: 0,
        });
        expect(isAsked).toBe(true);
      },
      settle: (again = { end: false, discount: false }) =>
        stripeActions.applyRequest({ customerId, subscriptionId, correlationId: "req_1", again }),
      there: () => stripe.subscriptions.retrieve(subscriptionId, { expand: ["discounts"] }),
      isEnding: async () => (await own())?.is_ending,
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
const told = async (database: TestDatabase) =>
  (await rowsIn(database, "select type from outbox_events order by occurred_at, type"))
    .map(({ type }) => String(type))
    .filter((type) => type !== "CheckoutCompleted");
const wishes = async (database: TestDatabase) =>
  (await rowsIn(database, "select action, state from subscription_requests order by id")).map(
    ({ action, state }) => `${String(action)} ${String(state)}`,
  );
const paid = async (database: TestDatabase) =>
  (await rowsIn(database, "select amount_pence from orders order by ordered_at")).map(
    (row) => row["amount_pence"],
  );
/** What became of each payment, the first first. */
const books = async (database: TestDatabase) =>
  (
    await rowsIn(
      database,
      "select status, amount_pence, refunded_pence from orders order by ordered_at",
    )
  ).map((row) => [row["status"], row["amount_pence"], row["refunded_pence"]]);
const there = async (ada: Ada) => (await ada.there()).status;
/** Books the smallest plan for the period's end. */
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
    metadata: { [SCHEDULED_PRICES_KEY]: PLANS[0].priceId },
    phases: [
      {
        items: [{ price: priceOf(PLANS[1].priceId), quantity: 1 }],
        start_date: current?.start_date ?? 0,
        end_date: current?.end_date ?? 0,
        discounts,
      },
      {
        items: [{ price: priceOf(PLANS[0].priceId), quantity: 1 }],
        duration: { interval: "month" },
        proration_behavior: "none",
        discounts,
      },
    ],
  });
}
const declining = "pm_card_chargeCustomerFail";
/** Lets a customer pay by another card. */
async function payBy({ customerId }: Ada, card: string): Promise<void> {
  const { stripe } = provider;
  const { id } = await stripe.paymentMethods.attach(card, { customer: customerId });
  await stripe.customers.update(customerId, {
    invoice_settings: { default_payment_method: id },
  });
}
const redemption = async (database: TestDatabase) =>
  (
    await rowsIn(
      database,
      "select applied_at is not null as applied, rejected_at is not null as refused from retention_acceptances",
    )
  )[0];

describe("the offer to stay", () => {
  test("is given once, however often it is asked for, and keeps other discounts", async ({
    ada,
    database,
  }) => {
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      discounts: [{ coupon: "friend" }],
    });
    await ada.sync();
    await ada.claim();
    expect(await ada.settle()).toBe("applied");
    expect(await ada.settle()).toBe("nothing_pending");
    expect(await couponsOf(ada)).toEqual(["friend", couponId]);
    expect(await redemption(database)).toEqual({ applied: true, refused: false });
    const [kept] = await rowsIn(database, "select discounts from subscriptions");
    expect(kept).toMatchObject({
      discounts: [{ couponId: "friend" }, { couponId, percentOff: 20 }],
    });
    expect(await told(database)).toEqual(["RetentionApplied"]);
  });

  test("takes an end that was set here back with the same change", async ({ ada, database }) => {
    await ada.say("cancel");
    await ada.settle();
    await ada.claim();
    const update = vi.spyOn(provider.stripe.subscriptions, "update");
    await ada.settle();
    expect(update).toHaveBeenCalledOnce();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await wishes(database)).toEqual(["end applied", "stay applied"]);
    expect(await told(database)).toEqual(["SubscriptionCancelled", "RetentionApplied"]);
  });

  test("takes back an end of which the provider has a date alone, as its own page sets it", async ({
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
    await ada.settle();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    expect(await ada.isEnding()).toBe(false);
    expect(await told(database)).toEqual(["SubscriptionCancelled", "RetentionApplied"]);
  });

  test("taken before a renewal and told after it holds for the three that follow", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    await ada.settle();
    for (let month = 0; month < 4; month += 1) await ada.pass(MONTH_S);
    await ada.sync();
    expect(await paid(database)).toEqual([175_00, 175_00, 140_00, 140_00, 140_00, 175_00]);
  });

  test("that has lapsed is not given again by a worker that comes back late", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await ada.settle();
    for (let month = 0; month < 4; month += 1) await ada.pass(MONTH_S);
    expect(await couponsOf(ada)).toEqual([]);
    await database.query("update retention_acceptances set applied_at = null");
    expect(await ada.settle()).toBe("applied");
    expect(await couponsOf(ada)).toEqual([]);
    expect(await redemption(database)).toEqual({ applied: true, refused: false });
  });

  test.for([
    ["nothing else", [], 175_00, false],
    ["the code for coming back", [30], 175_00, false],
    ["two other discounts", [30, 10], 175_00, false],
    ["a change that is booked", [], 97_00, true],
    ["both", [30], 97_00, true],
  ] as const)(
    "beside %s takes what is reckoned beforehand",
    async ([, others, pence, isBooked], { ada, database }) => {
      const { coupons, subscriptions } = provider.stripe;
      const given = await Promise.all(
        others.map((percent) => coupons.create({ percent_off: percent, duration: "forever" })),
      );
      await subscriptions.update(ada.subscriptionId, {
        discounts: given.map(({ id }) => ({ coupon: id })),
      });
      if (isBooked) await book(ada);
      await ada.sync();
      await ada.claim();
      await ada.settle();
      for (let month = 0; month < 3; month += 1) await ada.pass(MONTH_S + 3_600);
      await ada.sync();
      const { discountedPence } = offerPrices(pence, others);
      expect((await paid(database)).slice(1, 4)).toEqual([
        discountedPence,
        discountedPence,
        discountedPence,
      ]);
    },
  );

  test("outlives a downgrade that is scheduled", async ({ ada, database }) => {
    const { stripe } = provider;
    const schedule = await stripe.subscriptionSchedules.create({
      from_subscription: ada.subscriptionId,
    });
    const [current] = schedule.phases;
    const end = current?.end_date ?? 0;
    await stripe.subscriptionSchedules.update(schedule.id, {
      metadata: { [SCHEDULED_PRICES_KEY]: PLANS[0].priceId },
      phases: [
        {
          items: [{ price: priceOf(PLANS[1].priceId), quantity: 1 }],
          start_date: current?.start_date ?? 0,
          end_date: end,
        },
        {
          items: [{ price: priceOf(PLANS[0].priceId), quantity: 1 }],
          start_date: end,
          end_date: end + MONTH_S,
          proration_behavior: "none",
          discounts: "",
        },
      ],
    });
    await ada.sync();
    await ada.claim();
    const refusing = vi.spyOn(stripe.subscriptionSchedules, "update");
    refusing.mockRejectedValueOnce(
      new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error" }),
    );
    await expect(ada.settle()).rejects.not.toBeInstanceOf(StripeRejected);
    expect(await redemption(database)).toEqual({ applied: false, refused: false });
    await ada.settle();
    expect(await redemption(database)).toEqual({ applied: true, refused: false });
    const { phases } = await stripe.subscriptionSchedules.retrieve(schedule.id);
    const [discount] = (await ada.there()).discounts;
    const id = typeof discount === "object" ? discount.id : "none";
    expect(phases.map(({ discounts }) => discounts)).toMatchObject([
      [{ discount: id }],
      [{ discount: id }],
    ]);
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    const [newest] = await rowsIn(
      database,
      "select amount_pence from orders order by ordered_at desc limit 1",
    );
    expect(newest).toEqual({ amount_pence: 77_60 });
    expect(await told(database)).toEqual([
      "SubscriptionChangeScheduled",
      "RetentionApplied",
      "SubscriptionChanged",
    ]);
  });
});

describe("the offer to stay of whoever pays on the 31st", () => {
  test.override({ since: "2027-01-31T10:00:00Z" });

  /** Six months, at whose ends all payments are made. */
  const MONTHS = ["02-28", "03-31", "04-30", "05-31", "06-30"].map(
    (day) => `2027-${day}T11:30:00Z`,
  );
  const passAll = async (ada: Ada, from: string) => {
    for (const moment of MONTHS.filter((one) => one > from)) await ada.passTo(moment);
    await ada.sync();
  };

  test.for([
    ["right before February's renewal", "2027-02-28T09:59:59Z", couponId, 1],
    ["right after it", "2027-02-28T10:00:01Z", longerId, 2],
    ["two hours after it", "2027-02-28T12:00:00Z", longerId, 2],
    ["in February's last second", "2027-02-28T23:59:59Z", longerId, 2],
    ["in March's first", "2027-03-01T00:00:00Z", couponId, 2],
  ] as const)(
    "holds for three renewals where it is claimed %s",
    async ([, acceptedAt, expected, before], { ada, database }) => {
      await provider.stripe.subscriptions.update(ada.subscriptionId, {
        discounts: [{ coupon: "friend" }],
      });
      await ada.passTo(acceptedAt);
      await ada.sync();
      await ada.claim();
      expect(await ada.settle()).toBe("applied");
      expect(await couponsOf(ada)).toEqual(["friend", expected]);
      await database.query("update retention_acceptances set applied_at = null");
      const update = vi.spyOn(provider.stripe.subscriptions, "update");
      expect(await ada.settle()).toBe("applied");
      expect(update).not.toHaveBeenCalled();
      await passAll(ada, acceptedAt);
      // The friend's 10% come off from February on, and the offer's 20% of what they leave.
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

  /** Settles until the provider has the first coupon, and no further. */
  const breakOff = async (ada: Ada) => {
    const { subscriptions } = provider.stripe;
    const change = subscriptions.update.bind(subscriptions);
    const update = vi.spyOn(subscriptions, "update").mockImplementation(async (...given) => {
      await change(...given);
      throw new Error("killed");
    });
    await expect(ada.settle()).rejects.toThrow("killed");
    update.mockRestore();
    expect(await couponsOf(ada)).toEqual([couponId]);
  };

  test.for([
    ["on the same day", "2027-02-28T18:00:00Z", longerId],
    ["the next day, in another month", "2027-03-01T12:00:00Z", couponId],
    ["two weeks later", "2027-03-14T12:00:00Z", couponId],
  ] as const)(
    "holds for three where the worker is killed over it and comes back %s",
    async ([, later, expected], { ada, database }) => {
      await ada.passTo("2027-02-28T12:00:00Z");
      await ada.sync();
      await ada.claim();
      await breakOff(ada);
      await ada.passTo(later);
      await ada.settle();
      expect(await couponsOf(ada)).toEqual([expected]);
      expect(await redemption(database)).toEqual({ applied: true, refused: false });
      await passAll(ada, later);
      expect(await paid(database)).toEqual([175_00, 175_00, 140_00, 140_00, 140_00, 175_00]);
    },
  );

  test("is not refused by a provider without the longer coupon, and is whole once it is there", async ({
    ada,
    database,
  }) => {
    const { coupons } = provider.stripe;
    await ada.passTo("2027-02-28T12:00:00Z");
    await ada.sync();
    await ada.claim();
    const { percent_off: percentOff } = await coupons.retrieve(longerId);
    await coupons.del(longerId);
    await expect(ada.settle()).rejects.not.toBeInstanceOf(StripeRejected);
    expect(await redemption(database)).toEqual({ applied: false, refused: false });
    await coupons.create({
      id: longerId,
      percent_off: percentOff ?? 0,
      duration: "repeating",
      duration_in_months: RETENTION_OFFER_EXTENDED.months,
    });
    ada.wait(2 * 60_000);
    expect(await ada.settle()).toBe("applied");
    expect(await couponsOf(ada)).toEqual([longerId]);
    const [kept] = await rowsIn(database, "select discounts from subscriptions");
    expect(kept).toMatchObject({
      discounts: [{ couponId: longerId, percentOff: 20, endsAt: "2027-06-28T12:00:00.000Z" }],
    });
  });

  test("goes on in its length with a downgrade that is scheduled", async ({ ada, database }) => {
    await ada.passTo("2027-02-28T12:00:00Z");
    await book(ada);
    await ada.sync();
    await ada.claim();
    await ada.settle();
    expect(await couponsOf(ada)).toEqual([longerId]);
    await passAll(ada, "2027-02-28T12:00:00Z");
    expect(await paid(database)).toEqual([175_00, 175_00, 77_60, 77_60, 77_60, 97_00]);
  });
});

describe("the end", () => {
  test("is set with why, told once, and comes once", async ({ ada, database }) => {
    await ada.say("cancel", { reason: "unused", feedback: "Too busy." });
    await ada.sync();
    await ada.settle();
    await ada.sync();
    expect(await ada.there()).toMatchObject({
      cancel_at_period_end: true,
      cancellation_details: { feedback: "unused", comment: "Too busy." },
    });
    expect(await wishes(database)).toEqual(["end applied"]);
    expect(await told(database)).toEqual(["SubscriptionCancelled"]);
    await ada.pass(MONTH_S);
    await ada.sync();
    await ada.sync();
    expect(await ada.settle({ end: true, discount: true })).toBe("nothing_pending");
    expect(await told(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
    expect(await rowsIn(database, "select count(*)::int from orders")).toEqual([{ count: 1 }]);
  });

  test("said in the provider's portal is told once, by the reading", async ({ ada, database }) => {
    const [item] = (await ada.there()).items.data;
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      cancel_at: item?.current_period_end ?? 0,
    });
    await ada.sync();
    await ada.sync();
    const [event] = await rowsIn(
      database,
      "select actor->>'kind' as actor from outbox_events where type = 'SubscriptionCancelled'",
    );
    expect(event).toEqual({ actor: "system" });
    expect(await told(database)).toEqual(["SubscriptionCancelled"]);
  });

  test("takes what was scheduled with it", async ({ ada, database }) => {
    await book(ada);
    await ada.sync();
    await ada.say("cancel");
    await ada.settle();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: true, schedule: null });
    expect((await told(database)).toSorted()).toEqual([
      "SubscriptionCancelled",
      "SubscriptionChangeScheduled",
      "SubscriptionChangeWithdrawn",
    ]);
    expect(await rowsIn(database, "select scheduled from subscriptions")).toEqual([
      { scheduled: null },
    ]);
  });

  test("says that what was scheduled is withdrawn, which whoever stays does not get back", async ({
    ada,
    database,
  }) => {
    await book(ada);
    await ada.sync();
    await ada.say("cancel");
    await ada.settle();
    await ada.say("resume");
    await ada.settle();
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    expect((await told(database)).toSorted()).toEqual([
      "SubscriptionCancelled",
      "SubscriptionChangeScheduled",
      "SubscriptionChangeWithdrawn",
      "SubscriptionResumed",
    ]);
    expect(await paid(database)).toEqual([175_00, 175_00]);
  });

  test("leaves what was scheduled where it is taken back before the provider was told", async ({
    ada,
    database,
  }) => {
    await book(ada);
    await ada.sync();
    await ada.say("cancel");
    await ada.say("resume");
    await ada.settle();
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    expect(await told(database)).not.toContain("SubscriptionChangeWithdrawn");
    expect(await paid(database)).toEqual([175_00, 97_00]);
  });

  test("takes an upgrade with it that waits for its payment: nothing more is charged", async ({
    ada,
    database,
  }) => {
    const { stripe } = provider;
    const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: ada.customerId,
    });
    await stripe.customers.update(ada.customerId, {
      invoice_settings: { default_payment_method: card.id },
    });
    const [item] = (await ada.there()).items.data;
    await stripe.subscriptions.update(ada.subscriptionId, {
      items: [{ id: item?.id ?? "", price: priceOf(PLANS[2].priceId) }],
      payment_behavior: "pending_if_incomplete",
      proration_behavior: "always_invoice",
    });
    await ada.sync();
    await ada.say("cancel");
    await ada.settle();
    const there = await ada.there();
    expect(there).toMatchObject({ pending_update: null, cancel_at_period_end: true });
    const { data: open } = await stripe.invoices.list({
      customer: ada.customerId,
      status: "open",
    });
    expect(open).toEqual([]);
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await told(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
  });

  test("taken back before the provider was told leaves everything as it was", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await ada.say("resume");
    const update = vi.spyOn(provider.stripe.subscriptions, "update");
    expect(await ada.settle()).toBe("applied");
    expect(await ada.settle()).toBe("nothing_pending");
    expect(update).not.toHaveBeenCalled();
    expect(await wishes(database)).toEqual(["end superseded", "stay applied"]);
    expect(await told(database)).toEqual(["SubscriptionCancelled", "SubscriptionResumed"]);
  });

  test("said anew while the provider is being told of the opposite holds", async ({
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
    await ada.settle();
    expect(await ada.isEnding()).toBe(false);
    expect(await wishes(database)).toEqual(["end superseded", "stay pending"]);
    await ada.settle();
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false });
    expect(await told(database)).toEqual(["SubscriptionCancelled", "SubscriptionResumed"]);
  });
});

describe("an end of which the provider hears after the renewal before which it was asked for", () => {
  const PAID_AND_BACK = [
    ["completed", 175_00, 0],
    ["refunded", 175_00, 175_00],
  ];

  test("comes at once, and what was charged goes back once", async ({ ada, database }) => {
    await ada.say("cancel", { reason: "unused", feedback: "Too busy." });
    await ada.pass(MONTH_S + 2 * 3_600);
    expect(await ada.settle()).toBe("applied");
    expect(await ada.there()).toMatchObject({
      status: "canceled",
      cancellation_details: { feedback: "unused", comment: "Too busy." },
    });
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await wishes(database)).toEqual(["end applied"]);
    expect((await told(database)).toSorted()).toEqual([
      "RefundIssued",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
    expect(await ada.settle({ end: true, discount: true })).toBe("nothing_pending");
    await database.query("update subscription_requests set state = 'pending'");
    const { refunds } = provider.stripe;
    vi.spyOn(refunds, "create").mockRejectedValueOnce(
      new Stripe.errors.StripeInvalidRequestError({
        type: "invalid_request_error",
        code: "charge_already_refunded",
      }),
    );
    expect(await ada.settle()).toBe("applied");
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await told(database)).toHaveLength(3);
  });

  test("gives back all that was charged since, where that was more than once", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.pass(MONTH_S);
    await ada.settle();
    expect(await books(database)).toEqual([...PAID_AND_BACK, ["refunded", 175_00, 175_00]]);
  });

  test("takes the offer with it that was claimed before, and nobody hears of a refusal", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    expect(await ada.settle()).toBe("applied");
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await redemption(database)).toEqual({ applied: false, refused: true });
    expect(await wishes(database)).toEqual(["end applied"]);
    expect((await told(database)).toSorted()).toEqual([
      "RefundIssued",
      "RetentionApplied",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
    expect(await ada.settle()).toBe("nothing_pending");
  });

  test("leaves its invoice uncharged where that is still a draft", async ({ ada, database }) => {
    await ada.say("cancel");
    const [item] = (await ada.there()).items.data;
    const renewal = new Date(((item?.current_period_end ?? 0) + 600) * 1_000).toISOString();
    await ada.passTo(renewal);
    await ada.sync();
    await ada.settle();
    const { data: drafts } = await provider.stripe.invoices.list({
      subscription: ada.subscriptionId,
      status: "draft",
    });
    expect(drafts).toMatchObject([{ auto_advance: false }]);
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual([["completed", 175_00, 0]]);
    expect(await told(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
  });

  test("takes its invoice back where the card was declined", async ({ ada, database }) => {
    await payBy(ada, declining);
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.settle();
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
  ] as const)("is whole where the worker is killed %s", async ([, isBefore], { ada, database }) => {
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    const { refunds } = provider.stripe;
    const create = refunds.create.bind(refunds);
    vi.spyOn(refunds, "create").mockImplementationOnce(async (...given) => {
      if (!isBefore) await create(...given);
      throw new Error("killed");
    });
    await expect(ada.settle()).rejects.toThrow("killed");
    expect(await wishes(database)).toEqual(["end pending"]);
    await ada.sync();
    expect(await ada.settle()).toBe("applied");
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect((await told(database)).toSorted()).toEqual([
      "RefundIssued",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
  });

  test("is not taken as refused where the provider refuses the money", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    vi.spyOn(provider.stripe.refunds, "create").mockRejectedValueOnce(
      new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error" }),
    );
    await expect(ada.settle()).rejects.not.toBeInstanceOf(StripeRejected);
    expect(await wishes(database)).toEqual(["end pending"]);
    await ada.settle();
    expect(await books(database)).toEqual(PAID_AND_BACK);
    expect(await told(database)).not.toContain("SubscriptionRequestRejected");
  });

  test("comes at once where nobody knows any more which end they were told of", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await database.query("delete from outbox_events where type = 'SubscriptionCancelled'");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.settle();
    expect(await books(database)).toEqual(PAID_AND_BACK);
  });

  test("taken back in time keeps the subscription and its payments", async ({ ada, database }) => {
    await ada.say("cancel");
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.say("resume");
    await ada.settle();
    expect(await there(ada)).toBe("active");
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["completed", 175_00, 0],
    ]);
  });

  test("asked for after the renewal comes with the next period's end", async ({
    ada,
    database,
  }) => {
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    await ada.say("cancel");
    await ada.settle();
    expect(await ada.there()).toMatchObject({ status: "active", cancel_at_period_end: true });
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["completed", 175_00, 0],
    ]);
  });
});

describe("the end of what owes a payment", () => {
  /** Lets the renewal be declined. */
  const owe = async (ada: Ada) => {
    await payBy(ada, declining);
    await ada.pass(MONTH_S + 2 * 3_600);
    await ada.sync();
    expect(await there(ada)).toBe("past_due");
  };

  test("comes at once, and what is owed is owed no more", async ({ ada, database }) => {
    await owe(ada);
    await ada.say("cancel");
    await ada.settle();
    await payBy(ada, "pm_card_visa");
    await ada.pass(7 * 86_400);
    await ada.sync();
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["void", 175_00, 0],
    ]);
    expect(await told(database)).toEqual([
      "PaymentFailed",
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
    expect(await wishes(database)).toEqual(["end applied"]);
  });

  test("gives back what was charged after it was asked for", async ({ ada, database }) => {
    await owe(ada);
    await ada.say("cancel");
    await payBy(ada, "pm_card_visa");
    await ada.pass(7 * 86_400);
    expect(await there(ada)).toBe("active");
    await ada.settle();
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["refunded", 175_00, 175_00],
    ]);
    expect(await there(ada)).toBe("canceled");
  });
});

/** Goes to the moment at which the renewal has been written, and is not taken yet. */
async function renew(ada: Ada): Promise<void> {
  const [item] = (await ada.there()).items.data;
  await ada.passTo(new Date(((item?.current_period_end ?? 0) + 600) * 1_000).toISOString());
  await ada.sync();
}

describe("the end of what is being renewed", () => {
  test("comes at once, and the renewal is not taken", async ({ ada, database }) => {
    await renew(ada);
    expect(await rowsIn(database, "select renewal_pence from subscriptions")).toEqual([
      { renewal_pence: 175_00 },
    ]);
    await ada.say("cancel");
    await ada.settle();
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual([["completed", 175_00, 0]]);
    expect(await told(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
    expect(await rowsIn(database, "select renewal_pence from subscriptions")).toEqual([
      { renewal_pence: null },
    ]);
  });

  test("comes at once also where nobody here had read of the renewal", async ({
    ada,
    database,
  }) => {
    await renew(ada);
    await database.query("update subscriptions set renewal_pence = null");
    await ada.say("cancel");
    await ada.settle();
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await books(database)).toEqual([["completed", 175_00, 0]]);
  });

  test("gives the renewal back that was taken before the provider was told", async ({
    ada,
    database,
  }) => {
    await renew(ada);
    await ada.say("cancel");
    await ada.pass(2 * 3_600);
    await ada.settle();
    expect(await there(ada)).toBe("canceled");
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["refunded", 175_00, 175_00],
    ]);
  });

  test("asked for once the renewal is paid comes with the next period's end", async ({
    ada,
    database,
  }) => {
    await renew(ada);
    await ada.pass(3_600);
    await ada.sync();
    await ada.say("cancel");
    await ada.settle();
    expect(await ada.there()).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect(await books(database)).toEqual([
      ["completed", 175_00, 0],
      ["completed", 175_00, 0],
    ]);
  });
});

describe("an end that comes at once, asked for after a payment for the running period", () => {
  // So that the provider's clock is behind ours, and the payment was before the end was asked for.
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
  ] as const)(
    "gives back what nobody here knew of: read %s",
    async ([, card, read], { ada, database }) => {
      await payBy(ada, card);
      await read(ada);
      await ada.pass(4 * 86_400);
      expect(await there(ada)).toBe("active");
      await ada.say("cancel");
      await ada.settle();
      expect(await there(ada)).toBe("canceled");
      expect(await books(database)).toEqual(PAID_AND_BACK);
      await database.query("update subscription_requests set state = 'pending'");
      await ada.settle();
      expect(await books(database)).toEqual(PAID_AND_BACK);
    },
  );

  test("gives back what came with the period that is not paid for", async ({ ada, database }) => {
    await renew(ada);
    const [item] = (await ada.there()).items.data;
    await provider.stripe.subscriptions.update(ada.subscriptionId, {
      items: [{ id: item?.id ?? "", price: priceOf(PLANS[2].priceId) }],
      proration_behavior: "always_invoice",
    });
    await ada.sync();
    expect((await books(database)).map(([status]) => status)).toEqual(["completed", "completed"]);
    await ada.say("cancel");
    await ada.settle();
    await ada.pass(MONTH_S);
    await ada.sync();
    const [first, second, ...others] = await books(database);
    expect(first).toEqual(["completed", 175_00, 0]);
    expect(second).toEqual(["refunded", second?.[1], second?.[1]]);
    expect(others).toEqual([]);
  });
});

describe("an end that was set on the provider's own page", () => {
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
  ] as const)("while %s comes at once, as on our own", async ([, begin], { ada, database }) => {
    await begin(ada);
    await cancelThere(ada);
    const event = await cancelled(database);
    expect(event).toMatchObject({ actor: "system", isImmediate: true });
    expect(event?.["end"]).toBe(event?.["at"]);
    expect(await ada.isEnding()).toBe(true);
    await ada.sync();
    expect(await wishes(database)).toEqual(["end pending"]);
    await ada.settle();
    await payBy(ada, "pm_card_visa");
    await ada.pass(MONTH_S);
    await ada.sync();
    expect(await there(ada)).toBe("canceled");
    expect((await books(database)).filter(([status]) => status !== "void")).toEqual([
      ["completed", 175_00, 0],
    ]);
    expect(await wishes(database)).toEqual(["end applied"]);
    expect((await told(database)).filter((type) => type !== "PaymentFailed")).toEqual([
      "SubscriptionCancelled",
      "SubscriptionEnded",
    ]);
  });

  test("comes when it is set where all is paid, or where it is set for later", async ({
    ada,
    database,
  }) => {
    await cancelThere(ada);
    expect(await cancelled(database)).toMatchObject({ isImmediate: false });
    expect(await wishes(database)).toEqual([]);
    await provider.stripe.subscriptions.update(ada.subscriptionId, { cancel_at: "" });
    await ada.sync();
    await database.query("delete from outbox_events");
    await renew(ada);
    const [item] = (await ada.there()).items.data;
    await cancelThere(ada, (item?.current_period_end ?? 0) + MONTH_S);
    expect(await cancelled(database)).toMatchObject({ isImmediate: false });
    expect(await wishes(database)).toEqual([]);
  });
});

describe("whatever goes wrong on the way", () => {
  test("a change that is booked between the reading and the telling does not refuse the end", async ({
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
    expect(await ada.settle()).toBe("applied");
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: true, schedule: null });
    expect(await wishes(database)).toEqual(["end applied"]);
  });

  test("a worker killed between the provider's answer and our commit gives it once", async ({
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
    await expect(ada.settle()).rejects.toThrow("killed");
    expect(await redemption(database)).toEqual({ applied: false, refused: false });
    const [first] = (await ada.there()).discounts;
    await ada.settle();
    expect((await ada.there()).discounts).toEqual([first]);
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await redemption(database)).toEqual({ applied: true, refused: false });
  });

  test("a notification between the answer and the effect tells nobody twice", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    const { subscriptions } = provider.stripe;
    const change = subscriptions.update.bind(subscriptions);
    vi.spyOn(subscriptions, "update").mockImplementationOnce(async (...given) => {
      const answer = await change(...given);
      await ada.sync();
      return answer;
    });
    await ada.settle();
    await ada.sync();
    expect(await told(database)).toEqual(["SubscriptionCancelled"]);
  });

  test("a provider that is down keeps what was said pending, and shown", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await ada.say("cancel");
    const switches = (api: object) =>
      provider.standIn.app.request("/control/switches", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ api }),
      });
    for (const status of [500, 429, 409]) {
      await switches({ fail: { status } });
      await expect(ada.settle()).rejects.not.toBeInstanceOf(StripeRejected);
    }
    await switches({ fail: null });
    expect(await ada.isEnding()).toBe(true);
    expect(await wishes(database)).toEqual(["end pending"]);
    expect(await told(database)).toEqual(["RetentionApplied", "SubscriptionCancelled"]);
    await ada.settle();
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: true });
    expect(await wishes(database)).toEqual(["end applied"]);
  });

  test("a provider without the coupon refuses that alone, once, and can be asked again", async ({
    ada,
    database,
  }) => {
    const { coupons } = provider.stripe;
    await ada.say("cancel");
    await ada.settle();
    await ada.claim();
    await coupons.del(couponId);
    await expect(ada.settle()).rejects.toThrow(
      new StripeRejected("Stripe: resource_missing (400)"),
    );
    await expect(ada.settle({ end: true, discount: true })).rejects.toThrow(StripeRejected);
    expect(await redemption(database)).toEqual({ applied: false, refused: true });
    expect(await wishes(database)).toEqual(["end applied", "stay applied"]);
    expect(await ada.there()).toMatchObject({ cancel_at_period_end: false });
    expect(await told(database)).toEqual([
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
    expect(await ada.settle()).toBe("nothing_pending");
    expect(await ada.settle({ end: true, discount: true })).toBe("applied");
    expect(await couponsOf(ada)).toEqual([couponId]);
    expect(await redemption(database)).toEqual({ applied: true, refused: false });
  });

  test("a subscription that is over there refuses the offer, and our rows show the truth", async ({
    ada,
    database,
  }) => {
    await ada.claim();
    await provider.stripe.subscriptions.cancel(ada.subscriptionId);
    await expect(ada.settle()).rejects.toThrow(
      new StripeRejected("Stripe: the subscription is over"),
    );
    expect(await rowsIn(database, "select status from subscriptions")).toEqual([
      { status: "canceled" },
    ]);
    expect(await redemption(database)).toEqual({ applied: false, refused: true });
    expect(await told(database)).toEqual([
      "RetentionApplied",
      "SubscriptionRequestRejected",
      "SubscriptionEnded",
    ]);
  });

  test("a subscription that is over there has ended as its owner wanted", async ({
    ada,
    database,
  }) => {
    await ada.say("cancel");
    await provider.stripe.subscriptions.cancel(ada.subscriptionId);
    expect(await ada.settle()).toBe("applied");
    expect(await wishes(database)).toEqual(["end applied"]);
    expect(await told(database)).toEqual(["SubscriptionCancelled", "SubscriptionEnded"]);
  });

  test("a subscription that the provider does not know is refused, and the truth is shown", async ({
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
    await expect(ada.settle()).rejects.toThrow(StripeRejected);
    expect(await wishes(database)).toEqual(["end refused"]);
    expect(await ada.isEnding()).toBe(false);
    asked.mockRestore();
    expect(await ada.settle({ end: true, discount: false })).toBe("applied");
    expect(await ada.isEnding()).toBe(true);
  });

  test("what is settled is settled for what was said then", async ({ ada, database }) => {
    await ada.claim();
    await completeRequest(database.db, {
      customerId: ada.customerId,
      subscriptionId: ada.subscriptionId,
      subscriptionRequestId: null,
      acceptedAt: "2020-01-01T00:00:00.000Z",
      isOfferApplied: true,
      at: new Date().toISOString(),
    });
    expect(await redemption(database)).toEqual({ applied: false, refused: false });
  });
});
