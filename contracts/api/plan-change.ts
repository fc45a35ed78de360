import * as z from "zod/mini";

/**
 * `POST /functions/v1/plan-change/preview`, `POST /functions/v1/plan-change` and `POST
 * /functions/v1/plan-change/withdraw`. Price ids of the catalogue, sums in pence, timestamps in
 * seconds since the epoch.
 */

const PRICE_ID_MAX = 200;
const ID_MAX = 255;
/** More than the catalogue sells. */
const PRICES_MAX = 20;

const subscriptionId = z.string().check(z.maxLength(ID_MAX), z.regex(/^\w+$/));
const priceId = z.string().check(z.minLength(1), z.maxLength(PRICE_ID_MAX));
const priceIds = z.optional(z.array(priceId).check(z.maxLength(PRICES_MAX)));

const wish = {
  plan: z.optional(priceId),
  add: priceIds,
  remove: priceIds,
};

export const PlanChangePreviewRequest = z.strictObject(wish);
export type PlanChangePreviewRequest = z.infer<typeof PlanChangePreviewRequest>;

export const PlanChangePreview = z.object({
  subscription_id: z.string(),
  direction: z.enum(["upgrade", "downgrade", "add", "remove"]),
  when: z.enum(["now", "period_end"]),
  /** The plan first, then the add-ons. */
  from: z.array(z.string()),
  to: z.array(z.string()),
  /** Charged when the user confirms; 0 for a scheduled change. */
  due_today_pence: z.number(),
  /** Timestamp of the proration; confirming sends it back. */
  proration_date: z.number(),
  next_payment_pence: z.number(),
  next_payment_at: z.number(),
  /** The scheduled change that this one replaces. */
  replaces: z.nullable(z.array(z.string())),
});
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

export const PlanChangeRequest = z.strictObject({
  ...wish,
  /** As the preview returned them: another sum is never charged. */
  prorationDate: z.int(),
  dueTodayPence: z.int(),
});
export type PlanChangeRequest = z.infer<typeof PlanChangeRequest>;

export const PlanChangeResponse = z.object({
  /**
   * `applied` now; `scheduled` for the period's end; `action_required`: the bank asks the
   * customer to confirm at `url`; `payment_needed`: the card was declined, and another card can
   * pay at `url`. The last two change nothing until paid.
   */
  outcome: z.enum(["applied", "scheduled", "action_required", "payment_needed"]),
  url: z.nullable(z.string()),
});
export type PlanChangeResponse = z.infer<typeof PlanChangeResponse>;

export const WithdrawRequest = z.strictObject({ subscriptionId });
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;

/** Also successful when no change was scheduled. */
export const WithdrawResponse = z.object({ success: z.boolean(), message: z.string() });
export type WithdrawResponse = z.infer<typeof WithdrawResponse>;
