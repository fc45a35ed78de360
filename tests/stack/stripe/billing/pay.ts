import { find, update } from "../find.ts";
import { chargeCard, type Decline, NO_FUNDS } from "../money/cards.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, type World } from "../world.ts";
import { cardOf } from "./cards.ts";
import { createCharge } from "./charges.ts";
import { openDispute, warnOfFraud } from "./disputes.ts";

type Intent = Kinds["payment_intent"];

export type Attempt =
  | { readonly kind: "paid"; readonly intent: Intent }
  | { readonly kind: "processing"; readonly intent: Intent }
  | { readonly kind: "declined"; readonly intent: Intent; readonly decline: Decline }
  | { readonly kind: "must_confirm"; readonly intent: Intent };

const DEBIT_SECONDS = 4 * DAY_SECONDS;

const AUTHENTICATION_FAILED: Decline = {
  code: "payment_intent_authentication_failure",
  declineCode: null,
  message:
    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

export function createIntent(
  world: World,
  given: {
    customer: string | null;
    amount: number;
    currency: string;
    description: string;
    at: number;
  },
): Intent {
  const id = newId("pi");
  const intent: Intent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: newId(`${id}_secret`),
    confirmation_method: "automatic",
    created: given.at,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  world.store.put("payment_intent", intent);
  emit(world, "payment_intent.created", intent, given.at);
  return intent;
}

/**
 * @param how.isConfirmed 3-D Secure has just succeeded
 * @param how.isPresent the customer pays on a page; cards that were set up ask only then
 * @param how.at unix seconds
 */
export function charge(
  world: World,
  intent: Intent,
  paymentMethod: string,
  how: { isConfirmed: boolean; isPresent: boolean; at: number },
): Attempt {
  const { at } = how;
  const card = cardOf(world, paymentMethod);
  const outcome = chargeCard(card, {
    isSetUp: card.isSetUp && !how.isPresent,
    isConfirmed: how.isConfirmed,
    isExpired: isExpired(world, paymentMethod, at),
  });
  if (outcome.kind === "must_confirm") {
    const waiting = update(world, "payment_intent", intent, {
      status: "requires_action",
      payment_method: paymentMethod,
      last_payment_error: null,
      // Without a return URL, 3-D Secure runs in Stripe.js.
      next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} },
    });
    emit(world, "payment_intent.requires_action", waiting, at);
    return { kind: "must_confirm", intent: waiting };
  }
  if (outcome.kind === "processing") return startDebit(world, intent, paymentMethod, at);
  if (outcome.kind === "declined") {
    const failed = createCharge(world, intent, { paymentMethod, decline: outcome.decline, at });
    emit(world, "charge.failed", failed, at);
    return decline(
      world,
      { ...intent, latest_charge: failed.id },
      paymentMethod,
      outcome.decline,
      at,
    );
  }
  if (how.isConfirmed && card.confirms === "setup") {
    world.store.put("card", { id: paymentMethod, number: card.number, isSetUp: true });
  }
  const succeeded = createCharge(world, intent, { paymentMethod, decline: null, at });
  const paid = update(world, "payment_intent", intent, {
    status: "succeeded",
    amount_received: intent.amount,
    latest_charge: succeeded.id,
    payment_method: paymentMethod,
    last_payment_error: null,
    next_action: null,
  });
  emit(world, "charge.succeeded", succeeded, at);
  // Stripe disputes its test card's charge before the payment is reported.
  if (card.disputes !== null) openDispute(world, succeeded, card.disputes, at);
  if (card.warnsOfFraud) warnOfFraud(world, succeeded, at);
  emit(world, "payment_intent.succeeded", paid, at);
  return { kind: "paid", intent: paid };
}

function startDebit(world: World, intent: Intent, paymentMethod: string, at: number): Attempt {
  const pending = createCharge(world, intent, {
    paymentMethod,
    decline: null,
    isPending: true,
    at,
  });
  const processing = update(world, "payment_intent", intent, {
    status: "processing",
    latest_charge: pending.id,
    payment_method: paymentMethod,
    last_payment_error: null,
  });
  world.store.put("debit", { id: intent.id, at: at + DEBIT_SECONDS });
  emit(world, "charge.pending", pending, at);
  emit(world, "payment_intent.processing", processing, at);
  return { kind: "processing", intent: processing };
}

/** Applies the bank's answer, days later. */
export function endDebit(world: World, intent: Intent, at: number): Attempt {
  const paymentMethod = intent.payment_method ?? "";
  const pending = find(world, "charge", intent.latest_charge ?? "");
  if (cardOf(world, paymentMethod).debit === "fails") {
    const failed = update(world, "charge", pending, {
      status: "failed",
      captured: false,
      amount_captured: 0,
      failure_code: "insufficient_funds",
    });
    emit(world, "charge.failed", failed, at);
    return decline(world, intent, paymentMethod, NO_FUNDS, at);
  }
  const succeeded = update(world, "charge", pending, { status: "succeeded", paid: true });
  const paid = update(world, "payment_intent", intent, {
    status: "succeeded",
    amount_received: intent.amount,
  });
  emit(world, "charge.succeeded", succeeded, at);
  emit(world, "payment_intent.succeeded", paid, at);
  return { kind: "paid", intent: paid };
}

export function failConfirmation(world: World, intent: Intent, at: number): Attempt {
  return decline(world, intent, intent.payment_method ?? "", AUTHENTICATION_FAILED, at);
}

export function cancelIntent(world: World, intent: Intent, at: number): void {
  if (intent.status === "succeeded" || intent.status === "canceled") return;
  const canceled = update(world, "payment_intent", intent, {
    status: "canceled",
    canceled_at: at,
    cancellation_reason: "void_invoice",
    next_action: null,
  });
  emit(world, "payment_intent.canceled", canceled, at);
}

function decline(
  world: World,
  intent: Intent,
  paymentMethod: string,
  why: Decline,
  at: number,
): Attempt {
  const method = world.store.get("payment_method", paymentMethod);
  const failed = update(world, "payment_intent", intent, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: "card_error",
      code: why.code,
      message: why.message,
      ...(why.declineCode === null ? {} : { decline_code: why.declineCode }),
      ...(intent.latest_charge === null ? {} : { charge: intent.latest_charge }),
      ...(method === undefined ? {} : { payment_method: method }),
    },
  });
  emit(world, "payment_intent.payment_failed", failed, at);
  return { kind: "declined", intent: failed, decline: why };
}

function isExpired(world: World, paymentMethod: string, at: number): boolean {
  const card = world.store.get("payment_method", paymentMethod)?.card;
  if (card === undefined) return false;
  // A card is valid to the end of its month.
  return at >= Date.UTC(card.exp_year, card.exp_month) / 1_000;
}
