import { hash } from "node:crypto";
import type { Stripe } from "stripe";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import { type Basket, basketPriceIds } from "#contracts/billing/basket.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { saveCheckoutSession } from "#db/billing/save-checkout-session.ts";
import { closeCheckoutSession } from "#db/billing/close-checkout-session.ts";
import { findSubscriptionOfUser } from "#db/billing/find-subscription.ts";
import { saveCustomer } from "#db/billing/save-customer.ts";
import { markCustomerDeleted } from "#db/billing/mark-customer-deleted.ts";
import {
  type CheckoutOwner,
  startCheckout,
  type StartedCheckout,
} from "#db/billing/start-checkout.ts";
import { retry } from "#db/retry.ts";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { CHECKOUT_METADATA_KEY } from "#db/stripe/metadata-keys.ts";
import type { StripeGateway } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { unauthenticatedError } from "../http/current-user.ts";

export type CheckoutDeps = Pick<EdgeDeps, "db" | "makeId" | "now"> & { payments: StripeGateway };

export type CreateCheckoutSession = {
  buyer: CheckoutOwner;
  basket: Basket;
  successUrl: string;
  cancelUrl: string;
  email: string | null;
  /** Stripe's id. */
  promotionCode: string | null;
  /** For Meta; no part of the session's identity. */
  conversion: StoredPurchaseConversion | null;
};

export type CheckoutSessionResult = { kind: "pay" | "paid"; url: string } | { kind: "subscribed" };

// Stripe keeps sessions and idempotency keys for a day: a key never returns an expired session.
const SESSION_LIFETIME_MS = 23 * 3_600_000;

/** The first attempt may find an expired session or a deleted customer. */
const ATTEMPTS_MAX = 3;

/**
 * Creates a checkout session for a basket, or finds the open one. The row's id is Stripe's
 * idempotency key.
 *
 * @throws {AppError} `unauthenticated`, `code_refused`, and what Stripe throws
 */
export async function createCheckoutSession(
  deps: CheckoutDeps,
  input: CreateCheckoutSession,
): Promise<CheckoutSessionResult> {
  const priceIds = basketPriceIds(input.basket);
  const basketHash = hash(
    "sha256",
    JSON.stringify([
      priceIds,
      input.successUrl,
      input.cancelUrl,
      input.email,
      ...(input.promotionCode === null ? [] : [input.promotionCode]),
    ]),
  );
  let gone: string | null = null;
  const attempt = async (): Promise<CheckoutSessionResult | null> => {
    const atMs = deps.now().getTime();
    const after = (ms: number) => new Date(atMs + ms).toISOString();
    const opened = await startCheckout(deps.db, {
      id: deps.makeId("checkout"),
      buyer: input.buyer,
      basketHash,
      priceIds,
      at: after(0),
      expiresAt: after(SESSION_LIFETIME_MS),
      conversion: input.conversion,
    });
    if (!opened.is_session_valid) throw unauthenticatedError();
    const { checkout } = opened;
    if (checkout === null) return { kind: "subscribed" };
    const begun: OpenedSession =
      checkout.stripe_session_id === null
        ? await openSession(deps, input, { ...opened, gone }, checkout)
        : await findOpenSession(deps, checkout.stripe_session_id);
    if (begun?.kind !== "gone") return begun;
    gone = begun.customerId;
    return null;
  };
  const result = await retry(attempt, { attempts: ATTEMPTS_MAX });
  if (result === null) throw new Error("a checkout ended as often as it was begun");
  return result;
}

/** Stripe returned a customer that this buyer cannot use. */
type CustomerGone = { kind: "gone"; customerId: string };
type OpenedSession = CheckoutSessionResult | CustomerGone | null;
type CheckoutRow = NonNullable<StartedCheckout["checkout"]>;

async function findOpenSession(
  { db, payments }: CheckoutDeps,
  sessionId: string,
): Promise<CheckoutSessionResult | null> {
  const session = await payments.stripe.checkout.sessions.retrieve(sessionId);
  if (session.status === "open" && session.url !== null) return { kind: "pay", url: session.url };
  if (session.status === "complete") {
    await closeCheckoutSession(db, sessionId, "complete");
    const url = (session.success_url ?? "").replace("{CHECKOUT_SESSION_ID}", sessionId);
    return { kind: "paid", url };
  }
  await closeCheckoutSession(db, sessionId, "expired");
  return null;
}

/** @returns null if Stripe returned a closed session under the same key */
async function openSession(
  deps: CheckoutDeps,
  input: CreateCheckoutSession,
  opened: StartedCheckout & { gone: string | null },
  checkoutRow: CheckoutRow,
): Promise<OpenedSession> {
  const { stripe, pricesOf } = deps.payments;
  const known = opened.customer_id;
  const prices = await pricesOf(basketPriceIds(input.basket));
  if (known !== null && (await hasOpenSubscription(stripe, known))) return { kind: "subscribed" };
  const customerId = known ?? (await createCustomer(deps, input, opened));
  if (typeof customerId !== "string") return customerId;
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer: customerId,
        client_reference_id: checkoutRow.id,
        line_items: prices.map((price) => ({ price, quantity: 1 })),
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
        locale: "en-GB",
        ...(input.promotionCode === null
          ? {}
          : { discounts: [{ promotion_code: input.promotionCode }] }),
        metadata: { [CHECKOUT_METADATA_KEY]: checkoutRow.id },
        subscription_data: { metadata: { [CHECKOUT_METADATA_KEY]: checkoutRow.id } },
      },
      { idempotencyKey: `${checkoutRow.id}.${customerId}` },
    );
    if (session.url === null) return null;
    await saveCheckoutSession(deps.db, {
      id: checkoutRow.id,
      customerId,
      stripeSessionId: session.id,
      url: session.url,
    });
    return { kind: "pay", url: session.url };
  } catch (error) {
    if (isPromotionCodeRejected(error)) throw promotionCodeRejected();
    if (!isResourceMissing(error, "customer")) throw error;
    await markCustomerDeleted(deps.db, customerId);
    return { kind: "gone", customerId };
  }
}

/** Asks Stripe: the webhook of a minute ago may not have arrived. */
async function hasOpenSubscription(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    const { data } = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
    return data.some(({ status }) => isOpen(status));
  } catch (error) {
    if (isResourceMissing(error)) return false;
    throw error;
  }
}

async function createCustomer(
  { db, payments }: CheckoutDeps,
  { buyer, email: guestEmail }: CreateCheckoutSession,
  opened: { email: string | null; gone: string | null },
): Promise<string | CustomerGone> {
  const isAccount = buyer.kind === "account";
  const email = isAccount ? opened.email : guestEmail;
  const key = isAccount ? buyer.userId : buyer.guestKey;
  const { id } = await payments.stripe.customers.create(
    {
      ...(email === null ? {} : { email }),
      metadata: isAccount ? { user_id: buyer.userId } : {},
    },
    // Stripe rejects the same key with another email, and would return a deleted customer.
    { idempotencyKey: `customer.${key}.${hash("sha256", `${email} ${opened.gone}`).slice(0, 16)}` },
  );
  return (await saveCustomer(db, { id, buyer, email })) ?? { kind: "gone", customerId: id };
}

/**
 * Codes are for customers who come back.
 *
 * @returns Stripe's id; null for a buyer with an open subscription
 * @throws {AppError} `code_refused`, or `unauthenticated`
 */
export async function findPromotionCode(
  { db, payments, now }: CheckoutDeps,
  buyer: CheckoutOwner,
  code: string,
): Promise<string | null> {
  if (buyer.kind === "guest") throw promotionCodeRejected();
  const user = { ...buyer, at: now().toISOString() };
  const found = await findSubscriptionOfUser(db, user);
  if (found === null) throw unauthenticatedError();
  const { subscription } = found;
  if (subscription === null || subscription.status === "incomplete_expired")
    throw promotionCodeRejected();
  if (isOpen(subscription.status)) return null;
  const { data } = await payments.stripe.promotionCodes.list({ code, active: true, limit: 1 });
  const [promotionCode] = data;
  if (promotionCode === undefined) throw promotionCodeRejected();
  return promotionCode.id;
}

/** Used up meanwhile, or for another customer. */
function isPromotionCodeRejected(error: unknown): boolean {
  return (
    isInvalidRequest(error) &&
    /^(discounts|promotion_code|coupon)/.test(error.param ?? error.code ?? "")
  );
}

function promotionCodeRejected(): AppError {
  const { badCode } = BILLING_MESSAGES.checkout;
  return new AppError("code_refused", badCode, { details: badCode });
}
