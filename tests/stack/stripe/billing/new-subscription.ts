import { filter, find, update } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import { addIntervals } from "../money/periods.ts";
import { listOf } from "../wire.ts";
import { emit, newId, nowOf, type World } from "../world.ts";
import { collect, declineErrorOf, settlePayment } from "./collect.ts";
import type { Charge, Invoice } from "./compose-invoice.ts";
import { type ChosenCoupon, createDiscount } from "./discounts.ts";
import { type AddedItem, createInvoiceItem, pendingCharges } from "./invoice-items.ts";
import { finalizeInvoice, writeInvoice } from "./invoices.ts";
import { chargesFor, checkTogether, createItem } from "./items.ts";
import { type PaymentBehaviour, undoing } from "./payment-behaviour.ts";
import { cadenceOf, type Price } from "./prices.ts";
import { isOver, setStatus, type Subscription } from "./subscription-status.ts";
import type { TaxRate } from "./taxes.ts";

export interface SubscriptionPlan {
  readonly customer: string;
  readonly items: readonly {
    readonly price: Price;
    readonly quantity: number;
    readonly metadata: Record<string, string>;
  }[];
  readonly coupons: readonly ChosenCoupon[];
  readonly metadata: Record<string, string>;
  readonly description: string | null;
  readonly paymentMethod: string | null;
  readonly taxRates: readonly TaxRate[];
  readonly session: string | null;
  /** Set for invoices that are sent instead of charged. */
  readonly daysUntilDue?: number | null;
}

export function writeSubscription(
  world: World,
  plan: SubscriptionPlan,
  status: "active" | "incomplete",
): Subscription {
  const { customer } = plan;
  const at = nowOf(world, customer);
  const id = newId("sub");
  const items = plan.items.map((item) => {
    const { interval, count } = cadenceOf(item.price);
    return createItem(id, item, { start: at, end: addIntervals(at, interval, count) }, at);
  });
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
    billing_cycle_anchor: at,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: plan.daysUntilDue == null ? "charge_automatically" : "send_invoice",
    created: at,
    currency: items[0]?.price.currency ?? "gbp",
    customer,
    customer_account: null,
    days_until_due: plan.daysUntilDue ?? null,
    default_payment_method: plan.paymentMethod,
    default_source: null,
    default_tax_rates: [...plan.taxRates],
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
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: null,
  };
  world.store.put("subscription", subscription);
  return subscription;
}

/** @param pending invoice items that wait for the customer's next invoice */
export function draftFirstInvoice(
  world: World,
  subscription: Subscription,
  pending: readonly Charge[] = [],
): Invoice {
  const items = subscription.items.data;
  const invoice = writeInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: "subscription_create",
    charges: [...pending, ...chargesFor(items)],
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

/** A customer has one currency as long as a subscription or a pending invoice item is in it. */
function checkCurrency(world: World, { customer, items }: SubscriptionPlan): void {
  const currency = items[0]?.price.currency;
  const held = [
    ...filter(world, "subscription", (one) => one.customer === customer && !isOver(one)),
    ...filter(world, "invoiceitem", (one) => one.customer === customer && one.invoice === null),
  ].find((one) => one.currency !== currency);
  if (held === undefined) return;
  throw apiError(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${held.currency}`,
  );
}

/** @throws {ApiError} when the payment fails with `error_if_incomplete` */
export function beginSubscription(
  world: World,
  plan: SubscriptionPlan,
  behaviour: PaymentBehaviour,
  addedItems: readonly AddedItem[] = [],
): Subscription {
  const at = nowOf(world, plan.customer);
  checkCurrency(world, plan);
  const subscription = writeSubscription(world, plan, "incomplete");
  for (const item of addedItems) createInvoiceItem(world, subscription, item, at);
  const pending = pendingCharges(world, subscription, { ofCustomer: true });
  const draft = draftFirstInvoice(world, subscription, pending);
  const open = finalizeInvoice(world, draft, at);
  if (open.amount_due === 0) {
    settlePayment(world, open, at);
  } else if (open.collection_method === "send_invoice") {
    emit(world, "invoice.sent", open, at);
    setStatus(world, find(world, "subscription", subscription.id), "active", at);
  } else if (behaviour !== "default_incomplete") {
    const collected = collect(world, open, { at, by: "person" });
    const isTaken = collected.kind === "paid" || collected.kind === "processing";
    if (collected.kind === "processing") {
      setStatus(world, find(world, "subscription", subscription.id), "active", at);
    }
    if (collected.kind === "no_card" || (!isTaken && behaviour === "error_if_incomplete")) {
      throw undoing(declineErrorOf(collected, "subscription"));
    }
  }
  return find(world, "subscription", subscription.id);
}
