import { z } from "zod";
import { FOR_SALE } from "../catalogue.ts";
import { type Id, isId } from "../ids.ts";
import {
  type OrderStatus,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from "./subscription-status.ts";

export type StripeReader = {
  customers: { retrieve(id: string, params: { expand: string[] }): Promise<unknown> };
  subscriptions: {
    list(params: {
      customer: string;
      status: "all";
      limit: number;
      expand: string[];
    }): AsyncIterable<unknown>;
  };
  invoices: {
    list(params: { customer: string; limit: number; expand: string[] }): AsyncIterable<unknown>;
  };
  charges: { list(params: { customer: string; limit: number }): AsyncIterable<unknown> };
};

/** Everything that we save of a Stripe customer. Timestamps are ISO 8601. */
export type StripeCustomerState = {
  readonly customer: {
    /** Lower case. */
    readonly email: string | null;
    readonly isDeleted: boolean;
    /** What Stripe charges where a subscription has no card of its own. */
    readonly defaultCard: CardSnapshot | null;
  };
  readonly subscriptions: readonly SubscriptionWithRenewal[];
  readonly orders: readonly OrderState[];
};

export type SubscriptionState = {
  readonly id: string;
  readonly status: SubscriptionStatus;
  readonly items: readonly ItemState[];
  readonly currentPeriodEnd: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly cancelAt: string | null;
  readonly canceledAt: string | null;
  readonly endedAt: string | null;
  readonly endReason: EndReason;
  /** What is charged: the subscription's own, else the customer's default. */
  readonly paymentMethod: PaymentMethodState | null;
  /** The subscription's own, which Stripe charges before the customer's default. */
  readonly ownCard: CardSnapshot | null;
  /** The payment method that a schedule gives the subscription with its next phase. */
  readonly scheduleCard: { readonly scheduleId: string; readonly cardId: string } | null;
  readonly discounts: readonly DiscountState[];
  readonly scheduled: ScheduledChange | null;
  readonly awaiting: PendingUpdate | null;
  readonly createdAt: string;
  readonly checkoutId: Id<"checkout"> | null;
};

export type SubscriptionWithRenewal = SubscriptionState & {
  /** What Stripe has yet to collect for the running period; null for nothing. */
  readonly renewalPence: number | null;
};

export type DiscountState = {
  readonly id: string;
  readonly couponId: string | null;
  /** Null for a discount of a fixed sum. */
  readonly percentOff: number | null;
  /** Null for a discount without an end. */
  readonly endsAt: string | null;
};

export type ScheduledChange = {
  readonly scheduleId: string;
  /** Price ids of the catalogue; others are left out. */
  readonly priceIds: readonly string[];
  readonly at: string;
};

export type PendingUpdate = {
  readonly priceIds: readonly string[];
  readonly expiresAt: string;
};

export const END_REASONS = ["requested", "payment_failed", "disputed", "other"] as const;
export type EndReason = (typeof END_REASONS)[number];

export type ItemState = {
  readonly id: string;
  readonly priceId: string | null;
  readonly stripePriceId: string;
  readonly amountPence: number;
  readonly quantity: number;
};

export type CardSnapshot = { readonly id: string; readonly createdS: number };

export type PaymentMethodState = {
  /** Card brand, or the payment method's type if it is no card. */
  readonly brand: string;
  readonly last4: string | null;
  readonly expMonth: number | null;
  readonly expYear: number | null;
};

export type OrderState = {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly status: OrderStatus;
  readonly amountPence: number;
  readonly refundedPence: number;
  readonly currency: string;
  readonly orderedAt: string;
};

/** Stripe's limit per page. */
const PAGE_MAX = 100;

/**
 * Reads a customer with subscriptions, invoices and refunds from Stripe.
 *
 * @throws {z.ZodError} when a response does not have the shape of the API version in use
 */
export async function readCustomerState(
  reader: StripeReader,
  customerId: string,
): Promise<StripeCustomerState> {
  const [customer, subscriptions, invoices, charges] = await Promise.all([
    reader.customers.retrieve(customerId, { expand: ["invoice_settings.default_payment_method"] }),
    all(
      reader.subscriptions.list({
        customer: customerId,
        status: "all",
        limit: PAGE_MAX,
        expand: SUBSCRIPTION_EXPAND.map((path) => `data.${path}`),
      }),
    ),
    all(reader.invoices.list({ customer: customerId, limit: PAGE_MAX, expand: ["data.payments"] })),
    all(reader.charges.list({ customer: customerId, limit: PAGE_MAX })),
  ]);
  const known = StripeCustomer.parse(customer);
  const refunded = refundedByIntent(charges);
  const sent = invoices.map((given) => StripeInvoice.parse(given));
  return {
    customer: {
      email: known.email?.toLowerCase() ?? null,
      isDeleted: known.deleted === true,
      defaultCard: toCard(known.invoice_settings?.default_payment_method ?? null),
    },
    subscriptions: subscriptions.map((given) => {
      const subscription = StripeSubscription.parse(given);
      return {
        ...toSubscription(subscription, known.invoice_settings?.default_payment_method ?? null),
        renewalPence: renewalOf(subscription, sent),
      };
    }),
    orders: sent.flatMap((invoice) => toOrder(invoice, refunded)),
  };
}

/** Expansions that `readSubscription` needs. */
export const SUBSCRIPTION_EXPAND = [
  "default_payment_method",
  "discounts.source.coupon",
  "schedule",
] as const;

/**
 * Reads one subscription that the provider was asked for by itself, with {@link SUBSCRIPTION_EXPAND}. The card is its own,
 * not the customer's.
 *
 * @throws {z.ZodError} as {@link readCustomerState}
 */
export function parseSubscription(given: unknown): SubscriptionState {
  return toSubscription(StripeSubscription.parse(given), null);
}

async function all(list: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of list) found.push(item);
  return found;
}

const PaymentMethod = z.object({
  id: z.string(),
  created: z.int(),
  type: z.string(),
  card: z.nullish(
    z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  ),
});

const StripeCustomer = z.object({
  deleted: z.optional(z.boolean()),
  email: z.nullish(z.string()),
  invoice_settings: z.optional(z.object({ default_payment_method: z.nullable(PaymentMethod) })),
});

const toIsoTimestamp = (seconds: number) => new Date(seconds * 1_000).toISOString();

const UnixSeconds = z.int().transform(toIsoTimestamp);

const StripePrice = z.object({
  id: z.string(),
  lookup_key: z.nullable(z.string()),
  metadata: z.record(z.string(), z.string()),
  unit_amount: z.nullable(z.int()),
});

const StripeSubscription = z.object({
  id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  created: UnixSeconds,
  cancel_at_period_end: z.boolean(),
  cancel_at: z.nullable(UnixSeconds),
  canceled_at: z.nullable(UnixSeconds),
  ended_at: z.nullable(UnixSeconds),
  cancellation_details: z.nullable(z.object({ reason: z.nullable(z.string()) })),
  default_payment_method: z.nullable(PaymentMethod),
  metadata: z.record(z.string(), z.string()),
  discounts: z.array(
    z.object({
      id: z.string(),
      end: z.nullable(UnixSeconds),
      source: z.object({
        coupon: z.nullable(z.object({ id: z.string(), percent_off: z.nullish(z.number()) })),
      }),
    }),
  ),
  schedule: z.nullable(
    z.object({
      id: z.string(),
      current_phase: z.nullable(z.object({ end_date: z.int() })),
      phases: z.array(z.object({ start_date: z.int() })),
      default_settings: z.object({ default_payment_method: z.nullable(z.string()) }),
      metadata: z.nullable(z.record(z.string(), z.string())),
    }),
  ),
  pending_update: z.nullable(
    z.object({
      expires_at: UnixSeconds,
      subscription_items: z.nullish(z.array(z.object({ price: StripePrice }))),
    }),
  ),
  items: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        price: StripePrice,
        quantity: z.optional(z.int()),
        current_period_start: z.int(),
        current_period_end: UnixSeconds,
      }),
    ),
  }),
});

const StripeInvoice = z.object({
  id: z.string(),
  status: z.nullable(z.enum(["draft", "open", "paid", "uncollectible", "void"])),
  auto_advance: z.nullish(z.boolean()),
  billing_reason: z.nullable(z.string()),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency: z.string(),
  created: z.int(),
  status_transitions: z.object({ paid_at: z.nullable(UnixSeconds) }),
  parent: z.nullable(
    z.object({ subscription_details: z.nullish(z.object({ subscription: z.string() })) }),
  ),
  payments: z.object({
    data: z.array(z.object({ payment: z.object({ payment_intent: z.nullish(z.string()) }) })),
  }),
});

const StripeCharge = z.object({
  payment_intent: z.nullable(z.string()),
  amount_refunded: z.int(),
});

/** Stripe's reasons in our words; unknown ones become `other`. */
const REASONS: Readonly<Record<string, EndReason>> = {
  cancellation_requested: "requested",
  payment_failed: "payment_failed",
  payment_disputed: "disputed",
};

function toSubscription(
  given: z.infer<typeof StripeSubscription>,
  customersOwn: z.infer<typeof PaymentMethod> | null,
): SubscriptionState {
  const paymentMethod = given.default_payment_method ?? customersOwn;
  const ends = given.items.data.map((item) => item.current_period_end).toSorted();
  const checkoutId = given.metadata[CHECKOUT_METADATA_KEY] ?? "";
  const scheduleCardId = given.schedule?.default_settings.default_payment_method ?? null;
  return {
    id: given.id,
    status: given.status,
    items: given.items.data.map(({ id, price, quantity }) => ({
      id,
      priceId: cataloguePriceId(price),
      stripePriceId: price.id,
      amountPence: price.unit_amount ?? 0,
      quantity: quantity ?? 1,
    })),
    currentPeriodEnd: ends[0] ?? null,
    cancelAtPeriodEnd: given.cancel_at_period_end || given.cancel_at !== null,
    cancelAt: given.cancel_at,
    canceledAt: given.canceled_at,
    endedAt: given.ended_at,
    endReason: REASONS[given.cancellation_details?.reason ?? ""] ?? "other",
    paymentMethod:
      paymentMethod === null
        ? null
        : {
            brand: paymentMethod.card?.brand ?? paymentMethod.type,
            last4: paymentMethod.card?.last4 ?? null,
            expMonth: paymentMethod.card?.exp_month ?? null,
            expYear: paymentMethod.card?.exp_year ?? null,
          },
    ownCard: toCard(given.default_payment_method),
    scheduleCard:
      given.schedule === null || scheduleCardId === null
        ? null
        : { scheduleId: given.schedule.id, cardId: scheduleCardId },
    discounts: given.discounts.map(({ id, end, source }) => ({
      id,
      couponId: source.coupon?.id ?? null,
      percentOff: source.coupon?.percent_off ?? null,
      endsAt: end,
    })),
    scheduled: toScheduled(given.schedule),
    awaiting:
      given.pending_update === null
        ? null
        : {
            expiresAt: given.pending_update.expires_at,
            priceIds: (given.pending_update.subscription_items ?? [])
              .flatMap(({ price }) => cataloguePriceId(price) ?? [])
              .toSorted(),
          },
    createdAt: given.created,
    checkoutId: isId("checkout", checkoutId) ? checkoutId : null,
  };
}

function toCard(given: z.infer<typeof PaymentMethod> | null): CardSnapshot | null {
  return given === null ? null : { id: given.id, createdS: given.created };
}

/** Metadata key of our checkout id on the Stripe session and its subscription. */
export const CHECKOUT_METADATA_KEY = "checkout";

/**
 * Metadata key of the catalogue price ids on our schedules: phases name Stripe's price ids only.
 */
export const SCHEDULED_PRICES_KEY = "price_ids";

/** Stripe keeps a schedule until its last phase ends; by then it holds no future change. */
function toScheduled(
  schedule: z.infer<typeof StripeSubscription>["schedule"],
): ScheduledChange | null {
  const end = schedule?.current_phase?.end_date;
  if (schedule === null || end === undefined) return null;
  const next = schedule.phases.find(({ start_date: start }) => start >= end);
  if (next === undefined) return null;
  const names = schedule.metadata?.[SCHEDULED_PRICES_KEY]?.split(" ") ?? [];
  return {
    scheduleId: schedule.id,
    priceIds: names.filter((name) => FOR_SALE.some(({ priceId }) => priceId === name)),
    at: toIsoTimestamp(next.start_date),
  };
}

/** The fields of an invoice that say whether a period is still to be collected. */
type RenewalInvoice = {
  readonly status: string | null;
  readonly auto_advance?: boolean | null | undefined;
  readonly billing_reason: string | null;
  readonly amount_due: number;
  readonly created: number;
};

/**
 * Whether an invoice is for the running period and not collected yet. Stripe keeps a renewal as a
 * draft for about an hour.
 *
 * @param periodStart seconds since the epoch
 */
export function isRenewalDue(invoice: RenewalInvoice, periodStart: number): boolean {
  const { status, auto_advance: goesOn, billing_reason: reason, amount_due: due } = invoice;
  const isWaiting = (status === "draft" || status === "open") && goesOn === true && due > 0;
  return isWaiting && reason === "subscription_cycle" && invoice.created >= periodStart;
}

function renewalOf(
  { id, items }: z.infer<typeof StripeSubscription>,
  invoices: readonly z.infer<typeof StripeInvoice>[],
): number | null {
  const start = Math.max(...items.data.map((item) => item.current_period_start));
  const due = invoices.find(
    (invoice) =>
      invoice.parent?.subscription_details?.subscription === id && isRenewalDue(invoice, start),
  );
  return due?.amount_due ?? null;
}

/** A replaced price has lost its lookup key to the new one and keeps its metadata. */
function cataloguePriceId(price: z.infer<typeof StripePrice>): string | null {
  const name = price.metadata["price_id"] ?? price.lookup_key;
  return FOR_SALE.some((item) => item.priceId === name) ? name : null;
}

const ORDER_STATUS = {
  open: "pending",
  paid: "completed",
  uncollectible: "uncollectible",
  void: "void",
} as const satisfies Record<string, OrderStatus>;

/** PaymentIntent id → refunded pence. */
function refundedByIntent(charges: readonly unknown[]): Map<string, number> {
  const refunded = new Map<string, number>();
  for (const charge of charges) {
    const { payment_intent: intent, amount_refunded: pence } = StripeCharge.parse(charge);
    if (intent !== null) refunded.set(intent, (refunded.get(intent) ?? 0) + pence);
  }
  return refunded;
}

/** Drafts are left out: Stripe may still change or delete them. */
function toOrder(
  given: z.infer<typeof StripeInvoice>,
  refunded: ReadonlyMap<string, number>,
): OrderState[] {
  if (given.status === null || given.status === "draft") return [];
  const refundedPence = given.payments.data.reduce(
    (sum, { payment }) => sum + (refunded.get(payment.payment_intent ?? "") ?? 0),
    0,
  );
  return [
    {
      id: given.id,
      subscriptionId: given.parent?.subscription_details?.subscription ?? null,
      status: orderStatus(given, refundedPence),
      amountPence: given.status === "paid" ? given.amount_paid : given.amount_due,
      refundedPence,
      currency: given.currency,
      orderedAt: given.status_transitions.paid_at ?? toIsoTimestamp(given.created),
    },
  ];
}

function orderStatus(
  { status, amount_paid: paid }: z.infer<typeof StripeInvoice>,
  refundedPence: number,
): OrderStatus {
  if (status === null || status === "draft") throw new Error("Bug: a draft is not an order yet");
  if (status !== "paid" || refundedPence === 0) return ORDER_STATUS[status];
  return refundedPence < paid ? "partially_refunded" : "refunded";
}

/**
 * Splits items into plan and add-ons by catalogue price id; the plan is null outside the
 * catalogue.
 */
export function planAndAddons(items: readonly Pick<ItemState, "priceId">[]): {
  plan: string | null;
  addons: string[];
} {
  const names = items.flatMap(({ priceId }) => (priceId === null ? [] : [priceId]));
  const isPlan = (name: string) =>
    FOR_SALE.some((item) => item.priceId === name && item.category === "main");
  return {
    plan: names.find(isPlan) ?? null,
    addons: names.filter((name) => !isPlan(name)).toSorted(),
  };
}
