import { type Context, Hono } from "hono";
import type { Stripe } from "stripe";
import type { CheckoutSessionAnswer } from "#contracts/api/checkout-session.ts";
import { planAndAddons } from "#contracts/billing/snapshot.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { claimPurchase } from "#db/billing/claim-purchase.ts";
import { closeCheckout } from "#db/billing/keep-checkout.ts";
import { readPurchase } from "#db/billing/read-purchase.ts";
import { syncCustomer } from "#db/billing/sync-customer.ts";
import type { CallerIds } from "#db/auth/account.ts";
import { isMissing, type Payments, reach } from "../adapters/payments.ts";
import type { Publish } from "../adapters/publish.ts";
import { announce, makeEvent } from "../auth/announce.ts";
import { type CallerDeps, readCaller, signInFirst } from "../auth/account-caller.ts";
import type { CheckoutDeps } from "../billing/begin-checkout.ts";
import { requirePayments } from "../billing/require-payments.ts";
import { toDiscounts } from "../billing/to-discounts.ts";
import type { AppEnv } from "../http/env.ts";
import { type RateLimiter, rateLimit } from "../http/rate-limit.ts";

const SESSION_ID = /^cs_[A-Za-z0-9_]{1,240}$/;

export type CheckoutSessionDeps = Omit<CheckoutDeps, "payments"> &
  CallerDeps & {
    payments: Payments | null;
    publish: Publish;
    limiter: RateLimiter;
  };

/**
 * `GET /functions/v1/checkout-session?session_id=`: what has become of a visit to the payment page. Who knows the id was
 * there: what a guest paid for belongs to the account that shows it first. The provider is asked and what it says is kept,
 * whether its own notification has come or not.
 */
export function checkoutSessionRoutes(deps: CheckoutSessionDeps) {
  return new Hono<AppEnv>().get("/", rateLimit(deps.limiter), async (c) => {
    const { stripe } = requirePayments(deps.payments);
    const sessionId = c.req.query("session_id") ?? "";
    if (!SESSION_ID.test(sessionId)) {
      throw new AppError("not_found", BILLING_MESSAGES.checkout.noSession);
    }
    const caller = await readCaller(c, deps);
    const session = await reach(() => stripe.checkout.sessions.retrieve(sessionId)).catch(
      (error: unknown) => {
        if (isMissing(error)) throw new AppError("not_found", BILLING_MESSAGES.checkout.noSession);
        throw error;
      },
    );
    return c.json(await answerFor(c, deps, stripe, session, caller));
  });
}

function nothingYet(outcome: CheckoutSessionAnswer["outcome"]): CheckoutSessionAnswer {
  return {
    outcome,
    subscription: null,
    addon_price_ids: [],
    order_id: null,
    amount_total: null,
    monthly_pence: null,
    discounts: [],
    is_yours: false,
  };
}

async function answerFor(
  c: Context<AppEnv>,
  deps: CheckoutSessionDeps,
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  caller: CallerIds | null,
): Promise<CheckoutSessionAnswer> {
  if (session.status !== "complete") {
    return nothingYet(session.status === "expired" ? "expired" : "open");
  }
  const { customer: customerId, subscription: subscriptionId } = session;
  if (typeof customerId !== "string" || typeof subscriptionId !== "string") {
    return nothingYet("processing");
  }
  if (caller !== null) await claim(c, deps, customerId, caller);
  const synced = await reach(() =>
    syncCustomer(
      { ...deps, reader: stripe },
      {
        customerId,
        correlationId: c.var.requestId,
        notificationId: null,
        graceMs: deps.publish.graceMs,
      },
    ),
  );
  if (synced.outcome === "unknown_customer") {
    throw new AppError("not_found", BILLING_MESSAGES.checkout.noSession);
  }
  if (synced.outcome === "synced") announce(c, deps, synced.events);
  await closeCheckout(deps.db, session.id, "complete");
  const purchase = await readPurchase(deps.db, subscriptionId);
  if (purchase === null) return nothingYet("processing");
  const isPaid = session.payment_status !== "unpaid";
  return {
    outcome: isPaid ? "complete" : "processing",
    subscription: purchase.subscription,
    addon_price_ids: planAndAddons(purchase.price_ids.map((priceId) => ({ priceId }))).addons,
    order_id: purchase.order?.id ?? null,
    amount_total: purchase.order?.amount_pence ?? null,
    monthly_pence: purchase.monthly_pence,
    discounts: toDiscounts(purchase.discounts),
    is_yours: caller !== null && purchase.user_id === caller.userId,
  };
}

/** Before the reading, so that it knows whose the purchase is. Somebody else's stays theirs. */
async function claim(
  c: Context<AppEnv>,
  deps: CheckoutSessionDeps,
  customerId: string,
  { userId, sessionId }: CallerIds,
): Promise<void> {
  const event = makeEvent(
    c,
    deps,
    "PurchaseClaimed",
    { kind: "user", userId },
    { customerId, userId, proof: "session" },
  );
  const { isLive, isNew } = await claimPurchase(deps.db, {
    event,
    sessionId,
    graceMs: deps.publish.graceMs,
  });
  if (!isLive) throw signInFirst();
  if (isNew) announce(c, deps, [event]);
}
