/** Longer than any month, plus the hours in which a renewal's invoice is a draft. */
export const MONTH_S = 31 * 86_400 + 2 * 3_600;

/** Stripe's test card that requires 3-D Secure every time. */
export const ASKS_EVERY_TIME = "4000002760003184";
