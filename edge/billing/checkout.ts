import { type Context, Hono } from "hono";
import { CheckoutRequest, type CheckoutResponse } from "#contracts/api/checkout.ts";
import { type Basket, type BasketError, parseBasket } from "#contracts/billing/basket.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import { consumeForVisitor } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireCaptcha } from "../http/captcha.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";
import { readUserAgent } from "../http/user-agent.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";
import { withLimitedCodes } from "./limit-codes.ts";
import { findPromotionCode } from "./promotion-code.ts";
import { readBuyer } from "./read-buyer.ts";
import { requireSiteUrl } from "./require-site-url.ts";

const BODY_MAX_BYTES = 32 * 1_024;

const BASKET_MESSAGES: Readonly<Record<BasketError, string>> = {
  unknown_price: BILLING_MESSAGES.checkout.unknownPrice,
  no_plan: BILLING_MESSAGES.checkout.noPlan,
  several_plans: BILLING_MESSAGES.checkout.severalPlans,
  plan_not_first: BILLING_MESSAGES.checkout.planNotFirst,
  included: BILLING_MESSAGES.checkout.included,
  twice: BILLING_MESSAGES.checkout.twice,
};

/** `POST /functions/v1/stripe-checkout`. */
export function checkoutRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, CheckoutRequest),
    async (c) => {
      const payments = requireStripe(deps.payments);
      const request = c.req.valid("json");
      const decision = parseBasket(priceIdsOf(request));
      if (!decision.ok) throw new AppError("basket_refused", BASKET_MESSAGES[decision.error]);
      const { SITE_URL } = deps.config;
      const successUrl = requireSiteUrl(request.successUrl, SITE_URL, "successUrl");
      const cancelUrl = requireSiteUrl(request.cancelUrl, SITE_URL, "cancelUrl");
      const buyer = await readBuyer(c, deps);
      const hasSolved = buyer.kind === "guest" && (await requireCaptchaOfManyGuests(c, deps));
      const checkoutDeps = { ...deps, payments };
      const { code, conversion } = request;
      const { plan, addons } = decision.basket;
      const basketPence = [plan, ...addons].reduce((sum, { pricePence }) => sum + pricePence, 0);
      const promotionCode =
        code === undefined
          ? null
          : await withLimitedCodes(
              c,
              deps,
              () => findPromotionCode(checkoutDeps, buyer, { code, basketPence }),
              hasSolved,
            );
      const result = await createCheckoutSession(checkoutDeps, {
        buyer,
        ip: c.req.header("cf-connecting-ip"),
        promotionCode: promotionCode?.id ?? null,
        basket: decision.basket,
        successUrl,
        cancelUrl,
        email: buyer.kind === "guest" ? (request.customerEmail?.toLowerCase() ?? null) : null,
        conversion:
          conversion === undefined
            ? null
            : { ...conversion, user_agent: readUserAgent(c.req.header("user-agent")) },
      });
      // A guest has no plan-change page.
      if (result.outcome === "subscribed" && buyer.kind === "guest") {
        throw new AppError("subscription_active", BILLING_MESSAGES.checkout.guestSubscribed);
      }
      c.var.log.info("checkout_begun", { kind: result.outcome, buyer: buyer.kind });
      const url =
        result.outcome === "subscribed" ? planChangeUrl(SITE_URL, decision.basket) : result.url;
      return c.json<CheckoutResponse>({ url });
    },
  );
}

/**
 * Requires a captcha of a guest whose network has begun several checkouts: a fraudster begins many to test stolen
 * cards.
 *
 * @returns whether it was solved
 */
async function requireCaptchaOfManyGuests(c: Context<AppEnv>, deps: EdgeDeps): Promise<boolean> {
  if (deps.captcha === null) return false;
  const { allowed } = await consumeForVisitor(c, { limits: deps.authLimits }, "checkout_captcha");
  if (!allowed) await requireCaptcha(c, deps.captcha, "checkout");
  return !allowed;
}

function planChangeUrl(siteUrl: string, { plan, addons }: Basket): string {
  const query = new URLSearchParams([
    ["plan", plan.priceId],
    ...addons.map(({ priceId }) => ["add", priceId]),
  ]);
  return `${siteUrl}/change-plan?${query.toString()}`;
}

function priceIdsOf({ lineItems, priceId }: CheckoutRequest): string[] {
  return lineItems?.map((item) => item.priceId) ?? (priceId === undefined ? [] : [priceId]);
}
