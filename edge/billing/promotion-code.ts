import type { Stripe } from "stripe";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import {
  COMEBACK_CODE,
  promotionCodeError,
  type PromotionCodeError,
} from "#contracts/billing/promotion-code.ts";
import { CURRENCY } from "#contracts/catalogue.ts";
import { AppError } from "#contracts/errors.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import type { CheckoutOwner } from "#db/billing/change-checkout-sessions.ts";
import { findBuyerHistory } from "#db/billing/find-buyer-history.ts";
import { isInvalidRequest } from "#db/stripe/errors.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { COUPON_FOR_KEY } from "#db/stripe/metadata-keys.ts";
import { listAll } from "#db/stripe/with-archived.ts";
import type { StripeGateway } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import { requireSignedIn } from "../http/current-user.ts";

const CODE_MESSAGES: Readonly<Record<PromotionCodeError, string>> = {
  other_customers: BILLING_MESSAGES.checkout.badCode,
  used: BILLING_MESSAGES.checkout.codeUsed,
  ended_unpaid: BILLING_MESSAGES.checkout.codeAfterUnpaid,
  below_minimum: BILLING_MESSAGES.checkout.codeBelowMinimum,
};

/** Stripe's own rule. */
const CODE = /^[A-Za-z0-9-]+$/;

type PromotionCodeDeps = Pick<EdgeDeps, "db" | "now"> & { payments: StripeGateway };

type UsableCode = {
  readonly id: string;
  readonly coupon: Stripe.Coupon;
  readonly minimumPence: number | null;
};

/**
 * Finds a promotion code that the buyer may use. A guest counts as a new customer.
 *
 * @param asked.basketPence null while nothing is chosen
 * @returns null for a buyer with an open subscription
 * @throws {AppError} `code_refused`, or `unauthenticated`
 */
export async function findPromotionCode(
  { db, now, payments }: PromotionCodeDeps,
  buyer: CheckoutOwner,
  { code, basketPence }: { code: string; basketPence: number | null },
): Promise<UsableCode | null> {
  const history = requireSignedIn(await findBuyerHistory(db, buyer, now().toISOString()));
  if (history.isSubscribed) return null;
  const comebackError = promotionCodeError(history, COMEBACK_CODE, basketPence);
  // Refused without a request to Stripe.
  if (code.toLowerCase() === COMEBACK_OFFER.code && comebackError !== null) {
    throw codeRefusedError(comebackError);
  }
  if (!CODE.test(code)) throw codeRefusedError("other_customers");
  // Each customer may have a code of their own under the same name.
  const codes = await listAll(
    payments.stripe.promotionCodes.list({
      code,
      active: true,
      limit: 100,
      expand: ["data.promotion.coupon.applies_to"],
    }),
  );
  const errors: PromotionCodeError[] = [];
  const isPersonal = ({ customer }: Stripe.PromotionCode) => customer !== null;
  for (const found of codes.toSorted((a, b) => Number(isPersonal(b)) - Number(isPersonal(a)))) {
    const { coupon } = found.promotion;
    if (coupon === null || typeof coupon === "string") continue;
    if (isPersonal(found) && idOf(found.customer) !== history.customerId) continue;
    const minimumPence = minimumPenceOf(found);
    const error = promotionCodeError(
      history,
      { couponId: coupon.id, isForReturning: isForReturning(found, coupon), minimumPence },
      basketPence,
    );
    if (error === null) return { id: found.id, coupon, minimumPence };
    errors.push(error);
  }
  throw codeRefusedError(errors[0] ?? "other_customers");
}

/** One in another currency is left to Stripe. */
function minimumPenceOf({ restrictions }: Stripe.PromotionCode): number | null {
  const { minimum_amount: amount, minimum_amount_currency: currency } = restrictions;
  return currency === CURRENCY ? amount : null;
}

function isForReturning(
  { customer, restrictions }: Stripe.PromotionCode,
  { metadata }: Stripe.Coupon,
): boolean | null {
  // Stripe refuses it to whoever has paid.
  if (restrictions.first_time_transaction) return false;
  return customer === null ? metadata?.[COUPON_FOR_KEY] === "returning" : null;
}

/**
 * Whether Stripe refuses to open a session because its code was used up in the meantime or is for other customers.
 * Stripe's error names a parameter, a code or neither.
 */
export function isPromotionCodeRejected(error: unknown): boolean {
  return (
    isInvalidRequest(error) &&
    (/^(discounts|promotion_code|coupon)/.test(error.param ?? error.code ?? "") ||
      /promotion code/i.test(error.message))
  );
}

export function codeRefusedError(error: PromotionCodeError): AppError {
  const message = CODE_MESSAGES[error];
  return new AppError("code_refused", message, { details: message });
}
