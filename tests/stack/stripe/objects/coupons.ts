import type { Stripe } from "stripe";
import * as z from "zod";
import { checkCodeIsFree, isSameCode } from "../billing/coupons.ts";
import { filter, find, update } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import {
  changeMetadata,
  created,
  decimal,
  flag,
  integer,
  metadata,
  onlyOne,
  text,
  timestamp,
} from "../http/params.ts";
import { apiError, paramError } from "../http/stripe-error.ts";
import type { Kinds } from "../wire.ts";
import { differences, emit, newId, now } from "../world.ts";

type Coupon = Kinds["coupon"];

export const couponCalls = [
  call<Stripe.CouponCreateParams>()(
    "POST",
    "/v1/coupons",
    {
      amount_off: integer().optional(),
      applies_to: z.strictObject({ products: z.array(text()).min(1) }).optional(),
      currency: text(3).optional(),
      duration: z.enum(["forever", "once", "repeating"]).optional(),
      duration_in_months: integer().optional(),
      id: text().optional(),
      max_redemptions: integer().optional(),
      metadata: metadata().optional(),
      name: text(40).optional(),
      percent_off: decimal()
        .refine((percent) => percent > 0 && percent <= 100)
        .optional(),
      redeem_by: timestamp().optional(),
    },
    (world, given) => {
      onlyOne(given, ["percent_off", "amount_off"]);
      if (given.percent_off === undefined && given.amount_off === undefined) {
        throw paramError("Must provide percent_off or amount_off.", {
          code: "parameter_missing",
        });
      }
      if (given.amount_off !== undefined && given.currency === undefined) {
        throw paramError("Must provide currency with amount_off.", {
          code: "parameter_missing",
          param: "currency",
        });
      }
      const duration = given.duration ?? "once";
      if ((duration === "repeating") !== (given.duration_in_months !== undefined)) {
        throw paramError(
          "`duration_in_months` must be given when `duration` is repeating, and only then.",
          { param: "duration_in_months" },
        );
      }
      for (const product of given.applies_to?.products ?? []) {
        find(world, "product", product, "applies_to[products]");
      }
      const id = given.id ?? newId("", 8).slice(1);
      if (world.store.get("coupon", id) !== undefined) {
        throw apiError("Coupon already exists.", {
          code: "resource_already_exists",
          param: "id",
        });
      }
      const coupon: Coupon = {
        id,
        object: "coupon",
        amount_off: given.amount_off ?? null,
        created: now(world, null),
        currency: given.currency ?? null,
        duration,
        duration_in_months: given.duration_in_months ?? null,
        livemode: false,
        max_redemptions: given.max_redemptions ?? null,
        metadata: changeMetadata({}, given.metadata),
        name: given.name ?? null,
        percent_off: given.percent_off ?? null,
        redeem_by: given.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      };
      world.store.put("coupon", coupon);
      if (given.applies_to !== undefined) {
        world.store.put("coverage", { id, products: given.applies_to.products });
      }
      emit(world, "coupon.created", coupon, coupon.created);
      return coupon;
    },
  ),
  call<Stripe.CouponUpdateParams>()(
    "POST",
    "/v1/coupons/:id",
    { metadata: metadata().optional(), name: text(40).optional() },
    (world, given, id) => {
      const before = find(world, "coupon", id);
      const after = update(world, "coupon", before, {
        name: given.name ?? before.name,
        metadata: changeMetadata(before.metadata ?? {}, given.metadata),
      });
      emit(world, "coupon.updated", after, now(world, null), differences(before, after));
      return after;
    },
  ),
  retrieval("coupon", "/v1/coupons"),
  call<Stripe.CouponDeleteParams>()("DELETE", "/v1/coupons/:id", {}, (world, _given, id) => {
    const coupon = find(world, "coupon", id);
    const at = now(world, null);
    world.store.remove("coupon", id);
    emit(world, "coupon.deleted", coupon, at);
    const isActive = (one: Kinds["promotion_code"]) => one.active && one.promotion.coupon === id;
    for (const code of filter(world, "promotion_code", isActive)) {
      const after = update(world, "promotion_code", code, { active: false });
      emit(world, "promotion_code.updated", after, at, { active: true });
    }
    return { id, object: "coupon", deleted: true };
  }),
  listing<Stripe.CouponListParams>()("coupon", "/v1/coupons", {}),
];

export const promotionCodeCalls = [
  call<Stripe.PromotionCodeCreateParams>()(
    "POST",
    "/v1/promotion_codes",
    {
      active: flag().optional(),
      code: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,500}$/)
        .optional(),
      customer: text().optional(),
      expires_at: timestamp().optional(),
      max_redemptions: integer().optional(),
      metadata: metadata().optional(),
      promotion: z.strictObject({ coupon: text(), type: z.literal("coupon") }),
      restrictions: z
        .strictObject({
          first_time_transaction: flag().optional(),
          minimum_amount: integer().optional(),
          minimum_amount_currency: text(3).optional(),
        })
        .optional(),
    },
    (world, given) => {
      find(world, "coupon", given.promotion.coupon, "promotion[coupon]");
      if (given.customer !== undefined) find(world, "customer", given.customer, "customer");
      const { minimum_amount: minimum, minimum_amount_currency: currency } =
        given.restrictions ?? {};
      if ((minimum === undefined) !== (currency === undefined)) {
        throw paramError("`minimum_amount` and `minimum_amount_currency` must be given together.", {
          param: "restrictions[minimum_amount]",
        });
      }
      const code = given.code ?? newId("", 8).slice(1).toUpperCase();
      const promotionCode: Kinds["promotion_code"] = {
        id: newId("promo"),
        object: "promotion_code",
        active: given.active ?? true,
        code,
        created: now(world, null),
        customer: given.customer ?? null,
        customer_account: null,
        expires_at: given.expires_at ?? null,
        livemode: false,
        max_redemptions: given.max_redemptions ?? null,
        metadata: changeMetadata({}, given.metadata),
        promotion: { coupon: given.promotion.coupon, type: "coupon" },
        restrictions: {
          first_time_transaction: given.restrictions?.first_time_transaction ?? false,
          minimum_amount: given.restrictions?.minimum_amount ?? null,
          minimum_amount_currency: given.restrictions?.minimum_amount_currency ?? null,
        },
        times_redeemed: 0,
      };
      if (promotionCode.active) checkCodeIsFree(world, promotionCode);
      world.store.put("promotion_code", promotionCode);
      emit(world, "promotion_code.created", promotionCode, promotionCode.created);
      return promotionCode;
    },
  ),
  call<Stripe.PromotionCodeUpdateParams>()(
    "POST",
    "/v1/promotion_codes/:id",
    { active: flag().optional(), metadata: metadata().optional() },
    (world, given, id) => {
      const before = find(world, "promotion_code", id);
      if (given.active === true) {
        find(world, "coupon", before.promotion.coupon ?? "", "active");
        checkCodeIsFree(world, before);
      }
      const after = update(world, "promotion_code", before, {
        active: given.active ?? before.active,
        metadata: changeMetadata(before.metadata ?? {}, given.metadata),
      });
      emit(world, "promotion_code.updated", after, now(world, null), differences(before, after));
      return after;
    },
  ),
  listing<Stripe.PromotionCodeListParams>()(
    "promotion_code",
    "/v1/promotion_codes",
    {
      active: flag(),
      code: text(),
      coupon: text(),
      created: created(),
      customer: text(),
    },
    {
      code: (one, code) => code === undefined || isSameCode(one.code, code),
      coupon: (one, coupon) => coupon === undefined || one.promotion.coupon === coupon,
    },
  ),
];
