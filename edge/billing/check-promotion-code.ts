import { Hono } from "hono";
import { PromotionCodeRequest, type PromotionCodeResponse } from "#contracts/api/checkout.ts";
import { requireStripe } from "../adapters/stripe-gateway.ts";
import type { EdgeDeps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { validateJson } from "../http/json-body.ts";
import { withLimitedCodes } from "./limit-codes.ts";
import { codeRefusedError, findPromotionCode } from "./promotion-code.ts";
import { readBuyer } from "./read-buyer.ts";

const BODY_MAX_BYTES = 1_024;

/** `POST /functions/v1/promotion-code`: the checkout asks when the code is typed. */
export function checkPromotionCodeRoutes(deps: EdgeDeps) {
  return new Hono<AppEnv>().post(
    "/",
    ...validateJson(deps.apiLimiter, BODY_MAX_BYTES, PromotionCodeRequest),
    async (c) => {
      const payments = requireStripe(deps.payments);
      const buyer = await readBuyer(c, deps);
      const { code } = c.req.valid("json");
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
    },
  );
}
