import * as z from "zod/mini";
import { priceId, PRICES_MAX, subscriptionId } from "./billing-fields.ts";
import { Payments } from "./subscription-details.ts";

// `POST /functions/v1/plan-change…`. Price ids of the catalogue, sums in pence, timestamps in seconds
// since the epoch.

const priceIds = z.optional(z.array(priceId).check(z.maxLength(PRICES_MAX)));

const selection = { plan: z.optional(priceId), add: priceIds, remove: priceIds };

export const PlanChangePreviewRequest = z.strictObject(selection);
export type PlanChangePreviewRequest = z.infer<typeof PlanChangePreviewRequest>;

export const PlanChangePreview = z.object({
  subscription_id: z.string(),
  direction: z.enum(["upgrade", "downgrade", "add", "remove"]),
  when: z.enum(["now", "period_end"]),
  /** The plan first, then the add-ons. */
  from: z.array(z.string()),
  to: z.array(z.string()),
  /** 0 for a scheduled change. */
  due_today_pence: z.number(),
  /** Timestamp of the proration; confirming sends it back. */
  proration_date: z.number(),
  next_payment_pence: z.number(),
  next_payment_at: z.number(),
  /** The payments after the next one that have another sum. */
  later_payments: Payments,
  /** Monthly pence of each price in `from` and `to`: what the customer pays, also an old price. */
  prices: z.record(z.string(), z.number()),
  /** Their names, which tell quantities too. */
  names: z.record(z.string(), z.string()),
  /** These items stay, and the catalogue does not have them. */
  others: z.array(z.object({ name: z.string(), pence: z.number() })),
  /** Names of the scheduled change that this one replaces. */
  replaces: z.nullable(z.string()),
});
export type PlanChangePreview = z.infer<typeof PlanChangePreview>;

export const PlanChangeRequest = z.strictObject({
  ...selection,
  /** The preview's. A confirmation charges no other sum. */
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

/** It succeeds when no change was scheduled, too. */
export const WithdrawResponse = z.object({ success: z.boolean(), message: z.string() });
export type WithdrawResponse = z.infer<typeof WithdrawResponse>;
