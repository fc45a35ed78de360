import { filter, find, update } from "../find.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import {
  type CouponTerms,
  type DiscountAmount,
  discountEnd,
  spreadDiscounts,
} from "../money/discounts.ts";
import type { Kinds } from "../wire.ts";
import { emit, newId, nowOf, type World } from "../world.ts";
import { checkRedeemable } from "./coupons.ts";

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
    throw paramError("Each discount must have exactly one of: coupon, promotion_code, discount.", {
      param: "discounts",
    });
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
  // Stripe's answers name neither a code nor a parameter.
  if (isOver) throw apiError("This promotion code cannot be redeemed.");
  if (code.restrictions.first_time_transaction && hasTransactions(world, customer)) {
    throw apiError(
      "This promotion code cannot be redeemed because the associated customer has prior transactions.",
    );
  }
}

/** Open invoices count, and those of nothing. */
function hasTransactions(world: World, customer: string | null): boolean {
  const found = filter(
    world,
    "invoice",
    (one) => one.customer === customer && (one.status === "open" || one.status === "paid"),
  );
  return customer !== null && found.length > 0;
}

/** @throws {ApiError} for a promotion code that asks for more than is bought */
export function checkMinimum(chosen: readonly ChosenCoupon[], subtotal: number): void {
  const isBelow = chosen.some(
    ({ promotionCode }) => subtotal < (promotionCode?.restrictions.minimum_amount ?? 0),
  );
  if (isBelow) {
    throw apiError(
      "This promotion code cannot be redeemed because the total is below its minimum amount.",
    );
  }
}

export function createDiscount(
  world: World,
  { coupon, promotionCode }: ChosenCoupon,
  owner: {
    customer: string;
    subscription: string | null;
    item?: string;
    session?: string | null;
    at: number;
  },
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
    subscription_item: owner.item ?? null,
  };
  world.store.put("discount", discount);
  world.store.put("redeemed", { id: discount.id, coupon, products: coverageOf(world, coupon) });
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

export function coverageOf(world: World, coupon: Kinds["coupon"]): string[] | null {
  return world.store.get("coverage", coupon.id)?.products ?? null;
}

export function termsOf(coupon: Kinds["coupon"], products: readonly string[] | null): CouponTerms {
  return {
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    duration: coupon.duration,
    durationInMonths: coupon.duration_in_months,
    products,
  };
}

export function discountsAt(world: World, ids: readonly string[], at: number): Discount[] {
  return ids.flatMap((id) => {
    const discount = world.store.get("discount", id);
    return discount !== undefined && isOn(discount, at) ? [discount] : [];
  });
}

function isOn({ end }: Discount, at: number): boolean {
  return end === null || end > at;
}

/** A subscription without a discount inherits the customer's. */
export function discountsOrCustomers(
  world: World,
  customer: string,
  ids: readonly string[],
  at: number,
): Discount[] {
  const own = discountsAt(world, ids, at);
  const { discount } = find(world, "customer", customer);
  return own.length === 0 && discount != null && isOn(discount, at) ? [discount] : own;
}

/** As the team does it in the Dashboard: the API has no parameter for it. */
export function discountCustomer(world: World, customer: Kinds["customer"], id: string): Discount {
  const at = nowOf(world, customer.id);
  const chosen = chooseCoupon(world, { coupon: id }, customer.id, at);
  const discount = createDiscount(world, chosen, {
    customer: customer.id,
    subscription: null,
    at,
  });
  update(world, "customer", find(world, "customer", customer.id), { discount });
  return discount;
}

export function endCustomerDiscount(world: World, customer: string, at: number): void {
  const before = find(world, "customer", customer);
  if (before.discount == null) return;
  endDiscount(world, before.discount.id, at);
  update(world, "customer", before, { discount: null });
}

/** Discounts of single items come first. */
export function discountLines(
  world: World,
  lines: readonly {
    readonly amount: number;
    readonly discountable: boolean;
    readonly product: string;
    /** Discounts of its subscription item. */
    readonly discounts: readonly string[];
  }[],
  discounts: readonly Discount[],
): DiscountAmount[][] {
  const withTerms = (id: string) => {
    const redeemed = world.store.get("redeemed", id);
    return redeemed === undefined
      ? []
      : [{ id, terms: termsOf(redeemed.coupon, redeemed.products) }];
  };
  const ofItems = lines.flatMap((line, index) =>
    line.discounts.flatMap(withTerms).map((one) => ({ ...one, line: index })),
  );
  return spreadDiscounts(lines, [...ofItems, ...discounts.flatMap(({ id }) => withTerms(id))]);
}
