import { COMPANY, GUARANTEE_DAYS } from "#contracts/company.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { type DetailLine, SUBSCRIPTION_LINES } from "./billing-labels.ts";

export const TEAM_BILLING_MAILS = [
  "sale",
  "duplicate",
  "strategy-call",
  "refund-requested",
  "refund-failed",
  "request-refused",
] as const;
export type TeamBillingMailKind = (typeof TEAM_BILLING_MAILS)[number];

type TeamBillingContent = {
  subject: string;
  headline: string;
  message: string;
  facts: readonly DetailLine[];
  steps: readonly string[];
};

const SUBSCRIPTION = [
  ...SUBSCRIPTION_LINES,
  { label: "Period ends", field: "date" },
] as const satisfies readonly DetailLine[];

const CONTENT: Record<TeamBillingMailKind, TeamBillingContent> = {
  sale: {
    subject: "New customer",
    headline: "A new customer.",
    message: `Contact them within ${COMPANY.replyWithinHours} hours: that is what we promise after a payment.`,
    facts: [{ label: "Paid", field: "paid" }, ...SUBSCRIPTION],
    steps: [],
  },
  duplicate: {
    subject: "Duplicate subscription",
    headline: "A customer had two subscriptions.",
    message:
      "The worker cancels one and refunds its payments since the other began. A long-standing one runs until the end of its period. Please ask whether the customer meant to change plan.",
    facts: SUBSCRIPTION,
    steps: [],
  },
  "strategy-call": {
    subject: "Strategy call to arrange",
    headline: "A customer accepted the retention offer.",
    message: `They have ${RETENTION_OFFER.percentOff}% off for ${RETENTION_OFFER.months} months, and were promised a free 45-minute strategy call. Write to them within ${COMPANY.replyWithinHours} hours to arrange it.`,
    facts: SUBSCRIPTION,
    steps: [],
  },
  "refund-requested": {
    subject: "Refund requested",
    headline: "A customer requests a refund.",
    message: `The ops console shows the request. Please approve it there; decline it only if it came more than ${GUARANTEE_DAYS} days after the first payment. The customer was promised an answer within ${COMPANY.replyWithinHours} hours on working days.`,
    facts: [
      { label: "Paid so far", field: "amount" },
      { label: "Request", field: "reference" },
    ],
    steps: [],
  },
  "refund-failed": {
    subject: "Alert, refund failed",
    headline: "A refund failed.",
    message: "The money came back to our Stripe balance. The customer does not know.",
    facts: [
      { label: "Sum", field: "amount" },
      { label: "Order", field: "reference" },
    ],
    steps: ["Please look up the reason at Stripe, and ask the customer for another way."],
  },
  "request-refused": {
    subject: "Alert, subscription request rejected",
    headline: "Stripe rejected a subscription request.",
    message: `The site had confirmed it to the customer, who now has an email that promises an answer within ${COMPANY.replyWithinHours} hours.`,
    facts: [{ label: "Refused", field: "refused" }, ...SUBSCRIPTION],
    steps: [
      "The ops console shows the answer of Stripe. Please correct it at Stripe and replay the failed effect.",
      "After a rejected cancellation, refund any charge for the time after this period.",
    ],
  },
};

export function teamBillingContent(kind: TeamBillingMailKind): TeamBillingContent {
  return CONTENT[kind];
}
