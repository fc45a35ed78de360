import * as z from "zod/mini";
import { CANCEL_REASONS, FEEDBACK_MAX } from "../billing/retention-offer.ts";
import { TEXT } from "../text.ts";

/** What is asked by somebody who is about to leave. Sums in pence, moments in seconds since the epoch. */

const ID_MAX = 255;
const subscriptionId = z.string().check(z.maxLength(ID_MAX), z.regex(/^\w+$/));

/** `POST /functions/v1/retention-offer`: shows the offer to stay, and keeps that it was shown. */
export const RetentionOfferRequest = z.strictObject({
  /** Why they leave, where they have said. */
  reason: z.optional(z.enum(CANCEL_REASONS)),
});

export const RetentionOfferResponse = z.object({
  /** Null without a subscription that runs. */
  subscription_id: z.nullable(z.string()),
  /** The plan's, as the catalogue names it; null for one that is not for sale any more. */
  price_id: z.nullable(z.string()),
  /** Why the offer cannot be had; null where it can. */
  why_not: z.nullable(z.enum(["not_active", "redeemed"])),
  /** The next payment without the offer: add-ons, a booked change and other discounts count. */
  regular_pence: z.number(),
  discounted_pence: z.number(),
  saving_pence: z.number(),
  ends_at: z.nullable(z.number()),
  /** What is still to be taken for the period that runs, without the offer; null where nothing is. */
  renewal_pence: z.nullable(z.number()),
});
export type RetentionOfferResponse = z.infer<typeof RetentionOfferResponse>;

/**
 * `POST /functions/v1/apply-retention-discount`. The sums are ours to say: other ones than those of the offer are refused.
 * A UUID in `Idempotency-Key` makes a claim that is sent again the same claim.
 */
export const ApplyDiscountRequest = z.strictObject({
  subscriptionId,
  discountPercent: z.optional(z.number()),
  durationMonths: z.optional(z.number()),
});

/** What the offer's page gives as reason when somebody declines there. Source: the product specification, function calls. */
export const DECLINED_OFFER = {
  reason: "Declined retention offer",
  feedback: "User declined 20% discount retention offer",
} as const;

/** `POST /functions/v1/cancel-subscription` */
export const CancelRequest = z.strictObject({
  subscriptionId,
  reason: z.optional(z.enum([...CANCEL_REASONS, DECLINED_OFFER.reason])),
  feedback: z.optional(z.string().check(z.trim(), z.maxLength(FEEDBACK_MAX), z.regex(TEXT))),
  /** Why they leave, where `reason` says that they declined the offer. */
  cause: z.optional(z.enum(CANCEL_REASONS)),
});

/** `POST /functions/v1/keep-subscription` */
export const ResumeRequest = z.strictObject({ subscriptionId });

/** What those three answer. */
export const ActionResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  /** When the subscription ends; null where no end is set. */
  ends_at: z.optional(z.nullable(z.number())),
});
export type ActionResponse = z.infer<typeof ActionResponse>;

/** `POST /functions/v1/refund-request`: asks for the money back, in writing. Answers as the others. */
export const RefundRequest = z.strictObject({
  subscriptionId,
  /** A word of theirs. Nobody has to give a reason. */
  message: z.optional(z.string().check(z.trim(), z.maxLength(FEEDBACK_MAX), z.regex(TEXT))),
});
