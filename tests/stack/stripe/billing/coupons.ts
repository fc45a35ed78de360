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

/** @throws {ApiError} for a code that its customer, or everybody, has already */
export function checkCodeIsFree(
  world: World,
  { id, code, customer }: Pick<Kinds["promotion_code"], "id" | "code" | "customer">,
): void {
  const taken = filter(
    world,
    "promotion_code",
    (one) => one.active && one.id !== id && one.customer === customer && isSameCode(one.code, code),
  );
  if (taken.length === 0) return;
  throw apiError(`An active promotion code with \`code: ${code}\` already exists.`, {
    code: "resource_already_exists",
    param: "code",
  });
}

/** Promotion codes are case-insensitive. */
export function isSameCode(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase();
}
