import { COMPANY, GUARANTEE_DAYS } from "#contracts/company.ts";
import { COMEBACK_OFFER, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { type DetailLine, SUBSCRIPTION_LINES } from "./billing-labels.ts";

export const BILLING_MAILS = [
  "welcome",
  "card-expiring",
  "payment-failed",
  "payment-recovered",
  "unpaid",
  "retention",
  "retention-resumed",
  "cancelled",
  "cancelled-at-once",
  "resumed",
  "changed",
  "change-scheduled",
  "change-withdrawn",
  "discount-refused",
  "cancellation-refused",
  "resumption-refused",
  "ended",
  "duplicate",
  "refund-requested",
  "refund-declined",
  "refunded",
] as const;
export type BillingMailKind = (typeof BILLING_MAILS)[number];

type BillingContent = {
  subject: string;
  kicker: string;
  headline: string;
  message: string;
  facts: readonly DetailLine[];
  steps: readonly string[];
  action: { label: string; path: string };
  note: string;
};

const DASHBOARD = { label: "Open my dashboard", path: "/dashboard" };
const CHANGE_CARD = { label: "Change my card", path: "/dashboard#card" };
// Not the invoice's own link, which expires.
const PAY_NOW = { label: "Pay now", path: "/dashboard" };
const NEXT_PAYMENT = { label: "Next payment", field: "date" } as const;
const RUNS_UNTIL = { label: "Runs until", field: "date" } as const;
const PERIOD_ENDS = { label: "Period ends", field: "date" } as const;
const REFUND_REQUEST = [
  { label: "Paid so far", field: "amount" },
  { label: "Request", field: "reference" },
] as const satisfies readonly DetailLine[];

const { percentOff, months } = RETENTION_OFFER;
const STRATEGY_CALL = "free 45-minute strategy call";
const REFUND_TIME = "5 to 10 business days, as your bank allows";
const COMEBACK = `the code ${COMEBACK_OFFER.code} takes ${COMEBACK_OFFER.percentOff}% off your first ${COMEBACK_OFFER.months} months`;
const PERSON_LOOKS = `There is nothing that you have to do: a person looks at it, and writes to you within ${COMPANY.replyWithinHours} hours.`;
const SUMS_COUNT_IN =
  "If you have booked a change or have other discounts, these sums count them in, as they are today. A payment that was under way already is not reduced.";
// Vague because the event does not say whether a change was scheduled, nor whether it was
// withdrawn.
const LOST_CHANGE =
  "If you had booked a change, your dashboard shows whether it still holds: one that went with the cancellation can be booked again.";
const QUESTIONS = `Any question at all: reply to this email, and we answer within ${COMPANY.replyWithinHours} hours.`;

const RETENTION: BillingContent = {
  subject: `Thank you for staying: ${percentOff}% off your next ${months} payments`,
  kicker: "Your subscription",
  headline: "Glad that you are staying.",
  message: `Thank you for staying. Your subscription goes on as before, and your next ${months} monthly payments are ${percentOff}% lower.`,
  facts: [
    { label: "Plan", field: "plan" },
    { label: "Add-ons", field: "addons" },
    { label: "Each without the offer", field: "amount" },
    { label: `Next ${months} payments`, field: "reduced" },
    { label: "You save", field: "saving" },
    NEXT_PAYMENT,
  ],
  steps: [
    `You also have a ${STRATEGY_CALL} with an account manager: we write to you within ${COMPANY.replyWithinHours} hours to arrange it.`,
    `Should you change your plan or its add-ons meanwhile, the ${percentOff}% comes off the new price.`,
    SUMS_COUNT_IN,
  ],
  action: DASHBOARD,
  note: QUESTIONS,
};

const CANCELLED = {
  subject: `Your ${COMPANY.name} subscription is cancelled`,
  kicker: "Your subscription",
  headline: "Your cancellation is confirmed.",
  note: QUESTIONS,
};

const CONTENT: Record<BillingMailKind, BillingContent> = {
  welcome: {
    subject: `Welcome to ${COMPANY.name}: your subscription has begun`,
    kicker: "Your subscription",
    headline: "Welcome aboard.",
    message: "Your payment has arrived and your subscription has begun. Thank you.",
    facts: [{ label: "Paid", field: "paid" }, ...SUBSCRIPTION_LINES, NEXT_PAYMENT],
    steps: [
      `Within ${COMPANY.replyWithinHours} hours we contact you to get to know your business.`,
      "Within 5 business days you see your first content, to review and approve.",
      "Within 7 days you are live. Every 30 days you have a performance report.",
    ],
    action: DASHBOARD,
    note: `You have a ${GUARANTEE_DAYS}-day money-back guarantee, and you can cancel at any time. ${QUESTIONS}`,
  },
  "card-expiring": {
    subject: `The card for your ${COMPANY.name} subscription runs out this month`,
    kicker: "Your payment",
    headline: "Your card runs out soon.",
    message:
      "The card that pays for your subscription is good until the end of this month. With a new one, everything goes on without a pause.",
    facts: [...SUBSCRIPTION_LINES, NEXT_PAYMENT],
    steps: [],
    action: CHANGE_CARD,
    note: `If your bank has sent us the new card already, there is nothing to do. ${QUESTIONS}`,
  },
  "payment-failed": {
    subject: `Your ${COMPANY.name} payment did not go through`,
    kicker: "Your payment",
    headline: "Your payment did not arrive.",
    message:
      "We could not take the payment for your subscription. Your card may have expired, or your bank may need you to approve the payment.",
    facts: SUBSCRIPTION_LINES,
    steps: [
      "Pay now on your dashboard, or change your card there.",
      "Your content goes on meanwhile.",
    ],
    action: PAY_NOW,
    note: QUESTIONS,
  },
  "payment-recovered": {
    subject: `Your ${COMPANY.name} payment has arrived`,
    kicker: "Your payment",
    headline: "All settled.",
    message: "The payment for your subscription has arrived, and everything goes on as before.",
    facts: [...SUBSCRIPTION_LINES, NEXT_PAYMENT],
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
    facts: SUBSCRIPTION_LINES,
    steps: ["Pay now on your dashboard, and we start again."],
    action: PAY_NOW,
    note: QUESTIONS,
  },
  retention: RETENTION,
  "retention-resumed": {
    ...RETENTION,
    message: `Thank you for staying. Your cancellation is taken back, your subscription goes on, and your next ${months} monthly payments are ${percentOff}% lower.`,
    steps: [...RETENTION.steps, LOST_CHANGE],
  },
  cancelled: {
    ...CANCELLED,
    message:
      "Your subscription is cancelled, and there are no further charges. You keep everything that you have paid for until the end of the period, and your data is stored safely.",
    facts: [...SUBSCRIPTION_LINES, RUNS_UNTIL],
    steps: [
      "Changed your mind? As long as it runs you can keep your subscription with one click.",
      `If you come back later, ${COMEBACK}.`,
    ],
    action: { label: "Keep my subscription", path: "/dashboard" },
  },
  "cancelled-at-once": {
    ...CANCELLED,
    message:
      "Your subscription is cancelled, and ends at once: the payment for the period that had begun was still due. It is due no more, there are no further charges, and your data is stored safely.",
    facts: SUBSCRIPTION_LINES,
    steps: [
      `Should a payment have come through at the last moment, it comes back to you by itself, in ${REFUND_TIME}.`,
      `If you come back later, ${COMEBACK}.`,
    ],
    action: DASHBOARD,
  },
  resumed: {
    subject: `Your ${COMPANY.name} subscription goes on`,
    kicker: "Your subscription",
    headline: "Good to have you back.",
    message: "Your cancellation is taken back, and your subscription goes on.",
    facts: [...SUBSCRIPTION_LINES, NEXT_PAYMENT],
    steps: [LOST_CHANGE],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  changed: {
    subject: `Your ${COMPANY.name} subscription has changed`,
    kicker: "Your subscription",
    headline: "Your subscription has changed.",
    message: "This is what you have from now on.",
    facts: [...SUBSCRIPTION_LINES, NEXT_PAYMENT],
    steps: [],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "change-scheduled": {
    subject: `Your ${COMPANY.name} subscription is going to change`,
    kicker: "Your subscription",
    headline: "Your change is planned.",
    message:
      "The change that you chose is planned. Until it starts, you keep everything that you have now.",
    facts: [
      { label: "You have now", field: "now" },
      { label: "You will have", field: "later" },
      { label: "Per month then", field: "laterAmount" },
      { label: "Starts", field: "laterDate" },
      NEXT_PAYMENT,
    ],
    steps: [
      "Changed your mind? Until it starts you can withdraw it in your dashboard.",
      "If you have a discount, it comes off the new price as well.",
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "change-withdrawn": {
    subject: `The change of your ${COMPANY.name} subscription is withdrawn`,
    kicker: "Your subscription",
    headline: "Your change is withdrawn.",
    message:
      "The change that you had planned is withdrawn, and you keep what you have for as long as your subscription runs.",
    facts: [...SUBSCRIPTION_LINES, PERIOD_ENDS],
    steps: [],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "discount-refused": {
    subject: `We could not take the ${percentOff}% off yet`,
    kicker: "Your subscription",
    headline: `The ${percentOff}% is not off yet.`,
    message: `We told you that your next ${months} monthly payments are ${percentOff}% lower. Our payment provider did not accept that, so nothing is taken off for now. We are sorry.`,
    facts: [...SUBSCRIPTION_LINES, PERIOD_ENDS],
    steps: [
      PERSON_LOOKS,
      `Your ${STRATEGY_CALL} is yours in any case. And should you rather leave, you can cancel in your dashboard at any time.`,
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "cancellation-refused": {
    subject: `Your ${COMPANY.name} subscription could not be cancelled yet`,
    kicker: "Your subscription",
    headline: "Your subscription still runs.",
    message:
      "We told you that your subscription is cancelled. Our payment provider did not accept that, so it still runs. We are sorry.",
    facts: [...SUBSCRIPTION_LINES, PERIOD_ENDS],
    steps: [
      PERSON_LOOKS,
      "Your cancellation counts from when you gave it: whatever is charged for the time after this period comes back to you.",
      "You can also try again in your dashboard. And if you would like to stay after all, reply and say so.",
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "resumption-refused": {
    subject: `Your ${COMPANY.name} subscription still ends`,
    kicker: "Your subscription",
    headline: "Your subscription still ends.",
    message:
      "We told you that your cancellation is taken back. Our payment provider did not accept that, so your subscription still ends with the period. We are sorry.",
    facts: [...SUBSCRIPTION_LINES, RUNS_UNTIL],
    steps: [
      PERSON_LOOKS,
      "Until it ends you keep everything that you have paid for, and you can try again in your dashboard.",
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  ended: {
    subject: `Your ${COMPANY.name} subscription has ended`,
    kicker: "Your subscription",
    headline: "Your subscription has ended.",
    message: "There are no further charges, and your data is stored safely.",
    facts: SUBSCRIPTION_LINES,
    steps: [
      `You are welcome back at any time: ${COMEBACK}. The link below brings it along: sign in with the same account.`,
    ],
    action: { label: "Start again", path: `/checkout?code=${COMEBACK_OFFER.code}` },
    note: `Thank you for the time with us. ${QUESTIONS}`,
  },
  duplicate: {
    subject: `You had two ${COMPANY.name} subscriptions`,
    kicker: "Your payment",
    headline: "You keep one, and pay for one.",
    message:
      "You had two subscriptions at once, so we are ending one of them, and the other goes on as before. What you paid for it since the other began goes back to you. A period that you had paid for before that runs to its end, and nothing more is charged for it.",
    facts: SUBSCRIPTION_LINES,
    steps: [`Money that goes back is with you in ${REFUND_TIME}.`],
    action: DASHBOARD,
    note: `If you meant to change your plan or its add-ons, you can do so in your dashboard. ${QUESTIONS}`,
  },
  "refund-requested": {
    subject: "We have your request for a refund",
    kicker: "Your refund",
    headline: "We have your request.",
    message: `You asked for your money back under our ${GUARANTEE_DAYS}-day guarantee. A person checks only that you asked within ${GUARANTEE_DAYS} days of your first payment, and answers within ${COMPANY.replyWithinHours} hours on working days.`,
    facts: REFUND_REQUEST,
    steps: [
      "Until you have our answer, nothing changes in your subscription.",
      `If you asked in time, your subscription ends with our answer, and the money is with you in ${REFUND_TIME}.`,
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "refund-declined": {
    subject: "About your request for a refund",
    kicker: "Your refund",
    headline: "Your request came after the guarantee had ended.",
    message: `Our guarantee gives your money back if you ask within ${GUARANTEE_DAYS} days of your first payment. You asked later than that, so it does not cover your request.`,
    facts: REFUND_REQUEST,
    steps: [
      `If you think that we have the dates wrong, reply to this email: a person answers within ${COMPANY.replyWithinHours} hours. The guarantee is in addition to your legal rights.`,
      "Nothing changes in your subscription. You can cancel it in your dashboard at any time.",
    ],
    action: DASHBOARD,
    note: "Thank you for giving us a try.",
  },
  refunded: {
    subject: "Your refund is on its way",
    kicker: "Your refund",
    headline: "Your money is on its way.",
    message: "Your refund has left us, and comes to you the way that you paid.",
    facts: [
      { label: "Refunded", field: "amount" },
      { label: "Order", field: "reference" },
    ],
    steps: [`It is with you in ${REFUND_TIME}.`],
    action: DASHBOARD,
    note: QUESTIONS,
  },
};

export function billingContent(kind: BillingMailKind): BillingContent {
  return CONTENT[kind];
}
