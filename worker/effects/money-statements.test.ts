import type { Stripe } from "stripe";
import { afterAll, beforeAll, expect } from "vitest";
import type { PLANS } from "#contracts/catalogue.ts";
import { DomainEvent } from "#contracts/events/catalogue.ts";
import { formatGbp } from "#contracts/money.ts";
import { listCustomerContacts } from "#db/billing/find-customers.ts";
import { listCreditNotes } from "#db/billing/find-orders.ts";
import { toDomainShape } from "#db/events/stored-event.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { idOf } from "#db/stripe/id-of.ts";
import {
  createSubscriptionFor,
  type CurrentPlan,
  startWithPlans,
  setCard,
} from "../../tests/stack/stripe/start-for-test.ts";
import { PLAN } from "../../tests/support/catalogue.ts";
import { insertCustomer } from "../../tests/support/customer-rows.ts";
import { test } from "../../tests/support/database.ts";
import { recordingMailer, stripeActionsWith } from "../../tests/support/pipeline.ts";
import { effectDeps } from "../../tests/support/unreachable.ts";
import type { Effect } from "../pipeline/effect.ts";
import { createEffects } from "./catalogue.ts";

const DAY_S = 24 * 3_600;
const START = Date.parse("2026-01-15T09:00:00Z") / 1_000;
const RENEWAL = Date.parse("2026-02-15T09:00:00Z") / 1_000;

let running: Awaited<ReturnType<typeof startWithPlans>>;
let stripe: Stripe;
let starter: Stripe.Price;
let plus: Stripe.Price;
let care: Stripe.Price;

beforeAll(async () => {
  running = await startWithPlans(START);
  ({ stripe } = running);
  const { starter: cheap, plus: dear } = PLAN;
  const create = ({ name, pricePence: pence, priceId: lookupKey }: (typeof PLANS)[number]) =>
    createSubscriptionFor(running, { name, pence, lookupKey });
  [starter, plus] = [await create(cheap), await create(dear)];
  care = await createSubscriptionFor(running, { name: "Website care", pence: 60_00 });
});
afterAll(() => running.stop());

type Act = (plan: CurrentPlan) => Promise<unknown>;

const newestOf = async ({ subscription }: CurrentPlan) =>
  (await running.invoicesOf(subscription.id)).at(-1)?.id ?? "";
const renew: Act = (plan) => running.advance(plan, RENEWAL + DAY_S);
const fail: Act = async (plan) => {
  await payBy(plan, "pm_card_chargeCustomerFail");
  await renew(plan);
};
const payBy = ({ customer }: CurrentPlan, card: string) => setCard(stripe, customer.id, card);
const payOutside =
  (isCounted: boolean): Act =>
  async (plan) => {
    running.world.settings = { ...running.world.settings, outsidePaymentsCount: isCounted };
    await stripe.invoices.pay(await newestOf(plan), { paid_out_of_band: true });
  };
const changePlan =
  (behaviour: "always_invoice" | "none"): Act =>
  async ({ subscription }) => {
    const [item] = subscription.items.data;
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item?.id ?? "", price: plus.id }],
      proration_behavior: behaviour,
    });
  };
const refund =
  (amount?: number): Act =>
  async (plan) => {
    const { data } = await stripe.invoicePayments.list({ invoice: await newestOf(plan) });
    const intent = idOf(data[0]?.payment.payment_intent) ?? "";
    await stripe.refunds.create({
      payment_intent: intent,
      ...(amount !== undefined && { amount }),
    });
  };
const nothing: Act = () => Promise.resolve();
const setItems =
  (item: object, ...added: { price: string; quantity: number }[]): Act =>
  async ({ subscription }) => {
    const [first] = subscription.items.data;
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: first?.id ?? "", ...item }, ...added],
      proration_behavior: "none",
    });
  };

// What happens before the sync that the customer knows of, what happens after it, and the mails that follow.
const ACTS: readonly [string, { before?: Act | null; act: Act; mails: string[]; says?: RegExp }][] =
  [
    ["first payment by card", { before: null, act: nothing, mails: ["welcome"] }],
    ["renewal by card", { act: renew, mails: [] }],
    ["renewal that fails", { act: fail, mails: ["payment-failed"] }],
    [
      "overdue, then paid by another card",
      {
        before: fail,
        act: async (plan) => {
          await payBy(plan, "pm_card_visa");
          await stripe.invoices.pay(await newestOf(plan));
        },
        mails: ["payment-recovered"],
      },
    ],
    [
      "overdue, then voided",
      {
        before: fail,
        act: async (plan) => stripe.invoices.voidInvoice(await newestOf(plan)),
        mails: ["payment-waived"],
      },
    ],
    [
      "overdue, then written off",
      {
        before: fail,
        act: async (plan) => stripe.invoices.markUncollectible(await newestOf(plan)),
        mails: ["payment-waived"],
      },
    ],
    [
      "overdue, then paid outside Stripe",
      { before: fail, act: payOutside(true), mails: ["payment-marked-paid"] },
    ],
    [
      "overdue, then paid outside Stripe, which does not count it",
      { before: fail, act: payOutside(false), mails: ["payment-marked-paid"] },
    ],
    [
      "renewal while collection is paused",
      {
        before: async ({ subscription: { id } }) =>
          stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } }),
        act: renew,
        mails: [],
      },
    ],
    ["another plan, charged at once", { act: changePlan("always_invoice"), mails: ["changed"] }],
    ["another plan, charged later", { act: changePlan("none"), mails: ["changed"] }],
    [
      "two of the plan",
      { act: setItems({ quantity: 2 }), mails: ["changed"], says: /^Plan: 2 × Starter Package$/m },
    ],
    [
      "products of the Dashboard beside the plan",
      {
        act: (plan) => setItems({}, { price: care.id, quantity: 2 })(plan),
        mails: ["changed"],
        says: /^Plan: Starter Package\nAdd-ons: 2 × Website care$/m,
      },
    ],
    [
      "a product of the Dashboard instead of the plan",
      {
        act: (plan) => setItems({ price: care.id })(plan),
        mails: ["changed"],
        says: /^Plan: Website care$/m,
      },
    ],
    ["refund in full", { act: refund(), mails: ["refunded"] }],
    ["refund in part", { act: refund(30_00), mails: ["refunded"] }],
  ];

test.for(ACTS)(
  "%s: the mails say of money what Stripe took and gave back",
  async ([, { before = nothing, act, mails, says }], { db }) => {
    const plan = await running.subscriber({ items: [{ price: starter.id }] });
    const customerId = plan.customer.id;
    await insertCustomer(db, { id: customerId, email: "ada@example.com" });
    const stripeActions = stripeActionsWith({ db }, stripe);
    const sync = () =>
      stripeActions.sync({ customerId, correlationId: "req_1", stripeEventId: null });
    const movedPence = async () => {
      const { data } = await stripe.charges.list({ customer: customerId, limit: 100 });
      const paid = data.filter(({ status }) => status === "succeeded");
      return {
        taken: paid.reduce((sum, { amount }) => sum + amount, 0),
        back: paid.reduce((sum, { amount_refunded: pence }) => sum + pence, 0),
      };
    };
    let known = { taken: 0, back: 0 };
    if (before !== null) {
      await before(plan);
      await sync();
      known = await movedPence();
      await db.delete(outboxEvents);
    }
    await act(plan);
    await sync();
    const now = await movedPence();
    const [taken, back] = [now.taken - known.taken, now.back - known.back];

    const { mailer, sent } = recordingMailer();
    const effects = createEffects(
      effectDeps({
        mailer,
        stripeActions,
        listCreditNotes: (orderId) => listCreditNotes(db, orderId),
        findCustomerContact: async (id) => (await listCustomerContacts(db, [id]))[0] ?? null,
      }),
    );
    const kinds: unknown[] = [];
    for (const stored of await db.select().from(outboxEvents).orderBy(outboxEvents.id)) {
      const event = DomainEvent.parse(toDomainShape(stored));
      const own = effects[event.type] as Readonly<Record<string, Effect<typeof event.type>>>;
      const effect = own["send-billing-mail"];
      // Twice, as after a crash: one mail leaves.
      await effect?.run(event, event.id);
      const result = await effect?.run(event, event.id);
      if (result !== undefined) kinds.push(result.facts["mail"]);
    }
    expect(kinds).toEqual(mails);
    const texts = [...sent.values()].map(({ text }) => text).join("\n");
    if (says !== undefined) expect(texts).toMatch(says);
    const sumsOf = (label: string) =>
      [...texts.matchAll(new RegExp(`^${label}: (.*)$`, "gm"))].map(([, sum]) => sum);
    const isTold = mails.length > 0 && taken > 0;
    expect(sumsOf("Paid")).toEqual(isTold ? [formatGbp(taken)] : []);
    expect(/received (your|the) payment/.test(texts)).toBe(isTold && !mails.includes("changed"));
    if (/othing was taken/.test(texts)) expect(taken).toBe(0);
    expect(sumsOf("Refunded")).toEqual(back === 0 ? [] : [formatGbp(back)]);
    const { data: notes } = await stripe.creditNotes.list({ customer: customerId });
    expect(sumsOf("Credit note")).toEqual(notes.map(({ number }) => number));
    expect(notes.map(({ total }) => total)).toEqual(back === 0 ? [] : [back]);
    // Customers quote the number of the invoice that a mail speaks of.
    const { data: invoices } = await stripe.invoices.list({ customer: customerId });
    for (const number of sumsOf("Invoice")) {
      expect(invoices.map((invoice) => invoice.number)).toContain(number);
    }
    expect(sumsOf("Invoice")).toHaveLength(
      taken === 0 && mails.includes("changed") ? 0 : mails.length,
    );
  },
);
