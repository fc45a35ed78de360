import { filter, find } from "../find.ts";
import { ApiError } from "../http/stripe-error.ts";
import { nextAttempt } from "../money/dunning.ts";
import type { StoredRecords } from "../store.ts";
import type { Kinds } from "../wire.ts";
import { emit, type World } from "../world.ts";
import { declineRefusal } from "./cards.ts";
import type { Invoice } from "./compose-invoice.ts";
import { updateCustomer } from "./customers.ts";
import { intentOf, markPaid, updateInvoice } from "./invoices.ts";
import { type Attempt, charge, endDebit } from "./pay.ts";
import { applyPendingUpdate } from "./stripe-rules.ts";
import { endSubscription, setStatus } from "./subscription-status.ts";

type By = "clock" | "person";

type Collected =
  | { readonly kind: "paid"; readonly invoice: Invoice }
  | { readonly kind: "processing"; readonly invoice: Invoice }
  | { readonly kind: "no_card"; readonly invoice: Invoice }
  | {
      readonly kind: "declined" | "must_confirm";
      readonly invoice: Invoice;
      readonly attempt: Attempt;
    };

function cardFor(
  world: World,
  invoice: Invoice,
  subscription: Kinds["subscription"] | null,
): string | null {
  const customer = world.store.get("customer", invoice.customer ?? "");
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer?.invoice_settings.default_payment_method ??
    null
  );
}

export function subscriptionOf(world: World, invoice: Invoice): Kinds["subscription"] | null {
  const id = invoice.parent?.subscription_details?.subscription;
  return world.store.get("subscription", id ?? "") ?? null;
}

/**
 * Tries to pay an open invoice and updates its subscription.
 *
 * @param how.paymentMethod used instead of the default card
 * @param how.by `clock` for automatic collection: only then does a decline count towards dunning
 */
export function collect(
  world: World,
  open: Invoice,
  how: { at: number; paymentMethod?: string; by: By; isPresent?: boolean },
): Collected {
  const { at } = how;
  const subscription = subscriptionOf(world, open);
  const intent = intentOf(world, open.id);
  if (open.amount_due === 0 || intent === null) {
    return { kind: "paid", invoice: settlePayment(world, open, at) };
  }
  const card = how.paymentMethod ?? cardFor(world, open, subscription);
  if (card === null) {
    return { kind: "no_card", invoice: fail(world, open, { at, by: how.by }) };
  }
  if (how.by === "clock" && isHardDeclined(world, intent, card)) {
    return { kind: "no_card", invoice: fail(world, open, { at, by: how.by, isTried: false }) };
  }
  const attempt = charge(world, intent, card, {
    isConfirmed: false,
    isPresent: how.isPresent ?? false,
    at,
  });
  if (attempt.kind === "paid") {
    const tried = { ...open, attempt_count: attemptsAfter(open, how.by) };
    return { kind: "paid", invoice: settlePayment(world, tried, at) };
  }
  if (attempt.kind === "processing") {
    return { kind: "processing", invoice: awaitDebit(world, open, at) };
  }
  if (attempt.kind === "must_confirm") emit(world, "invoice.payment_action_required", open, at);
  return { kind: attempt.kind, invoice: fail(world, open, { at, by: how.by }), attempt };
}

/** Nothing is tried again while the bank's answer is outstanding. */
export function awaitDebit(world: World, open: Invoice, at: number): Invoice {
  return updateInvoice(world, open, { attempted: true, next_payment_attempt: null }, at);
}

/** @returns the invoice that was paid, or is still open */
export function settleDebit(
  world: World,
  { id, at }: StoredRecords["debit"],
): { invoice: Invoice; isPaid: boolean } {
  world.store.remove("debit", id);
  const { kind } = endDebit(world, find(world, "payment_intent", id), at);
  const [payment] = filter(world, "invoice_payment", (one) => one.payment.payment_intent === id);
  const open = find(world, "invoice", payment?.invoice ?? "");
  const isPaid = kind === "paid";
  if (!isPaid) return { invoice: fail(world, open, { at, by: "clock" }), isPaid };
  const tried = { ...open, attempt_count: attemptsAfter(open, "clock") };
  return { invoice: settlePayment(world, tried, at), isPaid };
}

export function settlePayment(world: World, open: Invoice, at: number, isOutside = false): Invoice {
  const paid = markPaid(world, open, at, isOutside);
  const customer = world.store.get("customer", paid.customer ?? "");
  if (customer !== undefined) updateCustomer(world, customer, { delinquent: false });
  const subscription = subscriptionOf(world, paid);
  if (subscription === null) return paid;
  applyPendingUpdate(world, paid, at);
  const current = find(world, "subscription", subscription.id);
  if (current.status === "incomplete") setStatus(world, current, "active", at);
  else recover(world, current, at);
  return paid;
}

/** The newest invoice that is not void decides; one that was written off counts as settled. */
export function recover(world: World, subscription: Kinds["subscription"], at: number): void {
  if (subscription.status !== "past_due" && subscription.status !== "unpaid") return;
  const newest = filter(
    world,
    "invoice",
    (one) => subscriptionOf(world, one)?.id === subscription.id && one.status !== "void",
  ).at(-1);
  if (newest?.status === "paid" || newest?.status === "uncollectible") {
    setStatus(world, subscription, "active", at);
  }
}

// https://docs.stripe.com/billing/revenue-recovery/smart-retries
const HARD_DECLINES = new Set([
  "authentication_required",
  "highest_risk_level",
  "incorrect_number",
  "lost_card",
  "pickup_card",
  "revocation_of_all_authorizations",
  "revocation_of_authorization",
  "stolen_card",
  "transaction_not_allowed",
]);

/** Stripe then counts its retries without charging, until there is another card. */
function isHardDeclined(world: World, intent: Kinds["payment_intent"], card: string): boolean {
  if (intent.status === "requires_action") return intent.payment_method === card;
  const last = world.store.get("charge", intent.latest_charge ?? "");
  const error = intent.last_payment_error;
  return (
    last?.payment_method === card && HARD_DECLINES.has(error?.decline_code ?? error?.code ?? "")
  );
}

function fail(
  world: World,
  open: Invoice,
  how: { at: number; by: By; isTried?: boolean },
): Invoice {
  const { at } = how;
  const attempts = attemptsAfter(open, how.by);
  const isRenewal = open.billing_reason !== "subscription_create" && how.by === "clock";
  const next = isRenewal
    ? nextAttempt(world.settings.retryDays, attempts, at)
    : open.next_payment_attempt;
  const failed = updateInvoice(
    world,
    open,
    {
      attempt_count: attempts,
      attempted: true,
      next_payment_attempt: next,
      auto_advance: next !== null,
    },
    at,
  );
  if (how.isTried !== false) emit(world, "invoice.payment_failed", failed, at);
  const customer = world.store.get("customer", failed.customer ?? "");
  if (customer !== undefined) updateCustomer(world, customer, { delinquent: true });
  const subscription = subscriptionOf(world, failed);
  if (subscription === null || !isRenewal) return failed;
  if (subscription.status === "active") setStatus(world, subscription, "past_due", at);
  if (next === null) giveUp(world, find(world, "subscription", subscription.id), at);
  return failed;
}

/** The first attempt counts towards dunning, later ones only when automatic. */
function attemptsAfter(open: Invoice, by: By): number {
  return by === "clock" ? open.attempt_count + 1 : Math.max(1, open.attempt_count);
}

function giveUp(world: World, subscription: Kinds["subscription"], at: number): void {
  if (subscription.status !== "past_due") return;
  const { afterLastAttempt } = world.settings;
  if (afterLastAttempt === "cancel") {
    endSubscription(world, subscription, { at, reason: "payment_failed" });
  }
  if (afterLastAttempt === "unpaid") setStatus(world, subscription, "unpaid", at);
}

export function declineErrorOf(
  collected: Exclude<Collected, { kind: "paid" } | { kind: "processing" }>,
  asked: "invoice" | "subscription",
): ApiError {
  if (collected.kind === "no_card") {
    return new ApiError(
      400,
      "invalid_request_error",
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
      { code: "resource_missing" },
      { keepsWork: true },
    );
  }
  const { attempt } = collected;
  if (attempt.kind === "declined") {
    return declineRefusal(attempt.decline, { payment_intent: attempt.intent });
  }
  return declineRefusal(
    {
      code: `${asked}_payment_intent_requires_action`,
      declineCode: null,
      message: `Payment for this ${asked} requires additional user action before it can be completed successfully.`,
    },
    { payment_intent: attempt.intent },
  );
}
