import { find, update } from "../find.ts";
import type { Confirmation } from "../store.ts";
import { nowOf, type World } from "../world.ts";
import { type Checkout, complete } from "./checkout.ts";
import { settle, subscriptionOf } from "./collect.ts";
import { charge, failConfirmation } from "./pay.ts";

/**
 * The owner of a card answers the bank's question.
 *
 * @param saysYes whether they confirm the payment
 */
export function confirmPayment(
  world: World,
  confirmation: Confirmation,
  saysYes: boolean,
): Checkout {
  const intent = find(world, "payment_intent", confirmation.id);
  const at = nowOf(world, intent.customer);
  if (intent.status !== "requires_action") {
    return { kind: "error", message: "This payment waits for nobody." };
  }
  world.store.remove("confirmation", confirmation.id);
  const attempt = saysYes
    ? charge(world, intent, confirmation.paymentMethod, { isConfirmed: true, at })
    : failConfirmation(world, intent, at);
  if (attempt.kind === "declined") return { kind: "error", message: attempt.decline.message };
  if (attempt.kind === "must_confirm") throw new Error("Bug: a confirmed card asks again.");
  const session = world.store.get("checkout.session", confirmation.pays);
  if (session !== undefined) {
    return complete(world, session, attempt.intent, confirmation.paymentMethod);
  }
  const invoice = find(world, "invoice", confirmation.pays);
  const subscription = subscriptionOf(world, invoice);
  if (subscription !== null) {
    update(world, "subscription", subscription, {
      default_payment_method: confirmation.paymentMethod,
    });
  }
  settle(world, { ...invoice, attempt_count: Math.max(1, invoice.attempt_count) }, at);
  return { kind: "done", url: confirmation.returnUrl };
}
