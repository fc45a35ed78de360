import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import { type DetailLines, PAYMENT_LINES, SUBSCRIPTION_LINES } from "./billing-labels.ts";

type TeamBillingContent = {
  subject: string;
  headline: string;
  message: string;
  facts: DetailLines;
  steps?: readonly string[];
};

const SUBSCRIPTION: DetailLines = {
  ...SUBSCRIPTION_LINES,
  ...PAYMENT_LINES,
  "Period ends": "date",
};

const PAID: DetailLines = { Paid: "paid", Invoice: "reference" };

const CONTENT = {
  sale: {
    subject: "New customer",
    headline: "A new customer.",
    message: `Contact them within ${inText(TERMS.reply)}: that is what we promise after a payment.`,
    facts: { ...PAID, ...SUBSCRIPTION },
  },
  changed: {
    subject: "Subscription changed",
    headline: "A customer changed their subscription.",
    message: "This is what they pay for and expect from now on.",
    facts: { Before: "earlier", ...SUBSCRIPTION, ...PAID },
  },
  "change-scheduled": {
    subject: "Subscription change planned",
    headline: "A customer planned a change.",
    message: "Until the change begins they keep what they have, and can withdraw it.",
    facts: { Now: "now", Then: "later", Begins: "laterDate", ...PAYMENT_LINES },
  },
  "change-withdrawn": {
    subject: "Planned change withdrawn",
    headline: "A planned change is withdrawn.",
    message: "The customer keeps what they have.",
    facts: SUBSCRIPTION,
  },
  cancelled: {
    subject: "Subscription cancelled",
    headline: "A customer cancelled.",
    message: "The ops console shows the reason, if they gave one.",
    facts: {
      ...SUBSCRIPTION,
      "Planned change, removed": "booked",
      "Part paid for longer": "paidLonger",
    },
  },
  resumed: {
    subject: "Cancellation taken back",
    headline: "A customer stays after all.",
    message: "Their subscription goes on, so please go on making their content.",
    facts: { ...SUBSCRIPTION, "Planned change, still removed": "lost" },
  },
  ended: {
    subject: "Subscription ended",
    headline: "A subscription ended without a cancellation.",
    message:
      "A payment was not made, the bank took it back, or somebody ended the subscription at Stripe.",
    facts: SUBSCRIPTION_LINES,
  },
  "sale-again": {
    subject: "Returning customer",
    headline: "A customer has subscribed again.",
    message: `They paid for an earlier subscription with the same account or address. Contact them within ${inText(TERMS.reply)}: that is what we promise after a payment.`,
    facts: { ...PAID, ...SUBSCRIPTION },
  },
  "second-subscription": {
    subject: "Alert, second subscription",
    headline: "One address or card pays for two subscriptions.",
    message:
      "Both are open, under different owners, and may belong to two businesses, so nothing is ended automatically. We have asked the customer whether they meant to have both.",
    facts: SUBSCRIPTION,
    steps: [
      "If one was a mistake, cancel it in Stripe’s Dashboard and refund its payments. The ops console shows the other one on the customer’s page.",
    ],
  },
  duplicate: {
    subject: "Duplicate subscription",
    headline: "A customer had two subscriptions.",
    message:
      "The worker cancels one and refunds its payments since the other began. A long-standing one runs until the end of its period. Please ask whether the customer meant to change plan.",
    facts: SUBSCRIPTION,
  },
  "strategy-call": {
    subject: "Strategy call to arrange",
    headline: "A customer accepted the retention offer.",
    message: `They have ${RETENTION_OFFER.percentOff}% off for ${RETENTION_OFFER.months} months, and were promised a free ${hyphenated(TERMS.strategyCall)} strategy call. Write to them within ${inText(TERMS.reply)} to arrange it.`,
    facts: {
      ...SUBSCRIPTION_LINES,
      Cancellation: "resumed",
      [`Next ${RETENTION_OFFER.months} payments`]: "reduced",
      "Period ends": "date",
    },
  },
  "refund-requested": {
    subject: "Refund requested",
    headline: "A customer requests a refund.",
    message: `The ${hyphenated(TERMS.guarantee)} guarantee was used before with this account, address or card, so you decide. The ops console shows the request: approve or decline it there, with a reason that the customer may read. The customer was promised an answer within ${inText(TERMS.reply)} on working days.`,
    facts: { "Paid so far": "amount", Request: "reference" },
  },
  "refund-granted": {
    subject: "Money back under the guarantee",
    headline: "A customer took their money back.",
    message: `It was within ${inText(TERMS.guarantee)} of the first payment and their first claim: the worker cancels the subscription and refunds everything. The ops console shows their message.`,
    facts: { "Paid so far": "amount", Request: "reference" },
  },
  "refund-disputed": {
    subject: "Alert, refund held by a dispute",
    headline: "Stripe does not refund a disputed payment.",
    message:
      "A customer asked for their money back and disputed the payment with their bank. The subscription is cancelled, and what is not disputed is refunded. The customer knows that the rest comes through the bank.",
    facts: { Disputed: "amount", Request: "reference" },
    steps: [
      "Please accept the dispute in Stripe’s Dashboard: we owe this money. If the bank closes it without paying the customer, approve the refund in the ops console.",
    ],
  },
  "refund-failed": {
    subject: "Alert, refund failed",
    headline: "A refund failed.",
    message:
      "The money came back to our Stripe balance. The customer has an email that asks how else we can pay them.",
    facts: { Sum: "amount", Invoice: "reference" },
    steps: [
      "Please look up the reason at Stripe, and pay the customer another way.",
      "The credit note stays, and covers that payment.",
    ],
  },
  "request-refused": {
    subject: "Alert, subscription request rejected",
    headline: "Stripe rejected a subscription request.",
    message: `The site had confirmed it to the customer, who now has an email that promises an answer within ${inText(TERMS.reply)}.`,
    facts: { Refused: "refused", ...SUBSCRIPTION },
    steps: [
      "The ops console shows the answer of Stripe. Please correct it at Stripe and replay the failed effect.",
      "After a rejected cancellation, refund any charge for the time after this period.",
    ],
  },
} satisfies Record<string, TeamBillingContent>;
export type TeamBillingMailKind = keyof typeof CONTENT;
export const TEAM_BILLING_MAILS = Object.keys(CONTENT) as TeamBillingMailKind[];

export function teamBillingContent(kind: TeamBillingMailKind): TeamBillingContent {
  return CONTENT[kind];
}
