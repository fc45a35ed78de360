import * as z from "zod";

export const AccountSettings = z.strictObject({
  /** Days before each retry of a renewal. */
  retryDays: z.array(z.int().min(1).max(60)).max(8),
  /** Days from `invoice.upcoming` to the renewal. */
  upcomingDays: z.int().min(1).max(45),
  afterLastAttempt: z.enum(["cancel", "unpaid", "past_due"]),
  /** The limit of each endpoint. Stripe allows 25; null is no limit. */
  requestsPerSecond: z.int().min(1).nullable(),
  /** Switched on in the Dashboard; a session may allow fewer. */
  paymentMethodTypes: z.array(z.string()).min(1),
  isAdaptivePricingOn: z.boolean(),
  /** Otherwise a card's refund waits for the balance. */
  isBalanceSufficient: z.boolean(),
  /** Stripe does not document whether `charge.amount_refunded` falls when a refund fails. */
  failedRefundLowersCharge: z.boolean(),
  /** Whether the hosted invoice page attaches a typed card, if its box is ticked at `offer`. */
  hostedCardSave: z.enum(["always", "offer", "never"]),
  /** Otherwise lists of a deleted customer's objects are `resource_missing`; not documented. */
  listsDeletedCustomers: z.boolean(),
  /** Whether an expanded discount shows its coupon's terms after the coupon was deleted; not documented. */
  deletedCouponsKeepTerms: z.boolean(),
  /** Whether a schedule's phases may have archived prices and tax rates of its subscription; not documented. */
  schedulesKeepArchived: z.boolean(),
  /** Whether `amount_paid` holds what was paid outside Stripe; not documented. */
  outsidePaymentsCount: z.boolean(),
  /** Whether `paymentIntents.confirm` works on an invoice's payment that waits for the bank. */
  confirmsInvoicePayments: z.boolean(),
});
export type AccountSettings = Readonly<z.output<typeof AccountSettings>>;

/** Where Stripe's documentation is silent, the harder case. */
export const DEFAULT_SETTINGS: AccountSettings = {
  retryDays: [3, 5, 7],
  upcomingDays: 3,
  afterLastAttempt: "cancel",
  requestsPerSecond: null,
  paymentMethodTypes: ["card", "link", "bacs_debit"],
  isAdaptivePricingOn: true,
  isBalanceSufficient: true,
  failedRefundLowersCharge: false,
  hostedCardSave: "offer",
  listsDeletedCustomers: false,
  deletedCouponsKeepTerms: false,
  schedulesKeepArchived: true,
  outsidePaymentsCount: false,
  confirmsInvoicePayments: false,
};
