import { sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import { expect } from "vitest";
import { COMEBACK_OFFER, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { offerPayments } from "#contracts/billing/retention-offer.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { createSubscriptionRequest } from "#db/billing/change-subscription-requests.ts";
import { findSubscriptionById } from "#db/billing/find-subscriptions.ts";
import { factsOf } from "#db/billing/subscription-facts.ts";
import type { Db } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { CATALOGUE_METADATA } from "#db/stripe/metadata-keys.ts";
import { pushCatalogue } from "../../worker/bin/billing-sync.ts";
import { setCard } from "../stack/stripe/start-for-test.ts";
import { ADDON, PLAN } from "./catalogue.ts";
import { newId } from "./pipeline.ts";

export type Subscriber = {
  readonly customerId: string;
  readonly userId: string;
  readonly story: Story;
  /** The month of the story's year, from 1. */
  readonly month: number;
  subscriptionId: string;
};

type Basket = Pick<Stripe.SubscriptionCreateParams, "items" | "discounts">;
type Act = (subscriber: Subscriber) => Promise<unknown>;

type Story = {
  readonly name: string;
  readonly basket?: Basket;
  readonly beforeRenewal?: Act;
  readonly afterFirstReminder?: Act;
  /** After Stripe's last attempt. */
  readonly afterDunning?: Act;
};

type YearOptions = {
  db: Db;
  stripe: Stripe;
  now: () => Date;
  control: (path: string, body?: object) => Promise<void>;
};

const { starter: STARTER, plus: PLUS } = PLAN;
const { channel } = ADDON;
const ONLY_PAYS: Story = { name: "only pays" };
const OLD_PENCE = 150_00;

/** An account at Stripe that sells the catalogue. */
export async function openShop(stripe: Stripe) {
  await pushCatalogue({
    stripe,
    webhookUrl: "https://edge.example/webhooks/stripe",
    confirm: () => Promise.resolve(true),
    say: () => undefined,
  });
  const { data: prices } = await stripe.prices.list({ limit: 100 });
  const priceOf = ({ priceId }: { priceId: string }): Stripe.Price => {
    const found = prices.find(({ lookup_key: key }) => key === priceId);
    if (found === undefined) throw new Error(`Bug: no price ${priceId}`);
    return found;
  };
  return { priceOf };
}

export async function prepareYear({ db, stripe, now, control }: YearOptions) {
  const context = { makeId: newId, now, correlationId: "req_1" };
  const { priceOf } = await openShop(stripe);
  const starter = { price: priceOf(STARTER).id };
  const plus = { price: priceOf(PLUS).id };
  const addon = { price: priceOf(channel).id };
  const { id: oldPrice } = await stripe.prices.create({
    product: idOf(priceOf(PLUS).product),
    currency: "gbp",
    unit_amount: OLD_PENCE,
    recurring: { interval: "month" },
    metadata: { ...CATALOGUE_METADATA, price_id: PLUS.priceId },
  });
  const makeCode = async (params: Stripe.CouponCreateParams) => {
    const { id: coupon } = await stripe.coupons.create(params);
    const { id } = await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon } });
    return { promotion_code: id };
  };
  const twentyPounds = await makeCode({ amount_off: 20_00, currency: "gbp", duration: "once" });
  const tenPercent = await makeCode({
    percent_off: 10,
    duration: "repeating",
    duration_in_months: 6,
  });
  const { data: comebacks } = await stripe.promotionCodes.list({ code: COMEBACK_OFFER.code });
  const comeback = { promotion_code: comebacks[0]?.id ?? "" };

  const useCard = async ({ customerId }: Subscriber, card: string) =>
    void (await setCard(stripe, customerId, card));
  const pays: Act = (subscriber) => useCard(subscriber, "pm_card_visa");
  const declines: Act = (subscriber) => useCard(subscriber, "pm_card_chargeCustomerFail");

  const subscribe = async (subscriber: Subscriber, basket: Basket) => {
    const { customerId: customer } = subscriber;
    const { id } = await stripe.subscriptions.create({ ...basket, customer });
    subscriber.subscriptionId = id;
  };

  const lastPaid = async ({ subscriptionId }: Subscriber) => {
    const { data } = await stripe.invoices.list({
      subscription: subscriptionId,
      status: "paid",
      limit: 1,
      expand: ["data.payments"],
    });
    const intent = data[0]?.payments?.data[0]?.payment.payment_intent;
    if (typeof intent !== "string") throw new Error(`Bug: ${subscriptionId} was never paid`);
    const { data: charges } = await stripe.charges.list({ payment_intent: intent, limit: 1 });
    return { payment_intent: intent, charge: charges[0]?.id ?? "" };
  };

  const getRow = async (subscriptionId: string) => {
    const row = await findSubscriptionById(db, subscriptionId);
    if (row === null) throw new Error(`Bug: no subscription ${subscriptionId}`);
    return row;
  };
  const cancel: Act = async ({ userId, subscriptionId }) => {
    const row = await getRow(subscriptionId);
    const data = { ...factsOf(row), isImmediate: false, isPaidLonger: false, bookedPriceIds: [] };
    const event = newEvent(context, "SubscriptionCancelled", { kind: "user", userId }, data);
    await createSubscriptionRequest(db, { event, version: row.version, userId, makeId: newId });
  };
  const acceptOffer: Act = async ({ userId, subscriptionId }) => {
    const row = await getRow(subscriptionId);
    const { percentOff, months } = RETENTION_OFFER;
    const terms = {
      percentOff,
      months,
      reduced: offerPayments(row),
      resumes: false,
      lostPriceIds: [],
    };
    const data = { ...factsOf(row), ...terms };
    const event = newEvent(context, "RetentionApplied", { kind: "user", userId }, data);
    await createSubscriptionRequest(db, { event, version: row.version, userId, makeId: newId });
  };

  const upgrade: Act = async ({ subscriptionId }) => {
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: items.data[0]?.id ?? "", ...plus }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
    });
  };
  const scheduleRemoval: Act = async ({ subscriptionId }) => {
    const { id, phases } = await stripe.subscriptionSchedules.create({
      from_subscription: subscriptionId,
    });
    const [current] = phases;
    await stripe.subscriptionSchedules.update(id, {
      phases: [
        {
          items: [plus, addon],
          start_date: current?.start_date ?? 0,
          end_date: current?.end_date ?? 0,
        },
        { items: [plus], duration: { interval: "month" }, proration_behavior: "none" },
      ],
    });
  };

  const confirmAtBank: Act = async ({ subscriptionId }) => {
    const { data } = await stripe.invoices.list({ subscription: subscriptionId, status: "open" });
    const page = new URL(data[0]?.hosted_invoice_url ?? "");
    page.pathname += "/confirm";
    const manual = { method: "POST", redirect: "manual" } as const;
    const asked = await fetch(page, manual);
    const bank = new URL(asked.headers.get("location") ?? "", page);
    const answered = await fetch(bank, { ...manual, body: new URLSearchParams({ answer: "yes" }) });
    expect(answered.status).toBe(303);
  };

  const dispute = async (subscriber: Subscriber, kind: "chargeback" | "inquiry") => {
    const paid = await lastPaid(subscriber);
    await control(`charges/${paid.charge}/dispute`, { kind });
    return paid;
  };

  const approveRefund: Act = async ({ customerId, subscriptionId }) => {
    const event = newEvent(
      context,
      "RefundApproved",
      { kind: "system", name: "guarantee" },
      {
        refundRequestId: newId("refundRequest"),
        customerId,
        subscriptionId,
        amountPence: STARTER.pricePence,
        currency: "gbp",
      },
    );
    const aggregate = { type: "customer", id: customerId } as const;
    await db.execute(sql`with ${insertEventWithPromises("event", event, aggregate, sql``)} select`);
  };

  const stories: Story[] = [
    {
      name: "card declined, and replaced after the first reminder",
      beforeRenewal: declines,
      afterFirstReminder: pays,
    },
    { name: "card declined, and never replaced", beforeRenewal: declines },
    {
      name: "renewal confirmed at the bank",
      beforeRenewal: (subscriber) => useCard(subscriber, "pm_card_authenticationRequired"),
      afterFirstReminder: confirmAtBank,
      afterDunning: pays,
    },
    {
      name: "cancels, and returns with the comeback code",
      beforeRenewal: cancel,
      afterDunning: (subscriber) => subscribe(subscriber, { items: [plus], discounts: [comeback] }),
    },
    { name: "£20 off once", basket: { items: [starter], discounts: [twentyPounds] } },
    { name: "10% off for six months", basket: { items: [starter], discounts: [tenPercent] } },
    { name: "retention offer", beforeRenewal: acceptOffer },
    {
      name: "retention offer at an old price",
      basket: { items: [{ price: oldPrice }] },
      beforeRenewal: acceptOffer,
    },
    {
      name: "old price with an add-on, 10% off",
      basket: { items: [{ price: oldPrice }, addon], discounts: [tenPercent] },
    },
    { name: "upgrade", beforeRenewal: upgrade },
    {
      name: "add-on, removed with a renewal",
      basket: { items: [plus, addon] },
      beforeRenewal: scheduleRemoval,
    },
    {
      name: "chargeback, lost",
      afterDunning: async (subscriber) => {
        const { charge } = await dispute(subscriber, "chargeback");
        const { data } = await stripe.disputes.list({ charge });
        await stripe.disputes.close(data[0]?.id ?? "");
      },
    },
    {
      name: "inquiry, refunded",
      afterDunning: async (subscriber) => {
        const { payment_intent: intent } = await dispute(subscriber, "inquiry");
        await stripe.refunds.create({ payment_intent: intent });
      },
    },
    {
      name: "refunded in part",
      afterDunning: async (subscriber) => {
        const { payment_intent: intent } = await lastPaid(subscriber);
        await stripe.refunds.create({ payment_intent: intent, amount: 10_00 });
      },
    },
    { name: "refunded under the guarantee", afterDunning: approveRefund },
    ONLY_PAYS,
  ];
  return {
    stories,
    async begin(subscriber: Subscriber): Promise<void> {
      await pays(subscriber);
      await subscribe(subscriber, subscriber.story.basket ?? { items: [starter] });
    },
  };
}
