import { GUARANTEE_DAYS } from "#contracts/billing/money-back-guarantee.ts";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { COMPANY } from "#contracts/company.ts";
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

export type TeamBillingContent = {
  subject: string;
  headline: string;
  message: string;
  facts: readonly DetailLine[];
  steps: readonly string[];
};

const SUBSCRIPTION = [
  ...SUBSCRIPTION_LINES,
  { label: "Period ends", word: "date" },
] as const satisfies readonly DetailLine[];

const CONTENT: Record<TeamBillingMailKind, TeamBillingContent> = {
  sale: {
    subject: "New customer",
    headline: "A new customer.",
    message: `Contact them within ${COMPANY.replyWithinHours} hours: that is what we promise after a payment.`,
    facts: [{ label: "Paid", word: "paid" }, ...SUBSCRIPTION],
    steps: [],
  },
  duplicate: {
    subject: "Somebody had two subscriptions",
    headline: "Somebody had two subscriptions.",
    message:
      "One is being ended by itself, and what was paid for it since the other began goes back. One of long standing runs until the end of its period. Please see whether they meant to change their plan.",
    facts: SUBSCRIPTION,
    steps: [],
  },
  "strategy-call": {
    subject: "Strategy call to arrange",
    headline: "Somebody stays.",
    message: `They took ${RETENTION_OFFER.percentOff}% off for ${RETENTION_OFFER.months} months, and were promised a free 45-minute strategy call. Write to them within ${COMPANY.replyWithinHours} hours to arrange it.`,
    facts: SUBSCRIPTION,
    steps: [],
  },
  "refund-requested": {
    subject: "Refund requested",
    headline: "Somebody asks for their money back.",
    message: `The request stands at the desk, with what they wrote, if anything. Please approve it there; decline it only if they asked more than ${GUARANTEE_DAYS} days after their first payment. They were promised an answer within ${COMPANY.replyWithinHours} hours on working days.`,
    facts: [
      { label: "Paid so far", word: "amount" },
      { label: "Request", word: "reference" },
    ],
    steps: [],
  },
  "refund-failed": {
    subject: "Alert, refund failed",
    headline: "A refund did not arrive.",
    message:
      "The money came back to our account at the payment provider, and the customer has not been told.",
    facts: [
      { label: "Sum", word: "amount" },
      { label: "Order", word: "reference" },
    ],
    steps: ["Please see there why, and ask the customer how else they can have it."],
  },
  "request-refused": {
    subject: "Alert, request refused",
    headline: "A promise could not be kept.",
    message: `The payment provider refused for good what the customer was told was done. They know by now, and were promised that a person writes to them within ${COMPANY.replyWithinHours} hours.`,
    facts: [{ label: "Refused", word: "refused" }, ...SUBSCRIPTION],
    steps: [
      "The desk shows what the provider said. Please put it right there and replay the failed effect.",
      "After a refused cancellation, refund what is charged for the time after this period.",
    ],
  },
};

export function teamBillingContent(kind: TeamBillingMailKind): TeamBillingContent {
  return CONTENT[kind];
}
