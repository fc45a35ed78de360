import { hash } from "node:crypto";
import type { Stripe } from "stripe";
import type { StoredPurchaseConversion } from "#contracts/api/conversion.ts";
import { type Basket, basketPriceIds } from "#contracts/billing/basket.ts";
import { isOpen } from "#contracts/billing/subscription-status.ts";
import { COMPANY, COUNTRY_NAMES_SOLD_TO, legalLineOf } from "#contracts/company.ts";
import { HOUR_MS } from "#contracts/durations.ts";
import {
  closeCheckoutSession,
  saveCheckoutSession,
  type CheckoutOwner,
  startCheckout,
  type StartedCheckout,
} from "#db/billing/change-checkout-sessions.ts";
import { markCustomerDeleted, saveCustomer } from "#db/billing/change-customers.ts";
import { retry } from "#db/retry.ts";
import { isInvalidRequest, isResourceMissing } from "#db/stripe/errors.ts";
import { CHECKOUT_METADATA_KEY } from "#db/stripe/metadata-keys.ts";
import { isBesidePlan } from "#db/stripe/subscription-state.ts";
import { hashOf } from "#db/stripe/with-archived.ts";
import type { StripeGateway } from "../adapters/stripe-gateway.ts";
import { consumeForIp } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn } from "../http/current-user.ts";
import { rateLimitedError } from "../http/rate-limit.ts";
import { isPromotionCodeRejected, codeRefusedError } from "./promotion-code.ts";

type CheckoutDeps = Pick<EdgeDeps, "limits" | "db" | "makeId" | "now"> & {
  payments: StripeGateway;
};

type CreateCheckoutSession = {
  buyer: CheckoutOwner;
  /** The browser's, as Cloudflare reports it. */
  ip: string | undefined;
  basket: Basket;
  successUrl: string;
  cancelUrl: string;
  email: string | null;
  /** Stripe's id. */
  promotionCode: string | null;
  /** Meta is told of it; it is no part of the session's identity. */
  conversion: StoredPurchaseConversion | null;
};

type CheckoutSessionResult = { outcome: "pay" | "paid"; url: string } | { outcome: "subscribed" };

// Stripe keeps sessions and idempotency keys for a day: a key never returns an expired session.
const SESSION_LIFETIME_MS = 23 * HOUR_MS;

/** An attempt may find an expired session or a deleted customer; the next one starts anew. */
const ATTEMPTS_MAX = 3;

/**
 * Creates a checkout session for a basket, or finds the open one. The row's id is Stripe's
 * idempotency key.
 *
 * @throws {AppError} `unauthenticated`, `code_refused`, `rate_limited`, and what Stripe throws
 */
export async function createCheckoutSession(
  deps: CheckoutDeps,
  input: CreateCheckoutSession,
): Promise<CheckoutSessionResult> {
  let unusableCustomerId: string | null = null;
  const attempt = async (): Promise<CheckoutSessionResult | null> => {
    const now = deps.now();
    const started = requireSignedIn(
      await startCheckout(deps.db, {
        id: deps.makeId("checkout"),
        buyer: input.buyer,
        basketHash: hashBasket(input),
        priceIds: basketPriceIds(input.basket),
        at: now.toISOString(),
        expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
        conversion: input.conversion,
      }),
    );
    const { checkout } = started;
    if (checkout === null) return { outcome: "subscribed" };
    const session: CheckoutSessionResult | UnusableCustomer | null =
      checkout.stripeSessionId === null
        ? await openSession(deps, input, { ...started, unusableCustomerId }, checkout)
        : await findOpenSession(deps, checkout.stripeSessionId);
    if (session?.outcome !== "unusable_customer") return session;
    unusableCustomerId = session.customerId;
    return null;
  };
  const { isRetired } = deps.payments;
  const result = await retry(attempt, { attempts: ATTEMPTS_MAX, isStale: isRetired });
  if (result === null) throw new Error("no attempt gave an open checkout session");
  return result;
}

function hashBasket(input: CreateCheckoutSession): string {
  const { basket, successUrl, cancelUrl, email, promotionCode } = input;
  // A session that was opened at an earlier price sells at that price.
  const pence = [basket.plan, ...basket.addons].reduce((sum, item) => sum + item.pricePence, 0);
  const parts = [basketPriceIds(basket), pence, successUrl, cancelUrl, email];
  return hash("sha256", JSON.stringify(promotionCode === null ? parts : [...parts, promotionCode]));
}

/** A customer that Stripe deleted, or that belongs to another buyer. */
type UnusableCustomer = { outcome: "unusable_customer"; customerId: string };
type Started = StartedCheckout & { unusableCustomerId: string | null };
type CheckoutRow = NonNullable<StartedCheckout["checkout"]>;

async function findOpenSession(
  { db, payments }: CheckoutDeps,
  sessionId: string,
): Promise<CheckoutSessionResult | null> {
  const session = await payments.stripe.checkout.sessions.retrieve(sessionId);
  if (session.status === "open" && session.url !== null) {
    return { outcome: "pay", url: session.url };
  }
  if (session.status === "complete") {
    await closeCheckoutSession(db, sessionId, "complete");
    const url = (session.success_url ?? "").replace("{CHECKOUT_SESSION_ID}", sessionId);
    return { outcome: "paid", url };
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
  const { stripe, pricesOf, getTaxRates } = deps.payments;
  const savedCustomerId = started.customerId;
  if (savedCustomerId === null && input.buyer.kind === "guest") {
    const { allowed } = await consumeForIp(input.ip, deps, "guest_checkout");
    if (!allowed) throw rateLimitedError();
  }
  const [prices, taxRates] = await Promise.all([
    pricesOf(basketPriceIds(input.basket)),
    getTaxRates(),
  ]);
  if (savedCustomerId !== null && (await hasOpenSubscription(stripe, savedCustomerId))) {
    return { outcome: "subscribed" };
  }
  const customerId = savedCustomerId ?? (await createCustomer(deps, input, started));
  if (typeof customerId !== "string") return customerId;
  const params = sessionParams(input, { checkoutId: checkout.id, customerId, prices, taxRates });
  try {
    const session = await stripe.checkout.sessions.create(params, {
      // A deploy or a new price changes the parameters, which Stripe refuses under one key.
      idempotencyKey: `${checkout.id}.${hashOf(params)}`,
    });
    if (session.url === null) return null;
    await saveCheckoutSession(deps.db, {
      id: checkout.id,
      customerId,
      stripeSessionId: session.id,
      url: session.url,
    });
    return { outcome: "pay", url: session.url };
  } catch (error) {
    if (input.promotionCode !== null && isPromotionCodeRejected(error)) {
      throw codeRefusedError("other_customers");
    }
    if (!isResourceMissing(error, "customer")) throw error;
    await markCustomerDeleted(deps.db, customerId);
    return { outcome: "unusable_customer", customerId };
  }
}

type SessionParts = {
  checkoutId: string;
  customerId: string;
  /** Stripe's ids. */
  prices: readonly string[];
  taxRates: string[];
};

function sessionParams(
  { successUrl, cancelUrl, promotionCode }: CreateCheckoutSession,
  { checkoutId, customerId, prices, taxRates }: SessionParts,
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    customer: customerId,
    client_reference_id: checkoutId,
    line_items: prices.map((price) => ({ price, quantity: 1 })),
    success_url: successUrl,
    cancel_url: cancelUrl,
    locale: "en-GB",
    // Stripe's Dashboard can switch on payment methods that take days, and other currencies. These fields overrule it.
    allowed_payment_method_types: ["card"],
    wallet_options: { link: { display: "never" } },
    adaptive_pricing: { enabled: false },
    ...(promotionCode === null ? {} : { discounts: [{ promotion_code: promotionCode }] }),
    metadata: { [CHECKOUT_METADATA_KEY]: checkoutId },
    // For invoices. Without `name: "auto"` Stripe rejects `tax_id_collection`.
    billing_address_collection: "required",
    customer_update: { name: "auto", address: "auto" },
    tax_id_collection: { enabled: taxRates.length > 0 },
    // Stripe limits the countries of shipping addresses only.
    custom_text: { submit: { message: `We sell to: ${COUNTRY_NAMES_SOLD_TO}.` } },
    subscription_data: {
      default_tax_rates: taxRates,
      metadata: { [CHECKOUT_METADATA_KEY]: checkoutId },
    },
  };
}

/** Asks Stripe: the webhook of a minute ago may not have arrived. */
async function hasOpenSubscription(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    const { data } = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
    return data.some((subscription) => isOpen(subscription.status) && !isBesidePlan(subscription));
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
  const create = async (params: Stripe.CustomerCreateParams) => {
    // Stripe rejects the same key with other parameters, and would return a deleted customer.
    const variant = hashOf([params, started.unusableCustomerId]);
    const { id } = await payments.stripe.customers.create(params, {
      idempotencyKey: `customer.${buyerKey}.${variant}`,
    });
    return id;
  };
  const params = {
    invoice_settings: { footer: legalLineOf(COMPANY) },
    metadata: isAccount ? { user_id: buyer.userId } : {},
  };
  const id = await create({ ...params, ...(email === null ? {} : { email }) }).catch(
    (error: unknown) => {
      // Stripe is stricter than we are, and asks for the address itself.
      if (isInvalidRequest(error) && error.code === "email_invalid") return create(params);
      throw error;
    },
  );
  const savedId = await saveCustomer(db, { id, buyer, email });
  return savedId ?? { outcome: "unusable_customer", customerId: id };
}
