import { type Context, Hono } from "hono";
import { z } from "zod";
import { CheckoutRequest } from "#contracts/api/checkout.ts";
import { type Basket, type BasketFault, readBasket } from "#contracts/billing/basket.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/billing/messages.ts";
import { MESSAGES } from "#contracts/messages.ts";
import type { Buyer } from "#db/billing/open-checkout.ts";
import type { Payments } from "../adapters/payments.ts";
import { type CallerDeps, readCaller } from "../auth/account-caller.ts";
import { beginCheckout, type CheckoutDeps } from "../billing/begin-checkout.ts";
import { findCode } from "../billing/find-code.ts";
import { ownUrl } from "../billing/own-url.ts";
import { requirePayments } from "../billing/require-payments.ts";
import type { EdgeConfig } from "../config.ts";
import type { AppEnv } from "../http/env.ts";
import { takesJson } from "../http/json-body.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { readUserAgent } from "../http/user-agent.ts";

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
 * `Idempotency-Key`. Whoever has a living subscription is led to the page that changes it instead. A `code` makes it
 * cheaper for whoever had one and comes back. What the advertiser may be told stays with us until it is paid.
 */
export function stripeCheckoutRoutes(deps: StripeCheckoutDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...takesJson(deps.limiter, BODY_MAX_BYTES, CheckoutRequest),
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
      const checkoutDeps = { ...deps, payments };
      const { code, conversion } = request;
      const promotionCode = code === undefined ? null : await findCode(checkoutDeps, buyer, code);
      const begun = await beginCheckout(checkoutDeps, {
        buyer,
        promotionCode,
        basket: decision.basket,
        successUrl,
        cancelUrl,
        email: buyer.kind === "guest" ? (request.customerEmail?.toLowerCase() ?? null) : null,
        conversion:
          conversion === undefined
            ? null
            : { ...conversion, user_agent: readUserAgent(c.req.header("user-agent")) },
      });
      c.var.log.info("checkout_begun", { kind: begun.kind, buyer: buyer.kind });
      const url = begun.kind === "subscribed" ? changePageOf(SITE_URL, decision.basket) : begun.url;
      return c.json({ url });
    },
  );
}

/** Our own page that shows what a basket changes in the subscription that is there. */
function changePageOf(siteUrl: string, { plan, addons }: Basket): string {
  const query = new URLSearchParams([
    ["plan", plan.priceId],
    ...addons.map(({ priceId }) => ["add", priceId]),
  ]);
  return `${siteUrl}/change-plan?${query.toString()}`;
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
