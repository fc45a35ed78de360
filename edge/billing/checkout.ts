import {
  CheckoutRequest,
  type CheckoutResponse,
  PromotionCodeRequest,
  type PromotionCodeResponse,
} from "#contracts/api/checkout.ts";
import { type Basket, type BasketError, parseBasket } from "#contracts/billing/basket.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { CheckoutOwner } from "#db/billing/change-checkout-sessions.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import { consumeForVisitor, refundToVisitor } from "../auth/limits/require-allowed.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireCaptcha } from "../http/captcha.ts";
import { type CurrentUserDeps, readTokenUser } from "../http/current-user.ts";
import type { AppContext } from "../http/env.ts";
import { readIdempotencyKey } from "../http/idempotency-key.ts";
import { takeJson } from "../http/json-body.ts";
import { rateLimitedError, visitorKey } from "../http/rate-limit.ts";
import { readUserAgent } from "../http/request-headers.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";
import { findPromotionCode, codeRefusedError } from "./promotion-code.ts";
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
export const checkoutRoutes = (deps: EdgeDeps) =>
  takeJson(deps, BODY_MAX_BYTES, CheckoutRequest, async (c, request) => {
    const payments = requireStripe(deps.payments);
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
  });

/**
 * Requires a captcha of a guest whose network has begun several checkouts: a fraudster begins many to test stolen
 * cards.
 *
 * @returns whether it was solved
 */
async function requireCaptchaOfManyGuests(c: AppContext, deps: EdgeDeps): Promise<boolean> {
  if (deps.captcha === null) return false;
  const { allowed } = await consumeForVisitor(c, deps, "checkout_captcha");
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

const CODE_MAX_BYTES = 1_024;

/** `POST /functions/v1/promotion-code`: the checkout asks when the code is typed. */
export const checkPromotionCodeRoutes = (deps: EdgeDeps) =>
  takeJson(deps, CODE_MAX_BYTES, PromotionCodeRequest, async (c, { code }) => {
    const payments = requireStripe(deps.payments);
    const buyer = await readBuyer(c, deps);
    const found = await withLimitedCodes(c, deps, () =>
      findPromotionCode({ ...deps, payments }, buyer, { code, basketPence: null }),
    );
    // A running subscription is changed, not bought.
    if (found === null) throw codeRefusedError("other_customers");
    const { percent_off, amount_off, duration, duration_in_months, applies_to } = found.coupon;
    return c.json<PromotionCodeResponse>({
      percent_off,
      amount_off_pence: amount_off,
      months: duration === "once" ? 1 : duration_in_months,
      product_ids: applies_to?.products ?? null,
      minimum_pence: found.minimumPence,
    });
  });

/**
 * Counts a visitor's promotion code as refused until it is found: beyond the limit each needs a captcha, if there is one.
 *
 * @param hasSolved the request's captcha, which is good once
 * @throws {AppError} `captcha_failed`, `rate_limited`, and what `find` throws
 */
async function withLimitedCodes<T>(
  c: AppContext,
  deps: Pick<EdgeDeps, "limits" | "captcha">,
  find: () => Promise<T>,
  hasSolved = false,
): Promise<T> {
  const { captcha } = deps;
  const { allowed } = await consumeForVisitor(c, deps, "refused_code");
  if (!allowed && captcha === null) throw rateLimitedError();
  if (!allowed && captcha !== null && !hasSolved) await requireCaptcha(c, captcha, "checkout");
  const found = await find();
  if (allowed) await refundToVisitor(c, deps, "refused_code");
  return found;
}

/** A guest is known by the key that the browser keeps. */
async function readBuyer(c: AppContext, deps: CurrentUserDeps): Promise<CheckoutOwner> {
  const currentUser = await readTokenUser(c, deps);
  if (currentUser !== null) return { kind: "account", ...currentUser };
  const guestKey = readIdempotencyKey(c, visitorKey(c.req.header("cf-connecting-ip")));
  return { kind: "guest", guestKey };
}
