import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { CheckoutRequest } from "#contracts/api/checkout.ts";
import { type BasketFault, readBasket } from "#contracts/billing/basket.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { MESSAGES } from "#contracts/messages.ts";
import type { Buyer } from "#db/billing/open-checkout.ts";
import type { Payments } from "../adapters/payments.ts";
import { type CallerDeps, readCaller } from "../auth/account-caller.ts";
import { beginCheckout, type CheckoutDeps } from "../billing/begin-checkout.ts";
import { ownUrl } from "../billing/own-url.ts";
import { requirePayments } from "../billing/require-payments.ts";
import type { EdgeConfig } from "../config.ts";
import type { AppEnv } from "../http/env.ts";
import { jsonBody, refuseLargeBody, requireJson } from "../http/json-body.ts";
import { type RateLimiter, rateLimit } from "../http/rate-limit.ts";

// Several times the longest request that the contract lets through.
const BODY_MAX_BYTES = 32 * 1024;

const Uuid = z.uuid();

const FAULTS: Readonly<Record<BasketFault, string>> = {
  unknown_price: BILLING_MESSAGES.checkout.unknownPrice,
  no_plan: BILLING_MESSAGES.checkout.noPlan,
  several_plans: BILLING_MESSAGES.checkout.severalPlans,
  plan_not_first: BILLING_MESSAGES.checkout.planNotFirst,
  twice: BILLING_MESSAGES.checkout.twice,
};

export type StripeCheckoutDeps = Omit<CheckoutDeps, "payments"> & {
  config: Pick<EdgeConfig, "SITE_URL" | "JWT_AUD">;
  payments: Payments | null;
  limiter: RateLimiter;
  verifyToken: CallerDeps["verifyToken"];
};

/**
 * `POST /functions/v1/stripe-checkout`: answers with the page that takes the money for a plan and its add-ons, for whoever
 * is signed in and for guests. A guest's browser that wants its double clicks and tabs to be one names itself with a UUID in
 * `Idempotency-Key`. Whoever has a living subscription is led to it instead.
 */
export function stripeCheckoutRoutes(deps: StripeCheckoutDeps) {
  return new Hono<AppEnv>().post(
    "/",
    rateLimit(deps.limiter),
    bodyLimit({ maxSize: BODY_MAX_BYTES, onError: refuseLargeBody }),
    requireJson(),
    jsonBody(CheckoutRequest),
    async (c) => {
      const payments = requirePayments(deps.payments);
      const request = c.req.valid("json");
      const decision = readBasket(priceIdsOf(request));
      if (!decision.ok) throw new AppError("basket_refused", FAULTS[decision.why]);
      const { SITE_URL } = deps.config;
      const successUrl = ownUrl(request.successUrl, SITE_URL);
      const cancelUrl = ownUrl(request.cancelUrl, SITE_URL);
      if (successUrl === null || cancelUrl === null) {
        throw new AppError("url_not_allowed", BILLING_MESSAGES.checkout.foreignUrl, {
          details: successUrl === null ? "successUrl" : "cancelUrl",
        });
      }
      const buyer = await readBuyer(c, deps);
      const begun = await beginCheckout(
        { ...deps, payments },
        {
          buyer,
          basket: decision.basket,
          successUrl,
          cancelUrl,
          email: buyer.kind === "guest" ? (request.customerEmail?.toLowerCase() ?? null) : null,
        },
      );
      c.var.log.info("checkout_begun", { kind: begun.kind, buyer: buyer.kind });
      return c.json({ url: begun.kind === "subscribed" ? `${SITE_URL}/dashboard` : begun.url });
    },
  );
}

function priceIdsOf({ lineItems, priceId }: CheckoutRequest): string[] {
  return lineItems?.map((item) => item.priceId) ?? (priceId === undefined ? [] : [priceId]);
}

/** @throws {AppError} `unauthenticated`, or `invalid_idempotency_key` for a key that is no UUID */
async function readBuyer(c: Context<AppEnv>, deps: CallerDeps): Promise<Buyer> {
  const caller = await readCaller(c, deps);
  if (caller !== null) return { kind: "account", ...caller };
  const key = c.req.header("idempotency-key");
  if (key === undefined) return { kind: "guest", guestKey: crypto.randomUUID() };
  const guestKey = Uuid.safeParse(key.toLowerCase());
  if (!guestKey.success) {
    throw new AppError("invalid_idempotency_key", MESSAGES.refused.invalidIdempotencyKey);
  }
  return { kind: "guest", guestKey: guestKey.data };
}
