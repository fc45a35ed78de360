import { Refusal, refuse, refuseParams } from "../http/refusal.ts";
import { addIntervals, type Period, periodEnd } from "../money/periods.ts";
import { find, update } from "../find.ts";
import { cadenceOf, type Price } from "./prices.ts";
import { type Kinds, listOf, type SubscriptionItem } from "../wire.ts";
import { emit, newId, nowOf, type World } from "../world.ts";
import { collect, refusalOf, settle } from "./collect.ts";
import { type ChosenCoupon, createDiscount, discountsAt, endDiscount } from "./discounts.ts";
import {
  type Charge,
  draftInvoice,
  finalizeInvoice,
  type Invoice,
  pendingCharges,
  writeInvoice,
} from "./invoices.ts";
import {
  changeItems,
  chargesFor,
  checkTogether,
  createItem,
  type ItemChange,
  prorationCharges,
} from "./items.ts";
import { endSubscription, periodOf, type Subscription, updateSubscription } from "./standing.ts";

export type PaymentBehaviour =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";
export type ProrationBehaviour = "create_prorations" | "always_invoice" | "none";

/** What a subscription is made from. */
export interface SubscriptionPlan {
  readonly customer: string;
  readonly items: readonly {
    readonly price: Price;
    readonly quantity: number;
    readonly metadata: Record<string, string>;
  }[];
  /** Charged once, with the first invoice. */
  readonly extras: readonly { readonly price: Price; readonly quantity: number }[];
  readonly coupons: readonly ChosenCoupon[];
  readonly metadata: Record<string, string>;
  readonly description: string | null;
  readonly paymentMethod: string | null;
  /** Unix seconds; null without a trial. */
  readonly trialEnd: number | null;
  readonly session: string | null;
}

const INCOMPLETE_SECONDS = 23 * 3_600;

/** Writes a subscription, which nobody has paid or been told of yet. */
export function writeSubscription(
  world: World,
  plan: SubscriptionPlan,
  status: "active" | "incomplete" | "trialing",
): Subscription {
  const { customer } = plan;
  const at = nowOf(world, customer);
  const id = newId("sub");
  const cadence = cadenceOf(plan.items[0]?.price ?? emptyBasket());
  const period: Period = {
    start: at,
    end: plan.trialEnd ?? addIntervals(at, cadence?.interval ?? "month", cadence?.count ?? 1),
  };
  const items = plan.items.map((item) => createItem(id, item, period, at));
  checkTogether(items);
  const discounts = plan.coupons.map((coupon) =>
    createDiscount(world, coupon, { customer, subscription: id, session: plan.session, at }),
  );
  const subscription: Subscription = {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: plan.trialEnd ?? at,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: at,
    currency: items[0]?.price.currency ?? "gbp",
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: plan.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: plan.description,
    discounts: discounts.map((discount) => discount.id),
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: listOf(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: plan.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: at,
    status,
    test_clock: world.store.get("customer", customer)?.test_clock ?? null,
    transfer_data: null,
    trial_end: plan.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: plan.trialEnd === null ? null : at,
  };
  world.store.put("subscription", subscription);
  return subscription;
}

function emptyBasket(): never {
  throw refuseParams("Missing required param: items.", {
    code: "parameter_missing",
    param: "items",
  });
}

/** Drafts the first invoice of a subscription, and tells of both. */
export function draftFirstInvoice(
  world: World,
  subscription: Subscription,
  extras: SubscriptionPlan["extras"],
): Invoice {
  const period = periodOf(subscription);
  const items = subscription.items.data;
  const invoice = writeInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: "subscription_create",
    charges: [
      ...(subscription.status === "trialing"
        ? chargesFor(items, period).map((charge) => ({ ...charge, amount: 0 }))
        : chargesFor(items, period)),
      ...extras.map(({ price, quantity }): Charge => ({
        price,
        quantity,
        amount: (price.unit_amount ?? 0) * quantity,
        description: price.nickname ?? price.lookup_key ?? price.id,
        period: { start: subscription.created, end: subscription.created },
        item: null,
        isProration: false,
        invoiceItem: null,
      })),
    ],
    discounts: subscription.discounts,
    period: { start: subscription.created, end: subscription.created },
    at: subscription.created,
    advances: false,
  });
  const begun = update(world, "subscription", subscription, { latest_invoice: invoice.id });
  emit(world, "customer.subscription.created", begun, subscription.created);
  emit(world, "invoice.created", invoice, subscription.created);
  return invoice;
}

/**
 * Begins a subscription that the API asks for, and has its first invoice paid.
 *
 * @throws {Refusal} when it was to be paid or not to be
 */
export function beginSubscription(
  world: World,
  plan: SubscriptionPlan,
  behaviour: PaymentBehaviour,
): Subscription {
  const at = nowOf(world, plan.customer);
  const status = plan.trialEnd === null ? "incomplete" : "trialing";
  const subscription = writeSubscription(world, plan, status);
  const draft = draftFirstInvoice(world, subscription, plan.extras);
  const open = finalizeInvoice(world, draft, at);
  if (open.amount_due === 0) {
    settle(world, open, at);
  } else if (behaviour !== "default_incomplete") {
    const collected = collect(world, open, { at, by: "person" });
    if (
      collected.kind === "no_card" ||
      (collected.kind !== "paid" && behaviour === "error_if_incomplete")
    ) {
      throw undoing(refusalOf(collected, "subscription"));
    }
  }
  return find(world, "subscription", subscription.id);
}

/** The same refusal, of which nothing stays. */
function undoing(refusal: Refusal): Refusal {
  return new Refusal(refusal.status, refusal.type, refusal.message, refusal.details);
}

/** When the first payment of a subscription is too late, unix seconds. */
export function incompleteUntil(subscription: Subscription): number {
  return subscription.created + INCOMPLETE_SECONDS;
}

/** What a request changes about what is billed. */
export interface BillingChange {
  readonly items: readonly ItemChange[];
  readonly proration: ProrationBehaviour;
  /** Unix seconds; null is now. */
  readonly prorationDate: number | null;
  readonly payment: PaymentBehaviour;
  readonly restartsCycle: boolean;
  readonly endsTrial: boolean;
}

/**
 * Changes what a subscription bills: items, and where its cycle begins.
 *
 * @throws {Refusal} when it was to be paid or not to be
 */
export function changeBilling(
  world: World,
  subscription: Subscription,
  change: BillingChange,
): Subscription {
  const at = nowOf(world, subscription.customer);
  const running = periodOf(subscription);
  const moment = change.prorationDate ?? at;
  if (moment < running.start || moment > running.end) {
    throw refuse("Invalid proration_date: it must be within the current billing period.", {
      param: "proration_date",
    });
  }
  const before = subscription.items.data;
  const restarts = change.restartsCycle || change.endsTrial;
  const changed = changeItems(world, subscription, change.items, running, at);
  const cadence = cadenceOf(changed[0]?.price ?? emptyBasket());
  const isNewCadence =
    JSON.stringify(cadence) !== JSON.stringify(cadenceOf(before[0]?.price ?? emptyBasket()));
  const isNewPeriod = restarts || isNewCadence;
  const period: Period = isNewPeriod
    ? { start: at, end: addIntervals(at, cadence?.interval ?? "month", cadence?.count ?? 1) }
    : running;
  const after = changed.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const isTrial = subscription.status === "trialing";
  const charges = isNewPeriod
    ? [
        // What is left of the old period comes back, and the new one is charged whole.
        ...(change.proration === "none" || isTrial
          ? []
          : prorationCharges(world, {
              before,
              after: [],
              discountsBefore: subscription.discounts,
              discountsAfter: subscription.discounts,
              period: running,
              at: moment,
            })),
        ...chargesFor(after, period),
      ]
    : change.proration === "none" || isTrial
      ? []
      : prorationCharges(world, {
          before,
          after,
          discountsBefore: subscription.discounts,
          discountsAfter: subscription.discounts,
          period: running,
          at: moment,
        });
  const settled: Partial<Subscription> = {
    items: listOf(subscription.items.url, after),
    ...(isNewPeriod ? { billing_cycle_anchor: at } : {}),
    ...(change.endsTrial ? { trial_end: at, status: "active" } : {}),
  };
  const isInvoicedNow =
    charges.length > 0 && (isNewPeriod || change.proration === "always_invoice");
  if (!isInvoicedNow) {
    const updated = updateSubscription(world, subscription, settled, at);
    for (const charge of charges) holdCharge(world, updated, charge, at);
    return updated;
  }
  const bill = (owner: Subscription): Invoice => {
    const draft = draftInvoice(world, {
      customer: owner.customer,
      subscription: owner,
      reason: "subscription_update",
      charges: [...pendingCharges(world, owner.customer, owner.id), ...charges],
      discounts: owner.discounts,
      period: { start: at, end: at },
      at,
      advances: false,
      prorationDate: moment,
    });
    update(world, "subscription", find(world, "subscription", owner.id), {
      latest_invoice: draft.id,
    });
    return finalizeInvoice(world, draft, at);
  };
  if (change.payment === "pending_if_incomplete") {
    return promiseChange(world, subscription, { after, settled, bill, at });
  }
  const updated = updateSubscription(world, subscription, settled, at);
  const open = bill(updated);
  if (change.payment === "default_incomplete" && open.amount_due > 0) {
    return find(world, "subscription", subscription.id);
  }
  const collected = collect(world, open, { at, by: "clock" });
  if (collected.kind !== "paid" && change.payment === "error_if_incomplete") {
    throw undoing(refusalOf(collected, "subscription"));
  }
  return find(world, "subscription", subscription.id);
}

/** Makes a change if it is paid at once, and otherwise holds it until it is. */
function promiseChange(
  world: World,
  subscription: Subscription,
  change: {
    after: SubscriptionItem[];
    settled: Partial<Subscription>;
    bill: (owner: Subscription) => Invoice;
    at: number;
  },
): Subscription {
  const { after, at } = change;
  const open = change.bill(subscription);
  world.store.put("promise", {
    id: subscription.id,
    invoice: open.id,
    change: after.map((item) => ({
      id: subscription.items.data.some((one) => one.id === item.id) ? item.id : null,
      price: item.price.id,
      quantity: item.quantity ?? 1,
      metadata: item.metadata,
    })),
  });
  const waiting = updateSubscription(
    world,
    find(world, "subscription", subscription.id),
    {
      pending_update: {
        billing_cycle_anchor: null,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: at + INCOMPLETE_SECONDS,
        metadata: null,
        subscription_items: after,
        trial_end: null,
        trial_from_plan: null,
      },
    },
    at,
  );
  const collected = collect(world, open, { at, by: "person" });
  if (collected.kind === "paid") return find(world, "subscription", subscription.id);
  return find(world, "subscription", waiting.id);
}

/** Keeps a charge for the next invoice. */
export function holdCharge(
  world: World,
  subscription: Subscription,
  charge: Charge,
  at: number,
): void {
  const item: Kinds["invoiceitem"] = {
    id: newId("ii"),
    object: "invoiceitem",
    amount: charge.amount,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_account: null,
    date: at,
    description: charge.description,
    discountable: !charge.isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      subscription_details: {
        subscription: subscription.id,
        ...(charge.item === null ? {} : { subscription_item: charge.item }),
      },
      type: "subscription_details",
    },
    period: charge.period,
    pricing: {
      price_details: { price: charge.price.id, product: charge.price.product },
      type: "price_details",
      unit_amount_decimal: charge.price.unit_amount_decimal,
    },
    proration: charge.isProration,
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    tax_rates: [],
    test_clock: subscription.test_clock,
  };
  world.store.put("invoiceitem", item);
  emit(world, "invoiceitem.created", item, at);
}

/**
 * Begins the next period of a subscription and writes its invoice.
 *
 * @param at when the running period ends, unix seconds
 */
export function renew(world: World, subscription: Subscription, at: number): void {
  const [first] = subscription.items.data;
  const cadence = cadenceOf(first?.price ?? emptyBasket()) ?? { interval: "month", count: 1 };
  const { end: start } = periodOf(subscription);
  const period = { start, end: periodEnd(subscription.billing_cycle_anchor, cadence, start) };
  const on = discountsAt(world, subscription.discounts, start).map((discount) => discount.id);
  for (const over of subscription.discounts.filter((id) => !on.includes(id))) {
    endDiscount(world, over, at);
  }
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  // Nobody is asked to pay any more for what stayed unpaid, until they pay.
  const advances = subscription.status !== "unpaid";
  const draft = draftInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: "subscription_cycle",
    charges: [
      ...pendingCharges(world, subscription.customer, subscription.id),
      ...chargesFor(items, period),
    ],
    discounts: on,
    period: periodOf(subscription),
    at,
    advances,
  });
  updateSubscription(
    world,
    find(world, "subscription", subscription.id),
    {
      items: listOf(subscription.items.url, items),
      discounts: on,
      latest_invoice: draft.id,
      ...(subscription.status === "trialing" ? { status: "active" } : {}),
    },
    at,
  );
}

/** Ends a subscription that the API or the portal ends now. */
export function cancelAtOnce(
  world: World,
  subscription: Subscription,
  reason: "cancellation_requested",
  how: { prorate: boolean; invoiceNow: boolean } = { prorate: false, invoiceNow: false },
): Subscription {
  const at = nowOf(world, subscription.customer);
  if (how.prorate && subscription.status === "active") {
    const credits = prorationCharges(world, {
      before: subscription.items.data,
      after: [],
      discountsBefore: subscription.discounts,
      discountsAfter: [],
      period: periodOf(subscription),
      at,
    });
    for (const credit of credits) holdCharge(world, subscription, credit, at);
  }
  const ended = endSubscription(world, subscription, { at, reason });
  const pending = pendingCharges(world, ended.customer, ended.id);
  if (!how.invoiceNow || pending.length === 0) return ended;
  const draft = draftInvoice(world, {
    customer: ended.customer,
    subscription: ended,
    reason: "subscription_update",
    charges: pending,
    discounts: [],
    period: { start: at, end: at },
    at,
    advances: false,
  });
  const open = finalizeInvoice(world, draft, at);
  collect(world, open, { at, by: "person" });
  return update(world, "subscription", find(world, "subscription", ended.id), {
    latest_invoice: open.id,
  });
}
