import type { Stripe } from "stripe";
import * as z from "zod";
import { billNow } from "../billing/bill-now.ts";
import { cancelImmediately } from "../billing/cancel.ts";
import { ownPaymentMethod } from "../billing/cards.ts";
import { changeBilling } from "../billing/change-billing.ts";
import { checkListable } from "../billing/customers.ts";
import { chooseCoupon } from "../billing/discounts.ts";
import { endDateCharges } from "../billing/end-dates.ts";
import { setTrialEnd } from "../billing/free-days.ts";
import { createInvoiceItem } from "../billing/invoice-items.ts";
import { recurringPrice } from "../billing/items.ts";
import { type SubscriptionPlan, beginSubscription } from "../billing/new-subscription.ts";
import { periodOf, type Subscription, updateSubscription } from "../billing/subscription-status.ts";
import { activeTaxRates } from "../billing/taxes.ts";
import { find } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import {
  changeMetadata,
  created,
  flag,
  integer,
  metadata,
  onlyOne,
  text,
  timestamp,
  unsettable,
} from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import { nowOf, type World } from "../world.ts";
import { addedItemOf, addedItems } from "./invoice-items.ts";
import {
  anchor,
  cancelAt,
  cancellation,
  changeDiscounts,
  changedItems,
  defaultTaxRates,
  discountChoices,
  newItems,
  payment,
  proration,
} from "./subscription-params.ts";

const STATUSES = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

// Stripe allows only these parameters with `pending_if_incomplete`.
const WITH_PENDING = new Set([
  "expand",
  "payment_behavior",
  "proration_behavior",
  "proration_date",
  "billing_cycle_anchor",
  "items",
  "off_session",
]);

const collection = () => z.enum(["charge_automatically", "send_invoice"]);

const createParams = {
  customer: text(),
  items: newItems(),
  cancel_at_period_end: flag().optional(),
  add_invoice_items: addedItems().optional(),
  collection_method: collection().optional(),
  days_until_due: integer().optional(),
  currency: text(3).optional(),
  default_payment_method: text().optional(),
  default_tax_rates: defaultTaxRates().optional(),
  description: text(500).optional(),
  discounts: discountChoices().optional(),
  metadata: metadata().optional(),
  off_session: flag().optional(),
  payment_behavior: payment().optional(),
  payment_settings: z
    .strictObject({ save_default_payment_method: z.enum(["on_subscription", "off"]).optional() })
    .optional(),
  proration_behavior: proration().optional(),
};

const updateParams = {
  add_invoice_items: addedItems().optional(),
  collection_method: collection().optional(),
  days_until_due: integer().optional(),
  billing_cycle_anchor: anchor().optional(),
  cancel_at: cancelAt().optional(),
  cancel_at_period_end: flag().optional(),
  cancellation_details: cancellation().optional(),
  default_payment_method: unsettable(text()).optional(),
  default_tax_rates: defaultTaxRates().optional(),
  description: unsettable(text(500)).optional(),
  discounts: discountChoices().optional(),
  items: changedItems().optional(),
  metadata: metadata().optional(),
  off_session: flag().optional(),
  pause_collection: unsettable(
    z.strictObject({
      behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
      resumes_at: timestamp().optional(),
    }),
  ).optional(),
  payment_behavior: payment().optional(),
  proration_behavior: proration().optional(),
  proration_date: timestamp().optional(),
  trial_end: z.union([z.literal("now"), timestamp()]).optional(),
};

type Update = z.output<z.ZodObject<typeof updateParams>>;

function planFrom(
  world: World,
  given: z.output<z.ZodObject<typeof createParams>>,
): SubscriptionPlan {
  const customer = find(world, "customer", given.customer, "customer");
  const at = nowOf(world, customer.id);
  if (given.default_payment_method !== undefined) {
    ownPaymentMethod(world, customer.id, given.default_payment_method, "default_payment_method");
  }
  return {
    customer: customer.id,
    items: given.items.map((item, index) => ({
      price: recurringPrice(world, item.price, `items[${index}][price]`),
      quantity: item.quantity ?? 1,
      metadata: changeMetadata({}, item.metadata),
    })),
    coupons: (given.discounts ?? []).map((choice) => chooseCoupon(world, choice, customer.id, at)),
    metadata: changeMetadata({}, given.metadata),
    description: given.description ?? null,
    paymentMethod: given.default_payment_method ?? null,
    taxRates: activeTaxRates(world, given.default_tax_rates ?? [], "default_tax_rates"),
    session: null,
    daysUntilDue: collectionOf(given)?.days_until_due ?? null,
  };
}

/** @throws {ApiError} when invoices are to be sent without a time to pay */
function collectionOf(given: {
  collection_method?: "charge_automatically" | "send_invoice" | undefined;
  days_until_due?: number | undefined;
}): Pick<Subscription, "collection_method" | "days_until_due"> | null {
  const { collection_method: method, days_until_due: days } = given;
  if (method === undefined) return null;
  const isSent = method === "send_invoice";
  if (isSent === (days !== undefined)) {
    return { collection_method: method, days_until_due: days ?? null };
  }
  throw paramError(
    isSent
      ? "`days_until_due` must be given with `collection_method=send_invoice`."
      : "You can only pass `days_until_due` if a subscription's `collection_method` is set to `send_invoice`.",
    { param: "days_until_due" },
  );
}

function checkUpdate(subscription: Subscription, given: Update): void {
  onlyOne(given, ["cancel_at", "cancel_at_period_end"]);
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (given.payment_behavior === "pending_if_incomplete") {
    const other = names.find((name) => !WITH_PENDING.has(name));
    if (other !== undefined) {
      throw paramError(
        `Currently, when \`payment_behavior=pending_if_incomplete\`, you cannot update \`${other}\`.`,
        { param: other },
      );
    }
  }
  const isOver = subscription.status === "canceled" || subscription.status === "incomplete_expired";
  const harmless = new Set(["metadata", "cancellation_details", "expand"]);
  if (isOver && names.some((name) => !harmless.has(name))) {
    throw apiError(
      "A canceled subscription can only update its cancellation_details and metadata.",
      {
        code: "invalid_canceled_subscription_fields",
      },
    );
  }
  const changesEnd = given.cancel_at !== undefined || given.cancel_at_period_end !== undefined;
  if (subscription.schedule !== null && changesEnd) {
    throw apiError(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
}

function endOf(subscription: Subscription, given: Update, at: number): Partial<Subscription> {
  const { end } = periodOf(subscription);
  const details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: null,
    ...subscription.cancellation_details,
  };
  const said = {
    ...details,
    ...(given.cancellation_details?.comment === undefined
      ? {}
      : { comment: given.cancellation_details.comment }),
    ...(given.cancellation_details?.feedback === undefined
      ? {}
      : { feedback: given.cancellation_details.feedback }),
  };
  const asked = { ...said, reason: "cancellation_requested" };
  if (given.cancel_at_period_end === true) {
    return {
      cancel_at_period_end: true,
      cancel_at: end,
      canceled_at: at,
      cancellation_details: asked,
    };
  }
  if (given.cancel_at !== undefined && given.cancel_at !== null) {
    const ends = subscription.items.data.map((item) => item.current_period_end);
    const named = given.cancel_at === "max_period_end" ? Math.max(...ends) : end;
    const moment = typeof given.cancel_at === "number" ? given.cancel_at : named;
    if (moment <= at) {
      throw apiError("`cancel_at` must be in the future.", { param: "cancel_at" });
    }
    return {
      cancel_at_period_end: false,
      cancel_at: moment,
      canceled_at: at,
      cancellation_details: asked,
    };
  }
  if (given.cancel_at === null || given.cancel_at_period_end === false) {
    return {
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { ...said, reason: null },
    };
  }
  return { cancellation_details: said };
}

function pauseOf(
  given: NonNullable<Update["pause_collection"]> | null,
  at: number,
): Subscription["pause_collection"] {
  if (given === null) return null;
  const { behavior, resumes_at: resumesAt = null } = given;
  if (resumesAt !== null && resumesAt <= at) {
    throw apiError("`pause_collection[resumes_at]` must be in the future.", {
      param: "pause_collection[resumes_at]",
    });
  }
  return { behavior, resumes_at: resumesAt };
}

function applyUpdate(world: World, before: Subscription, given: Update): Subscription {
  checkUpdate(before, given);
  const at = nowOf(world, before.customer);
  const { default_payment_method: card, default_tax_rates: rates } = given;
  if (card != null) ownPaymentMethod(world, before.customer, card, "default_payment_method");
  const plain = updateSubscription(
    world,
    before,
    {
      ...endOf(before, given, at),
      ...(card === undefined ? {} : { default_payment_method: card }),
      ...(rates === undefined
        ? {}
        : {
            default_tax_rates: activeTaxRates(
              world,
              rates ?? [],
              "default_tax_rates",
              before.default_tax_rates ?? [],
            ),
          }),
      ...(given.description === undefined ? {} : { description: given.description }),
      ...collectionOf(given),
      ...(given.pause_collection === undefined
        ? {}
        : { pause_collection: pauseOf(given.pause_collection, at) }),
      ...(given.discounts === undefined
        ? {}
        : { discounts: changeDiscounts(world, before, given.discounts) }),
      metadata: changeMetadata(before.metadata, given.metadata),
    },
    at,
  );
  for (const [index, item] of (given.add_invoice_items ?? []).entries()) {
    const param = `add_invoice_items[${index}]`;
    createInvoiceItem(world, plain, addedItemOf(world, item, at, param), at);
  }
  const restartsCycle = given.billing_cycle_anchor?.type === "now";
  const proration = given.proration_behavior ?? "create_prorations";
  if (given.cancel_at !== undefined && proration !== "none") {
    const ends = { before: before.cancel_at, after: plain.cancel_at };
    const charges = endDateCharges(world, plain, ends);
    if (proration === "always_invoice" && charges.length > 0) {
      billNow(world, plain, { at, reason: "subscription_update", charges });
    } else for (const charge of charges) createInvoiceItem(world, plain, charge, at);
  }
  if (given.trial_end !== undefined) {
    return setTrialEnd(world, find(world, "subscription", plain.id), {
      given: given.trial_end,
      proration,
      at,
    });
  }
  if (given.items === undefined && !restartsCycle) {
    return find(world, "subscription", plain.id);
  }
  return changeBilling(world, plain, {
    items: given.items ?? [],
    proration,
    prorationDate: given.proration_date ?? null,
    payment: given.payment_behavior ?? "allow_incomplete",
    restartsCycle,
  });
}

export const subscriptionCalls = [
  call<Stripe.SubscriptionCreateParams>()(
    "POST",
    "/v1/subscriptions",
    createParams,
    (world, given) => {
      const begun = beginSubscription(
        world,
        planFrom(world, given),
        given.payment_behavior ?? "allow_incomplete",
        (given.add_invoice_items ?? []).map((item, index) =>
          addedItemOf(world, item, nowOf(world, given.customer), `add_invoice_items[${index}]`),
        ),
      );
      return given.cancel_at_period_end === true
        ? applyUpdate(world, begun, { cancel_at_period_end: true })
        : begun;
    },
  ),
  call<Stripe.SubscriptionUpdateParams>()(
    "POST",
    "/v1/subscriptions/:id",
    updateParams,
    (world, given, id) => applyUpdate(world, find(world, "subscription", id), given),
  ),
  call<Stripe.SubscriptionCancelParams>()(
    "DELETE",
    "/v1/subscriptions/:id",
    {
      cancellation_details: cancellation().optional(),
      invoice_now: flag().optional(),
      prorate: flag().optional(),
    },
    (world, given, id) => {
      const subscription = find(world, "subscription", id);
      if (subscription.status === "canceled" || subscription.status === "incomplete_expired") {
        throw apiError(`No such subscription: '${id}'`, {
          code: "resource_missing",
          param: "id",
        });
      }
      const said = { comment: null, feedback: null, feedback_option: null, reason: null };
      const details = {
        ...said,
        ...subscription.cancellation_details,
        comment: given.cancellation_details?.comment ?? null,
        feedback: given.cancellation_details?.feedback ?? null,
      };
      return cancelImmediately(
        world,
        { ...subscription, cancellation_details: details },
        "cancellation_requested",
        { prorate: given.prorate === true, invoiceNow: given.invoice_now === true },
      );
    },
  ),
  retrieval("subscription", "/v1/subscriptions"),
  listing<Stripe.SubscriptionListParams>()(
    "subscription",
    "/v1/subscriptions",
    {
      created: created(),
      customer: text(),
      price: text(),
      status: z.enum(STATUSES),
      test_clock: text(),
    },
    {
      status: hasStatus,
      price: ({ items }, id) => id === undefined || items.data.some((item) => item.price.id === id),
      test_clock: (one, clock, { given }) =>
        given.customer !== undefined || one.test_clock === (clock ?? null),
    },
    (world, { customer }) => checkListable(world, customer),
  ),
];

function hasStatus(
  { status }: Subscription,
  wanted: (typeof STATUSES)[number] | undefined,
): boolean {
  if (wanted === undefined) return status !== "canceled";
  if (wanted === "all") return true;
  if (wanted === "ended") return status === "canceled" || status === "incomplete_expired";
  return status === wanted;
}
