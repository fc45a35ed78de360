import type { Invariant } from "#db/invariants/invariants.ts";

export const VIOLATION_LABELS: Readonly<Record<Invariant, string>> = {
  "open-event-has-effects": "An event has been open for an hour without an effect",
  "purchase-is-welcomed": "A purchase has had no welcome email for an hour",
  "approved-refund-is-issued": "An approved refund has not been issued for a day",
  "request-reaches-stripe": "A cancellation or resumption has not reached Stripe for a day",
  "cancelled-subscription-ends": "A cancelled subscription still renews",
  "paid-invoice-is-an-order": "A paid invoice has had no matching order for an hour",
  "duplicate-ends": "A duplicate subscription has been open for an hour",
  "late-promise-is-told": "A promise has been late for an hour, and the team was not told",
  "reported-email-is-ours": "Resend reported an email of an effect that we do not have",
};
