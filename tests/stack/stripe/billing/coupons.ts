import { filter, update } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import type { World } from "../world.ts";

type Coupon = Kinds["coupon"];

export function checkRedeemable(world: World, coupon: Coupon, at: number): void {
  const isOver = coupon.redeem_by !== null && coupon.redeem_by <= at;
  const isUsedUp =
    coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  if (!isOver && !isUsedUp) return;
  if (coupon.valid) update(world, "coupon", coupon, { valid: false });
  throw apiError(`Coupon expired: ${coupon.id}`, { code: "coupon_expired", param: "coupon" });
}

export function findPromotionCode(world: World, code: string): Kinds["promotion_code"] | null {
  const [found] = filter(
    world,
    "promotion_code",
    (one) => one.active && isSameCode(one.code, code),
  );
  return found ?? null;
}

/** Promotion codes are case-insensitive. */
export function isSameCode(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}
