import { throwApiError, throwParamError } from "../http/stripe-error.ts";
import {
  type CouponTerms,
  type DiscountAmount,
  discountEnd,
  spreadDiscounts,
} from "../money/discounts.ts";
import { checkRedeemable } from "./coupons.ts";
import { filter, find, update } from "../find.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, type World } from "../world.ts";

type Discount = Kinds["discount"];

export interface DiscountChoice {
  readonly coupon?: string | undefined;
  readonly promotion_code?: string | undefined;
  readonly discount?: string | undefined;
}

export interface ChosenCoupon {
  readonly coupon: Kinds["coupon"];
  readonly promotionCode: Kinds["promotion_code"] | null;
}

/**
 * Resolves a coupon or promotion code.
 *
 * @throws {ApiError} for none, several, or one that is not redeemable
 */
export function chooseCoupon(
  world: World,
  choice: DiscountChoice,
  customer: string | null,
  at: number,
): ChosenCoupon {
  const names = [choice.coupon, choice.promotion_code, choice.discount];
  if (names.filter((name) => name !== undefined).length !== 1) {
    throw throwParamError(
      "Each discount must have exactly one of: coupon, promotion_code, discount.",
      { param: "discounts" },
    );
  }
  const promotionCode =
    choice.promotion_code === undefined
      ? null
      : find(world, "promotion_code", choice.promotion_code, "discounts[0][promotion_code]");
  if (promotionCode !== null) checkPromotionCode(world, promotionCode, customer, at);
  const couponId = choice.coupon ?? promotionCode?.promotion.coupon ?? "";
  const coupon = find(world, "coupon", couponId, "discounts[0][coupon]");
  checkRedeemable(world, coupon, at);
  return { coupon, promotionCode };
}

function checkPromotionCode(
  world: World,
  code: Kinds["promotion_code"],
  customer: string | null,
  at: number,
): void {
  const isOver =
    !code.active ||
    (code.expires_at !== null && code.expires_at <= at) ||
    (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) ||
    (code.customer !== null && code.customer !== customer);
  const hasPaid =
    code.restrictions.first_time_transaction &&
    customer !== null &&
    filter(world, "invoice", (one) => one.customer === customer && one.amount_paid > 0).length > 0;
  if (isOver || hasPaid) {
    throw throwApiError("This promotion code cannot be redeemed.", {
      code: "promotion_code_invalid",
      param: "promotion_code",
    });
  }
}

export function createDiscount(
  world: World,
  { coupon, promotionCode }: ChosenCoupon,
  owner: { customer: string; subscription: string; session?: string | null; at: number },
): Discount {
  const discount: Discount = {
    id: newId("di"),
    object: "discount",
    checkout_session: owner.session ?? null,
    customer: owner.customer,
    customer_account: null,
    end: discountEnd(
      { duration: coupon.duration, durationInMonths: coupon.duration_in_months },
      owner.at,
    ),
    invoice: null,
    invoice_item: null,
    promotion_code: promotionCode?.id ?? null,
    source: { coupon: coupon.id, type: "coupon" },
    start: owner.at,
    subscription: owner.subscription,
    subscription_item: null,
  };
  world.store.put("discount", discount);
  const redeemed = coupon.times_redeemed + 1;
  update(world, "coupon", coupon, {
    times_redeemed: redeemed,
    valid: coupon.max_redemptions === null || redeemed < coupon.max_redemptions,
  });
  if (promotionCode !== null) {
    update(world, "promotion_code", promotionCode, {
      times_redeemed: promotionCode.times_redeemed + 1,
    });
  }
  emit(world, "customer.discount.created", discount, owner.at);
  return discount;
}

export function endDiscount(world: World, id: string, at: number): void {
  const discount = world.store.get("discount", id);
  if (discount !== undefined) emit(world, "customer.discount.deleted", discount, at);
}

export function termsOf(coupon: Kinds["coupon"]): CouponTerms {
  return {
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    duration: coupon.duration,
    durationInMonths: coupon.duration_in_months,
    products: coupon.applies_to?.products ?? null,
  };
}

export function discountsAt(world: World, ids: readonly string[], at: number): Discount[] {
  return ids.flatMap((id) => {
    const discount = world.store.get("discount", id);
    const isOn = discount !== undefined && (discount.end === null || discount.end > at);
    return isOn ? [discount] : [];
  });
}

export function discountLines(
  world: World,
  lines: readonly {
    readonly amount: number;
    readonly discountable: boolean;
    readonly product: string;
  }[],
  discounts: readonly Discount[],
): DiscountAmount[][] {
  return spreadDiscounts(
    lines,
    discounts.flatMap(({ id, source }) => {
      const coupon = world.store.get("coupon", source.coupon ?? "");
      return coupon === undefined ? [] : [{ id, terms: termsOf(coupon) }];
    }),
  );
}
