import { filter, find, update } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import type { Confirmation } from "../store.ts";
import type { Kinds } from "../wire.ts";
import { nowOf, type World } from "../world.ts";
import { attach } from "./cards.ts";
import { type Checkout, complete } from "./checkout.ts";
import { settlePayment } from "./collect.ts";
import { charge, failConfirmation } from "./pay.ts";

/**
 * Starts 3-D Secure on a page that returns to the site.
 *
 * @param returnUrl null leaves the confirmation to Stripe's pages
 * @throws {ApiError} when the payment is over, has no card, or belongs to a checkout session
 */
export function askOwner(
  world: World,
  intent: Kinds["payment_intent"],
  returnUrl: string | null,
): Kinds["payment_intent"] {
  const unexpected = (why: string) =>
    apiError(`You cannot confirm this PaymentIntent because ${why}.`, {
      code: "payment_intent_unexpected_state",
      payment_intent: intent,
    });
  if (intent.status === "requires_payment_method")
    throw unexpected("it's missing a payment method");
  if (intent.status !== "requires_action") {
    throw unexpected(`it has a status of ${intent.status}`);
  }
  const [payment] = filter(
    world,
    "invoice_payment",
    (one) => one.payment.payment_intent === intent.id,
  );
  if (payment === undefined) throw unexpected("it was created by a Checkout Session");
  if (!world.settings.confirmsInvoicePayments) throw unexpected("it belongs to an invoice");
  if (returnUrl === null) return intent;
  world.store.put("confirmation", {
    id: intent.id,
    pays: payment.invoice,
    paymentMethod: intent.payment_method ?? "",
    returnUrl,
    isShops: true,
    isCardSaved: false,
  });
  return update(world, "payment_intent", intent, {
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { return_url: returnUrl, url: `${world.baseUrl}/confirm/${intent.id}` },
    },
  });
}

export function confirmPayment(
  world: World,
  confirmation: Confirmation,
  saysYes: boolean,
): Checkout {
  const intent = find(world, "payment_intent", confirmation.id);
  const at = nowOf(world, intent.customer);
  if (intent.status !== "requires_action") {
    return { kind: "error", message: "This payment needs no confirmation." };
  }
  world.store.remove("confirmation", confirmation.id);
  const attempt = saysYes
    ? charge(world, intent, confirmation.paymentMethod, { isConfirmed: true, isPresent: true, at })
    : failConfirmation(world, intent, at);
  if (attempt.kind === "declined") return { kind: "error", message: attempt.decline.message };
  if (attempt.kind === "must_confirm") throw new Error("Bug: a confirmed card asks again.");
  const session = world.store.get("checkout.session", confirmation.pays);
  if (session !== undefined) {
    return complete(world, session, attempt.intent, confirmation.paymentMethod);
  }
  const invoice = find(world, "invoice", confirmation.pays);
  if (confirmation.isCardSaved) {
    attach(world, confirmation.paymentMethod, invoice.customer ?? "");
  }
  settlePayment(world, { ...invoice, attempt_count: Math.max(1, invoice.attempt_count) }, at);
  return { kind: "done", url: confirmation.returnUrl };
}
