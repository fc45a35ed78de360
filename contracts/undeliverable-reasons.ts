/** Why an address gets no email, in rising order: a later reason replaces an earlier one. */
export const UNDELIVERABLE_REASONS = ["suppressed", "bounced", "complained"] as const;
export type UndeliverableReason = (typeof UNDELIVERABLE_REASONS)[number];
