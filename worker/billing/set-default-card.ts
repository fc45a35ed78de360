import { Stripe } from "stripe";
import { cardSetLast, datedCards, type SetCards } from "#contracts/billing/card-set-last.ts";
import type {
  CardSnapshot,
  StripeCustomerState,
  SubscriptionState,
} from "#contracts/billing/stripe-state.ts";
import { isOpen, isPastDueOrUnpaid } from "#contracts/billing/subscription-status.ts";
import { isInvoiced } from "#contracts/billing/upcoming-payments.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { keySlot, unlessRejected } from "./stripe-calls.ts";

type SetDefaultCard = {
  customerId: string;
  snapshot: StripeCustomerState;
  /** As the last sync saw them. */
  savedCards: SetCards | null;
  /** In idempotency keys: the same card may become the default again within a day. */
  causeId: string;
  now: Date;
};

type KeyOf = (...parts: string[]) => Stripe.RequestOptions;

/**
 * Makes the card that was set last the customer's default, and pays past due subscriptions with it. Checkout
 * sets a card on the subscription, which has precedence; the portal changes the default only; the
 * hosted invoice page saves a card and changes neither. Safe to repeat.
 *
 * @returns whether the snapshot is outdated
 */
export async function setDefaultCard(stripe: Stripe, input: SetDefaultCard): Promise<boolean> {
  const { customerId, snapshot } = input;
  const key: KeyOf = (...parts) => ({
    idempotencyKey: [...parts, input.causeId, keySlot(input.now)].join(":"),
  });
  const open = snapshot.subscriptions.filter(({ status }) => isOpen(status));
  // Stripe may drop a pending update with any other change; when it ends, a webhook causes the
  // next sync.
  const changeable = open.filter(({ awaiting }) => awaiting === null);
  const pinned = changeable.filter(({ ownCard }) => ownCard !== null);
  const cardId = cardSetLast(
    datedCards(snapshot, input.savedCards, input.now),
    pinned.map(({ id }) => id),
    open.length === 0 ? null : await findTypedCard(stripe, snapshot, customerId),
  );
  if (cardId === null) return false;
  let isChanged = cardId !== snapshot.customer.defaultCard?.id;
  // Before clearing a subscription's card: without both, Stripe could not charge it.
  if (isChanged && !(await makeDefault(stripe, snapshot, { customerId, cardId, key })))
    return false;
  for (const { schedule } of open) {
    if (schedule === null || schedule.isOutdated) continue;
    if (schedule.cardId === null || schedule.cardId === cardId) continue;
    // The schedule's next phase would set the card of its creation again; Stripe cannot clear that.
    await unlessRejected(() =>
      stripe.subscriptionSchedules.update(
        schedule.id,
        { default_settings: { default_payment_method: cardId } },
        key("schedule-card", schedule.id, cardId),
      ),
    );
    isChanged = true;
  }
  for (const { id, ownCard } of pinned) {
    await unpin(stripe, { subscriptionId: id, ownCard, cardId, key });
    isChanged = true;
  }
  for (const { id, status, collectionMethod } of changeable) {
    if (!isPastDueOrUnpaid(status) || isInvoiced({ collectionMethod })) continue;
    const charge = { subscriptionId: id, cardId, key };
    const isTried = await payOpenInvoice(stripe, snapshot, charge);
    isChanged ||= isTried;
  }
  return isChanged;
}

/**
 * Finds the card that was typed to pay the newest invoice. One that Stripe charged by itself was the default at that time,
 * and if it is no longer, somebody has set another since.
 *
 * @returns null for a card that is known already, or that the customer did not save
 */
async function findTypedCard(
  stripe: Stripe,
  { customer: { defaultCard }, subscriptions, lastPaidBy: paid }: StripeCustomerState,
  customerId: string,
): Promise<CardSnapshot | null> {
  const known = [defaultCard, ...subscriptions.map(({ ownCard }) => ownCard)];
  if (paid === null || known.some((card) => card?.id === paid.id)) return null;
  const { id, isSecondTry, invoicedS } = paid;
  try {
    const { customer, created: createdS } = await stripe.paymentMethods.retrieve(id);
    const isTyped = isSecondTry || (invoicedS !== null && createdS >= invoicedS);
    return (isTyped || defaultCard === null) && idOf(customer) === customerId
      ? { id, createdS }
      : null;
  } catch (error) {
    if (isInvalidRequest(error)) return null;
    throw error;
  }
}

/** @returns false if the default changed meanwhile; the webhook of that change causes the next sync */
async function makeDefault(
  stripe: Stripe,
  { customer: { defaultCard } }: StripeCustomerState,
  { customerId, cardId, key }: { customerId: string; cardId: string; key: KeyOf },
): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted === true) return false;
  const { default_payment_method: before } = customer.invoice_settings;
  if (idOf(before) !== (defaultCard?.id ?? null)) return false;
  return unlessRejected(() =>
    stripe.customers.update(
      customerId,
      { invoice_settings: { default_payment_method: cardId } },
      key("card", customerId, cardId),
    ),
  );
}

/** If Stripe does not clear the card, sets it to the default. */
async function unpin(
  stripe: Stripe,
  input: {
    subscriptionId: string;
    ownCard: SubscriptionState["ownCard"];
    cardId: string;
    key: KeyOf;
  },
): Promise<void> {
  const { subscriptionId: id, ownCard, cardId, key } = input;
  let cardAtStripe: unknown = ownCard?.id;
  await unlessRejected(async () => {
    // The type has no empty value; Stripe's support names the empty string.
    const cleared = await stripe.subscriptions.update(
      id,
      { default_payment_method: "" },
      key("unpin", id, cardId),
    );
    cardAtStripe = cleared.default_payment_method;
  });
  if (cardAtStripe === null || ownCard?.id === cardId) return;
  await unlessRejected(() =>
    stripe.subscriptions.update(id, { default_payment_method: cardId }, key("pin", id, cardId)),
  );
}

/** @returns whether a payment was tried; the next sync reads its result */
async function payOpenInvoice(
  stripe: Stripe,
  { orders }: StripeCustomerState,
  { subscriptionId, cardId, key }: { subscriptionId: string; cardId: string; key: KeyOf },
): Promise<boolean> {
  const order = orders.find(
    (candidate) => candidate.subscriptionId === subscriptionId && candidate.status === "pending",
  );
  if (order === undefined) return false;
  const invoice = await stripe.invoices.retrieve(order.id, {
    expand: ["payments.data.payment.payment_intent"],
  });
  if (lastCardOf(invoice) === cardId) return false;
  try {
    await unlessRejected(() =>
      stripe.invoices.pay(order.id, { payment_method: cardId }, key("pay", order.id, cardId)),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
  }
  return true;
}

function lastCardOf({ payments }: Stripe.Invoice): string | null {
  const intent = payments?.data.find(({ status }) => status === "open")?.payment.payment_intent;
  if (typeof intent !== "object") return null;
  return idOf(intent.payment_method) ?? intent.last_payment_error?.payment_method?.id ?? null;
}
