import * as z from "zod/mini";
import { RETENTION_OFFER } from "../billing/coupons.ts";
import { CANCEL_REASONS, FEEDBACK_MAX, OFFER_ERRORS } from "../billing/retention-offer.ts";
import { REFUND_MESSAGE_MAX, TEXT } from "../text.ts";
import { subscriptionId } from "./billing-fields.ts";
import { OfferPayments } from "./subscription-details.ts";

// Sums in pence, timestamps in seconds since the epoch.

/** `POST /functions/v1/retention-offer`: returns the offer and records that it was shown. */
export const RetentionOfferRequest = z.strictObject({ reason: z.optional(z.enum(CANCEL_REASONS)) });

export const RetentionOfferResponse = z.object({
  subscription_id: z.nullable(z.string()),
  /** Null for a plan that is no longer sold. */
  price_id: z.nullable(z.string()),
  why_not: z.nullable(z.enum(OFFER_ERRORS)),
  payments: OfferPayments,
  ends_at: z.nullable(z.number()),
  /** Still to be collected for the running period without the offer. */
  renewal_pence: z.nullable(z.number()),
  /** ISO 4217, lower case; null when Stripe does not say. */
  currency: z.nullable(z.string()),
});
export type RetentionOfferResponse = z.infer<typeof RetentionOfferResponse>;

/** `POST /functions/v1/apply-retention-discount`: other terms than the offer's are rejected. */
export const AcceptOfferRequest = z.strictObject({
  subscriptionId,
  discountPercent: z.optional(z.number()),
  durationMonths: z.optional(z.number()),
});

/** Source: the product specification, function calls. */
export const DECLINED_OFFER = {
  reason: "Declined retention offer",
  feedback: `User declined ${RETENTION_OFFER.percentOff}% discount retention offer`,
} as const;

export const CancelRequest = z.strictObject({
  subscriptionId,
  reason: z.optional(z.enum([...CANCEL_REASONS, DECLINED_OFFER.reason])),
  feedback: z.optional(z.string().check(z.trim(), z.maxLength(FEEDBACK_MAX), z.regex(TEXT))),
  /** The reason for cancelling when `reason` only says that the offer was declined. */
  cause: z.optional(z.enum(CANCEL_REASONS)),
});

export const ResumeRequest = z.strictObject({ subscriptionId });

export const ActionResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  ends_at: z.optional(z.nullable(z.number())),
});
export type ActionResponse = z.infer<typeof ActionResponse>;

export const RefundRequest = z.strictObject({
  subscriptionId,
  message: z.optional(z.string().check(z.trim(), z.maxLength(REFUND_MESSAGE_MAX), z.regex(TEXT))),
});
