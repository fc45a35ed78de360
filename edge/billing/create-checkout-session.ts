import { hash } from "node:crypto";
import type { Stripe } from "stripe";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import { type Basket, basketPriceIds } from "#contracts/billing/basket.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { saveCheckoutSession } from "#db/billing/save-checkout-session.ts";
import { closeCheckoutSession } from "#db/billing/close-checkout-session.ts";
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
import { findUserSubscription } from "./find-user-subscription.ts";

type CheckoutDeps = Pick<EdgeDeps, "db" | "makeId" | "now"> & { payments: StripeGateway };

type CreateCheckoutSession = {
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

type CheckoutSessionResult = { kind: "pay" | "paid"; url: string } | { kind: "subscribed" };

// Stripe keeps sessions and idempotency keys for a day: a key never returns an expired session.
const SESSION_LIFETIME_MS = 23 * 3_600_000;

/** An attempt may find an expired session or a deleted customer; the next one starts anew. */
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
  let unusableCustomerId: string | null = null;
  const attempt = async (): Promise<CheckoutSessionResult | null> => {
    const now = deps.now();
    const started = await startCheckout(deps.db, {
      id: deps.makeId("checkout"),
      buyer: input.buyer,
      basketHash: hashBasket(input),
      priceIds: basketPriceIds(input.basket),
      at: now.toISOString(),
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
      conversion: input.conversion,
    });
    if (!started.is_session_valid) throw unauthenticatedError();
    const { checkout } = started;
    if (checkout === null) return { kind: "subscribed" };
    const session: CheckoutSessionResult | UnusableCustomer | null =
      checkout.stripe_session_id === null
        ? await openSession(deps, input, { ...started, unusableCustomerId }, checkout)
        : await findOpenSession(deps, checkout.stripe_session_id);
    if (session?.kind !== "unusable_customer") return session;
    unusableCustomerId = session.customerId;
    return null;
  };
  const result = await retry(attempt, { attempts: ATTEMPTS_MAX });
  if (result === null) throw new Error("no attempt gave an open checkout session");
  return result;
}

function hashBasket(input: CreateCheckoutSession): string {
  const { basket, successUrl, cancelUrl, email, promotionCode } = input;
  const parts = [basketPriceIds(basket), successUrl, cancelUrl, email];
  return hash("sha256", JSON.stringify(promotionCode === null ? parts : [...parts, promotionCode]));
}

/** A customer that Stripe deleted, or that belongs to another buyer. */
type UnusableCustomer = { kind: "unusable_customer"; customerId: string };
type Started = StartedCheckout & { unusableCustomerId: string | null };
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
  started: Started,
  checkout: CheckoutRow,
): Promise<CheckoutSessionResult | UnusableCustomer | null> {
  const { stripe, pricesOf } = deps.payments;
  const saved = started.customer_id;
  const prices = await pricesOf(basketPriceIds(input.basket));
  if (saved !== null && (await hasOpenSubscription(stripe, saved))) return { kind: "subscribed" };
  const customerId = saved ?? (await createCustomer(deps, input, started));
  if (typeof customerId !== "string") return customerId;
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer: customerId,
        client_reference_id: checkout.id,
        line_items: prices.map((price) => ({ price, quantity: 1 })),
        success_url: input.successUrl,
        cancel_url: input.cancelUrl,
        locale: "en-GB",
        ...(input.promotionCode === null
          ? {}
          : { discounts: [{ promotion_code: input.promotionCode }] }),
        metadata: { [CHECKOUT_METADATA_KEY]: checkout.id },
        subscription_data: { metadata: { [CHECKOUT_METADATA_KEY]: checkout.id } },
      },
      { idempotencyKey: `${checkout.id}.${customerId}` },
    );
    if (session.url === null) return null;
    await saveCheckoutSession(deps.db, {
      id: checkout.id,
      customerId,
      stripeSessionId: session.id,
      url: session.url,
    });
    return { kind: "pay", url: session.url };
  } catch (error) {
    if (isPromotionCodeRejected(error)) throw promotionCodeRejected();
    if (!isResourceMissing(error, "customer")) throw error;
    await markCustomerDeleted(deps.db, customerId);
    return { kind: "unusable_customer", customerId };
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
  started: Started,
): Promise<string | UnusableCustomer> {
  const isAccount = buyer.kind === "account";
  const email = isAccount ? started.email : guestEmail;
  const buyerKey = isAccount ? buyer.userId : buyer.guestKey;
  // Stripe rejects the same key with another email, and would return a deleted customer.
  const variant = hash("sha256", `${email} ${started.unusableCustomerId}`).slice(0, 16);
  const { id } = await payments.stripe.customers.create(
    {
      ...(email === null ? {} : { email }),
      metadata: isAccount ? { user_id: buyer.userId } : {},
    },
    { idempotencyKey: `customer.${buyerKey}.${variant}` },
  );
  const savedId = await saveCustomer(db, { id, buyer, email });
  return savedId ?? { kind: "unusable_customer", customerId: id };
}

/**
 * Finds a code for a former customer.
 *
 * @returns Stripe's id; null for a buyer with an open subscription
 * @throws {AppError} `code_refused`, or `unauthenticated`
 */
export async function findPromotionCode(
  deps: CheckoutDeps,
  buyer: CheckoutOwner,
  code: string,
): Promise<string | null> {
  if (buyer.kind === "guest") throw promotionCodeRejected();
  const { subscription } = await findUserSubscription(deps, buyer);
  if (subscription === null || subscription.status === "incomplete_expired") {
    throw promotionCodeRejected();
  }
  if (isOpen(subscription.status)) return null;
  const { data } = await deps.payments.stripe.promotionCodes.list({ code, active: true, limit: 1 });
  const [promotionCode] = data;
  if (promotionCode === undefined) throw promotionCodeRejected();
  return promotionCode.id;
}

/** The code was used up in the meantime, or is for another customer. */
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
