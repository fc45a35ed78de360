import * as z from "zod/mini";

/**
 * `POST /functions/v1/plan-change/preview`, `POST /functions/v1/plan-change` and `POST /functions/v1/plan-change/withdraw`:
 * what changes in the caller's subscription, and what that costs. Prices by their names in the catalogue, sums in pence,
 * moments in seconds since the epoch.
 */

const PRICE_ID_MAX = 200;
const ID_MAX = 255;
/** More than there is for sale. */
const PRICES_MAX = 20;

const subscriptionId = z.string().check(z.maxLength(ID_MAX), z.regex(/^\w+$/));
const priceId = z.string().check(z.minLength(1), z.maxLength(PRICE_ID_MAX));
const priceIds = z.optional(z.array(priceId).check(z.maxLength(PRICES_MAX)));

const wish = {
  /** Another plan; left out, the plan stays. */
  plan: z.optional(priceId),
  /** Add-ons that come, and those that go; the others stay. */
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
  /** What confirming takes from the card: nothing for what waits for the period's end. */
  due_today_pence: z.number(),
  /** The moment that the sum was worked out for; confirming names it again. */
  proration_date: z.number(),
  next_payment_pence: z.number(),
  next_payment_at: z.number(),
  /** A change that waits for the period's end and that this one takes the place of. */
  replaces: z.nullable(z.array(z.string())),
});
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

export const PlanChangeRequest = z.strictObject({
  ...wish,
  /** As the preview said them: another sum is never taken. */
  prorationDate: z.int(),
  dueTodayPence: z.int(),
});
export type PlanChangeRequest = z.infer<typeof PlanChangeRequest>;

export const PlanChangeResponse = z.object({
  /**
   * `applied` now; `scheduled` for the period's end; `action_required`, the bank wants to ask its customer at `url`;
   * `payment_needed`, the card was declined and another one can pay at `url`. The last two change nothing until paid.
   */
  outcome: z.enum(["applied", "scheduled", "action_required", "payment_needed"]),
  url: z.nullable(z.string()),
});
export type PlanChangeResponse = z.infer<typeof PlanChangeResponse>;

export const WithdrawRequest = z.strictObject({ subscriptionId });
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;

/** The same where nothing waited any more. */
export const WithdrawResponse = z.object({ success: z.boolean(), message: z.string() });
export type WithdrawResponse = z.infer<typeof WithdrawResponse>;
