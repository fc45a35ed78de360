/**
 * Days after an invoice on which its customer is mailed again. Stripe's retries, set in the Dashboard, end after two
 * weeks, so the last mail comes before the end.
 */
export const PAYMENT_REMINDER_DAYS = [3, 7, 12] as const;

export type PaymentReminderDay = (typeof PAYMENT_REMINDER_DAYS)[number];
