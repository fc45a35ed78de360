import type { Stripe } from "stripe";
import * as z from "zod";
import type {
  CardSnapshot,
  EndReason,
  OrderState,
  ScheduledChange,
  StripeCustomerState,
  SubscriptionState,
} from "#contracts/billing/stripe-state.ts";
import { isScheduleOutdated } from "#contracts/billing/subscription-events.ts";
import { type OrderStatus, SUBSCRIPTION_STATUSES } from "#contracts/billing/subscription-status.ts";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { isId } from "#contracts/ids.ts";

const PAGE_MAX = 100;

/** @throws {z.ZodError} when a response does not have the shape of the API version in use */
export async function readCustomerState(
  stripe: Stripe,
  customerId: string,
): Promise<StripeCustomerState> {
  const page = { customer: customerId, limit: PAGE_MAX };
  const [customer, subscriptions, invoices, charges] = await Promise.all([
    stripe.customers.retrieve(customerId, { expand: ["invoice_settings.default_payment_method"] }),
    all(
      stripe.subscriptions.list({
        ...page,
        status: "all",
        expand: SUBSCRIPTION_EXPAND.map((path) => `data.${path}`),
      }),
    ),
    all(stripe.invoices.list({ ...page, expand: ["data.payments"] })),
    all(stripe.charges.list(page)),
  ]);
  const { email, deleted, invoice_settings: settings } = StripeCustomer.parse(customer);
  const defaultMethod = settings?.default_payment_method ?? null;
  const sent = z.array(StripeInvoice).parse(invoices);
  const refunded = refundedByIntent(z.array(StripeCharge).parse(charges));
  return {
    customer: {
      email: email?.toLowerCase() ?? null,
      isDeleted: deleted === true,
      defaultCard: toCard(defaultMethod),
    },
    subscriptions: z
      .array(StripeSubscription)
      .parse(subscriptions)
      .map((given) => ({
        ...toSubscription(given, defaultMethod),
        renewalPence: renewalOf(given, sent),
      })),
    orders: sent.flatMap((invoice) => toOrder(invoice, refunded)),
  };
}

export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of list) found.push(item);
  return found;
}

export const SUBSCRIPTION_EXPAND = [
  "default_payment_method",
  "discounts.source.coupon",
  "schedule",
] as const;

/**
 * Maps a subscription read with {@link SUBSCRIPTION_EXPAND}. The card is its own only.
 *
 * @throws {z.ZodError} as {@link readCustomerState}
 */
export function parseSubscription(given: Stripe.Subscription): SubscriptionState {
  return toSubscription(StripeSubscription.parse(given), null);
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
  const items = given.items.data.map(({ id, price, quantity }) => ({
    id,
    priceId: cataloguePriceId(price),
    stripePriceId: price.id,
    amountPence: price.unit_amount ?? 0,
    quantity: quantity ?? 1,
  }));
  const scheduled = toScheduled(given.schedule);
  const from = given.schedule?.metadata?.[SCHEDULED_FROM_KEY];
  return {
    id: given.id,
    status: given.status,
    items,
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
    schedule:
      given.schedule === null
        ? null
        : {
            id: given.schedule.id,
            cardId: given.schedule.default_settings.default_payment_method,
            isOutdated: isScheduleOutdated(from, { items, scheduled }),
          },
    discounts: given.discounts.map(({ id, end, source }) => ({
      id,
      couponId: source.coupon?.id ?? null,
      percentOff: source.coupon?.percent_off ?? null,
      endsAt: end,
    })),
    scheduled,
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

/** On the Stripe session and its subscription. */
export const CHECKOUT_METADATA_KEY = "checkout";

/** Metadata on our schedules, because phases name Stripe's price ids only. */
export const SCHEDULED_PRICES_KEY = "price_ids";

/** The items when the change was scheduled. */
export const SCHEDULED_FROM_KEY = "booked_on";

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

type RenewalInvoice = {
  readonly status: string | null;
  readonly auto_advance?: boolean | null | undefined;
  readonly billing_reason: string | null;
  readonly amount_due: number;
  readonly created: number;
};

/**
 * Stripe keeps a renewal as a draft for about an hour.
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
function refundedByIntent(charges: readonly z.infer<typeof StripeCharge>[]): Map<string, number> {
  const refunded = new Map<string, number>();
  for (const { payment_intent: intent, amount_refunded: pence } of charges) {
    if (intent !== null) refunded.set(intent, (refunded.get(intent) ?? 0) + pence);
  }
  return refunded;
}

/** Stripe may still change or delete a draft. */
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
