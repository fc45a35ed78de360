import type { Stripe } from "stripe";
import type { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { itemNames, toldItems } from "#contracts/billing/item-names.ts";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { CurrentUserIds } from "#db/accounts/sessions/current-user-sql.ts";
import { closeCheckoutSession } from "#db/billing/change-checkout-sessions.ts";
import { findCheckoutSession } from "#db/billing/find-checkout-sessions.ts";
import { findPurchase, type Purchase } from "#db/billing/find-purchases.ts";
import { paymentsOf } from "#db/billing/subscription-facts.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { syncCustomer } from "#db/stripe/sync-customer.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { readTokenUser } from "../http/current-user.ts";
import { type AppContext, newRoutes } from "../http/env.ts";
import { publishEvents } from "../http/publish-events.ts";
import { rateLimit } from "../http/rate-limit.ts";
import { toPayments, toUserSubscription } from "./wire.ts";

/**
 * `GET /functions/v1/checkout-session?session_id=`. Reads Stripe, because the webhook may come
 * later, but a known purchase at most once in ten seconds. Changes no owner: a link to this page may come from anybody.
 */
export function checkoutResultRoutes(deps: EdgeDeps) {
  return newRoutes().get("/", rateLimit(deps.apiLimiter), async (c) => {
    const currentUser = await readTokenUser(c, deps);
    const session = await readCheckoutSession(deps, c.req.query("session_id") ?? "");
    if (session.status !== "complete") {
      return c.json(withoutPurchase(session.status === "expired" ? "expired" : "open"));
    }
    const { customerId, subscriptionId } = session;
    if (customerId === null || subscriptionId === null) {
      return c.json(withoutPurchase("processing"));
    }
    const { allowed } = await deps.limits.take("purchase_sync", customerId);
    if (allowed || !session.isKnown) {
      await syncPurchase(c, deps, { sessionId: session.id, customerId, subscriptionId });
    }
    const purchase = await findPurchase(deps.db, {
      subscriptionId,
      viewerId: currentUser?.userId ?? null,
    });
    if (purchase === null) return c.json(withoutPurchase("processing"));
    if (purchase.email === ERASED_EMAIL) throw noSessionError();
    return c.json(toCheckoutResult(purchase, currentUser));
  });
}

/**
 * Syncs the customer of a complete session and closes the session.
 *
 * @throws {AppError} `not_found` for an unknown customer
 */
async function syncPurchase(
  c: AppContext,
  deps: EdgeDeps,
  {
    sessionId,
    customerId,
    subscriptionId,
  }: { sessionId: string; customerId: string; subscriptionId: string },
): Promise<void> {
  const { stripe } = requireStripe(deps.payments);
  const synced = await syncCustomer(
    { db: deps.db, stripe, ...c.var.events },
    { customerId, stripeEventId: null },
  );
  if (synced.outcome === "unknown_customer") throw noSessionError();
  if (synced.outcome === "synced") publishEvents(c, synced.events);
  await closeCheckoutSession(deps.db, sessionId, "complete", subscriptionId);
}

function toCheckoutResult(
  purchase: Purchase,
  currentUser: CurrentUserIds | null,
): CheckoutSessionResponse {
  return {
    outcome: purchase.status === "incomplete" ? "processing" : "complete",
    subscription: {
      ...toUserSubscription(purchase),
      // The session id alone opens the page, so it shows no card.
      payment_method_brand: null,
      payment_method_last4: null,
      cancel_at_period_end: purchase.cancelAtPeriodEnd,
    },
    addon_names: itemNames(toldItems(purchase.items.slice(1))),
    order_id: purchase.order?.id ?? null,
    amount_total: purchase.order?.amountPence ?? null,
    payments: toPayments(paymentsOf(purchase)),
    is_yours: currentUser !== null && purchase.userId === currentUser.userId,
    is_unclaimed: purchase.guestKey !== null,
    is_returning: purchase.wasCustomerBefore,
  };
}

function withoutPurchase(outcome: CheckoutSessionResponse["outcome"]): CheckoutSessionResponse {
  return {
    outcome,
    subscription: null,
    addon_names: "",
    order_id: null,
    amount_total: null,
    payments: [],
    is_yours: false,
    is_unclaimed: false,
    is_returning: false,
  };
}

const SESSION_ID = /^cs_[A-Za-z0-9_]{1,240}$/;

type CheckoutSession = Pick<Stripe.Checkout.Session, "id" | "status"> & {
  customerId: string | null;
  subscriptionId: string | null;
  /** Whether its purchase was read before. */
  isKnown: boolean;
};

/**
 * Asks Stripe only about a payment page that we opened, until its purchase was read.
 *
 * @throws {AppError} `not_found`, and what Stripe throws
 */
export async function readCheckoutSession(
  { db, payments }: Pick<EdgeDeps, "db" | "payments">,
  id: string,
): Promise<CheckoutSession> {
  const { stripe } = requireStripe(payments);
  const ours = SESSION_ID.test(id) ? await findCheckoutSession(db, id) : null;
  if (ours === null) throw noSessionError();
  if (ours.subscriptionId !== null) return { id, status: "complete", ...ours, isKnown: true };
  try {
    const { status, customer, subscription } = await stripe.checkout.sessions.retrieve(id);
    return {
      id,
      status,
      customerId: typeof customer === "string" ? customer : null,
      subscriptionId: typeof subscription === "string" ? subscription : null,
      isKnown: false,
    };
  } catch (error) {
    if (isResourceMissing(error)) throw noSessionError();
    throw error;
  }
}

function noSessionError(): AppError {
  return new AppError("not_found", BILLING_MESSAGES.checkout.noSession);
}
