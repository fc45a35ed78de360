import { COMPANY } from "#contracts/company.ts";

/** The mails that tell a customer what became of their subscription. */
export const BILLING_MAILS = [
  "welcome",
  "card-expiring",
  "payment-failed",
  "payment-recovered",
  "unpaid",
  "cancelled",
  "resumed",
  "changed",
  "ended",
  "duplicate",
] as const;
export type BillingMailKind = (typeof BILLING_MAILS)[number];

export type BillingContent = {
  subject: string;
  kicker: string;
  headline: string;
  /** What became true. Where `date` is known it says when, else it is left out. */
  message: string;
  /** What the period's end means here: `Next payment`, `Runs until`; null where it means nothing. */
  date: string | null;
  /** What happens next, or what the reader can do. */
  steps: readonly string[];
  action: { label: string; path: string };
  note: string;
};

const DASHBOARD = { label: "Open my dashboard", path: "/dashboard" };
const UPDATE_CARD = { label: "Update my card", path: "/dashboard" };
const QUESTIONS = `Any question at all: reply to this email, and we answer within ${COMPANY.replyWithinHours} hours.`;

const CONTENT: Record<BillingMailKind, BillingContent> = {
  welcome: {
    subject: `Welcome to ${COMPANY.name}: your subscription has begun`,
    kicker: "Your subscription",
    headline: "Welcome aboard.",
    message: "Your payment has arrived and your subscription has begun. Thank you.",
    date: "Next payment",
    steps: [
      `Within ${COMPANY.replyWithinHours} hours we contact you to get to know your business.`,
      "Within 5 business days you see your first content, to review and approve.",
      "Within 7 days you are live. Every 30 days you have a performance report.",
    ],
    action: DASHBOARD,
    note: `You have a 14-day money-back guarantee, and you can cancel at any time. ${QUESTIONS}`,
  },
  "card-expiring": {
    subject: `The card for your ${COMPANY.name} subscription runs out this month`,
    kicker: "Your payment",
    headline: "Your card runs out soon.",
    message:
      "The card that pays for your subscription is good until the end of this month. With a new one, everything goes on without a pause.",
    date: "Next payment",
    steps: [],
    action: UPDATE_CARD,
    note: `If your bank has sent us the new card already, there is nothing to do. ${QUESTIONS}`,
  },
  "payment-failed": {
    subject: `Your ${COMPANY.name} payment did not go through`,
    kicker: "Your payment",
    headline: "Your payment did not arrive.",
    message:
      "We could not take the payment for your subscription. The card may have run out, or your bank wants to ask you first.",
    date: null,
    steps: [
      "Update your card, or confirm the payment with your bank.",
      "We try again by ourselves in the next few days, and your content goes on meanwhile.",
    ],
    action: UPDATE_CARD,
    note: QUESTIONS,
  },
  "payment-recovered": {
    subject: `Your ${COMPANY.name} payment has arrived`,
    kicker: "Your payment",
    headline: "All settled.",
    message: "The payment for your subscription has arrived, and everything goes on as before.",
    date: "Next payment",
    steps: [],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  unpaid: {
    subject: `Your ${COMPANY.name} subscription is on hold`,
    kicker: "Your payment",
    headline: "Your subscription is on hold.",
    message:
      "We tried several times and could not take the payment, so we have stopped making content for now.",
    date: null,
    steps: ["Update your card and pay what is open, and we go on where we stopped."],
    action: UPDATE_CARD,
    note: QUESTIONS,
  },
  cancelled: {
    subject: `Your ${COMPANY.name} subscription is cancelled`,
    kicker: "Your subscription",
    headline: "Your cancellation is confirmed.",
    message:
      "There are no further charges. You keep everything that you have paid for until the end of the period.",
    date: "Runs until",
    steps: ["Changed your mind? Until then you can keep your subscription with one click."],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  resumed: {
    subject: `Your ${COMPANY.name} subscription goes on`,
    kicker: "Your subscription",
    headline: "Good to have you back.",
    message: "Your cancellation is taken back, and your subscription goes on as before.",
    date: "Next payment",
    steps: [],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  changed: {
    subject: `Your ${COMPANY.name} subscription has changed`,
    kicker: "Your subscription",
    headline: "Your subscription has changed.",
    message: "This is what you have from now on.",
    date: "Next payment",
    steps: [],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  ended: {
    subject: `Your ${COMPANY.name} subscription has ended`,
    kicker: "Your subscription",
    headline: "Your subscription has ended.",
    message: "There are no further charges, and your data is stored safely.",
    date: null,
    steps: [],
    action: { label: "Start again", path: "/checkout" },
    note: `Thank you for the time with us. ${QUESTIONS}`,
  },
  duplicate: {
    subject: `We have refunded your second ${COMPANY.name} payment`,
    kicker: "Your payment",
    headline: "You paid twice, and have it back.",
    message:
      "You have a subscription already, so we have ended the second one and refunded all of it. The first goes on as before.",
    date: null,
    steps: ["The money is with you in 5 to 10 business days, as your bank allows."],
    action: DASHBOARD,
    note: `If you meant to change your plan or its add-ons, you can do so in your dashboard. ${QUESTIONS}`,
  },
};

/** What a mail about a subscription says. */
export function billingContent(kind: BillingMailKind): BillingContent {
  return CONTENT[kind];
}
