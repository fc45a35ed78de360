import type { Stripe } from "stripe";
import type { SubscriptionStatus } from "#contracts/billing/subscription-status.ts";
import { productIdOf } from "#contracts/catalogue.ts";
import { CHECKOUT_METADATA_KEY } from "#db/stripe/metadata-keys.ts";
import { PLAN } from "./catalogue.ts";

const DAY_S = 86_400;
const BEGAN_S = Date.parse("2026-11-20T12:00:00Z") / 1_000;

type Subscription = {
  id: string;
  customer: string;
  status: SubscriptionStatus;
  priceIds: readonly string[];
  isEnding: boolean;
  createdS: number;
  checkoutId?: string;
  discounts?: readonly { couponId?: string; percentOff: number | null; endS: number | null }[];
};
type Invoice = {
  id: string;
  customer: string;
  subscription: string;
  status: string;
  amount: number;
  refunded?: number;
};

/** An in-memory Stripe with the calls that a sync uses. */
export function stripeReader() {
  const emails = new Map<string, string | null>();
  const subscriptions = new Map<string, Subscription>();
  const invoices = new Map<string, Invoice>();
  let before: (() => Promise<void>) | null = null;
  let reads = 0;

  const stripe = {
    customers: {
      async retrieve(id: string) {
        reads += 1;
        const wait = before;
        before = null;
        const answer = {
          id,
          email: emails.get(id) ?? null,
          invoice_settings: { default_payment_method: null },
        };
        await wait?.();
        return answer;
      },
    },
    subscriptions: {
      list: ({ customer }: { customer: string }) =>
        asList(
          [...subscriptions.values()].filter((own) => own.customer === customer),
          toWire,
        ),
    },
    coupons: { retrieve: (id: string) => Promise.resolve({ id }) },
    invoices: {
      createPreview: ({ subscription: id }: { subscription: string }) => {
        const { priceIds = [], discounts = [] } = subscriptions.get(id) ?? {};
        const each = discounts.reduce(
          (left, { percentOff }) => left - Math.round((left * (percentOff ?? 0)) / 100),
          97_00,
        );
        const pence = each * priceIds.length;
        return Promise.resolve({ amount_due: pence, total: pence, starting_balance: 0 });
      },
      list: ({ customer }: { customer: string }) =>
        asList(
          [...invoices.values()].filter((own) => own.customer === customer),
          toInvoice,
        ),
    },
    charges: {
      list: ({ customer }: { customer: string }) =>
        asList(
          [...invoices.values()].filter((own) => own.customer === customer),
          ({ id, status, refunded }) => ({
            id: `ch_${id}`,
            payment_intent: `pi_${id}`,
            payment_method: null,
            status: status === "paid" ? "succeeded" : "failed",
            refunds: {
              data: refunded === undefined ? [] : [{ amount: refunded, status: "succeeded" }],
            },
            disputed: false,
            payment_method_details: { card: { fingerprint: `fp_${customer}` } },
          }),
        ),
    },
  };
  return {
    stripe: stripe as unknown as Stripe,
    reads: () => reads,
    setEmail: (customer: string, email: string | null) => void emails.set(customer, email),
    put(change: Partial<Subscription> & Pick<Subscription, "id" | "customer">) {
      subscriptions.set(change.id, {
        status: "active",
        priceIds: [PLAN.starter.priceId],
        isEnding: false,
        createdS: BEGAN_S,
        ...subscriptions.get(change.id),
        ...change,
      });
    },
    putInvoice: (invoice: Invoice) => void invoices.set(invoice.id, invoice),
    duringNextRead(act: () => Promise<void>) {
      before = act;
    },
  };
}

async function* asList<T>(items: T[], toObject: (item: T) => object): AsyncIterable<unknown> {
  const objects = items.map(toObject);
  for (const object of objects) yield await Promise.resolve(object);
}

function toWire(given: Subscription): object {
  const isOver = given.status === "canceled";
  return {
    id: given.id,
    status: given.status,
    collection_method: "charge_automatically",
    currency: "gbp",
    pause_collection: null,
    created: given.createdS,
    billing_cycle_anchor: given.createdS,
    cancel_at_period_end: given.isEnding,
    cancel_at: null,
    canceled_at: isOver ? BEGAN_S + DAY_S : null,
    ended_at: isOver ? BEGAN_S + DAY_S : null,
    cancellation_details: { reason: isOver ? "cancellation_requested" : null },
    default_payment_method: {
      id: `pm_${given.id}`,
      created: BEGAN_S,
      type: "card",
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
    },
    discounts: (given.discounts ?? []).map(({ couponId, percentOff, endS }, index) => ({
      id: `di_${given.id}_${index}`,
      end: endS,
      source: {
        coupon: {
          id: couponId ?? `coupon_${index}`,
          percent_off: percentOff,
          duration: "repeating",
        },
      },
    })),
    schedule: null,
    pending_update: null,
    metadata: given.checkoutId === undefined ? {} : { [CHECKOUT_METADATA_KEY]: given.checkoutId },
    items: {
      data: given.priceIds.map((priceId, index) => ({
        id: `si_${given.id}_${index}`,
        quantity: 1,
        discounts: [],
        current_period_start: BEGAN_S,
        current_period_end: BEGAN_S + 30 * DAY_S,
        price: {
          id: `price_${priceId}`,
          product: productIdOf(priceId),
          lookup_key: null,
          metadata: { price_id: priceId },
          unit_amount: 97_00,
          recurring: { interval: "month", interval_count: 1 },
        },
      })),
    },
  };
}

function toInvoice(given: Invoice): object {
  return {
    id: given.id,
    number: `TIDE-${given.id}`,
    lines: { data: [{ description: "1 × Plus (at £175.00 / month)" }] },
    hosted_invoice_url: `https://invoice.stripe.example/${given.id}`,
    status: given.status,
    auto_advance: given.status === "draft" || given.status === "open",
    billing_reason: "subscription_cycle",
    amount_due: given.amount,
    amount_paid: given.status === "paid" ? given.amount : 0,
    currency: "gbp",
    created: BEGAN_S,
    status_transitions: { paid_at: given.status === "paid" ? BEGAN_S + 5 : null },
    parent: { subscription_details: { subscription: given.subscription } },
    payments: {
      data: [
        {
          status: given.status === "paid" ? "paid" : "open",
          amount_paid: given.status === "paid" ? given.amount : null,
          payment: { payment_intent: `pi_${given.id}` },
        },
      ],
    },
  };
}
