import { COMPANY, GUARANTEE_DAYS } from "#contracts/company.ts";
import { PRICE_NOTICE_DAYS } from "#contracts/billing/price-change.ts";
import { COMEBACK_OFFER, RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import {
  type BillingLabels,
  type DetailLine,
  PAYMENT_LINES,
  SUBSCRIPTION_LINES,
} from "./billing-labels.ts";

export const BILLING_MAILS = [
  "welcome",
  "service-booked",
  "renewal",
  "price-change",
  "price-kept",
  "card-expiring",
  "payment-failed",
  "payment-reminder",
  "payment-last-reminder",
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
  "never-begun",
  "duplicate",
  "second-subscription",
  "refund-requested",
  "refund-declined",
  "refund-disputed",
  "refund-failed",
  "guarantee-refunded",
  "refunded",
] as const;
export type BillingMailKind = (typeof BILLING_MAILS)[number];

type Wording = string | ((labels: BillingLabels) => string);

type BillingContent = {
  subject: string;
  kicker: string;
  headline: string;
  message: string;
  facts: readonly DetailLine[];
  steps: readonly string[];
  action: { label: Wording; path: Wording };
  note: string;
};

const DASHBOARD = { label: "Open my dashboard", path: "/dashboard" };
const CHANGE_CARD = { label: "Change my card", path: "/dashboard#card" };
// Not the invoice's own link, which expires: the page reads it.
const PAY_NOW = {
  label: ({ due }: BillingLabels) => (due === "" ? "Pay now" : `Pay ${due} now`),
  path: ({ subscriptionId }: BillingLabels) => `/pay?subscription=${subscriptionId}`,
};
const DUE_LINES = [
  { label: "Plan", field: "plan" },
  { label: "Add-ons", field: "addons" },
  { label: "To pay", field: "due" },
] as const satisfies readonly DetailLine[];
const HOW_TO_PAY =
  "The button opens the payment page of our payment provider. Pay there by any card, and confirm the payment with your bank if it asks. You may have to sign in first.";
const RUNS_UNTIL = { label: "Runs until", field: "date" } as const;
const PERIOD_ENDS = { label: "Period ends", field: "date" } as const;
const REQUEST_ID = { label: "Request", field: "reference" } as const;
const REFUND_REQUEST = [
  { label: "Paid so far", field: "amount" },
  REQUEST_ID,
] as const satisfies readonly DetailLine[];
const REFUND = [
  { label: "Refunded", field: "amount" },
  { label: "Invoice", field: "reference" },
] as const satisfies readonly DetailLine[];

const { percentOff, months } = RETENTION_OFFER;
const STRATEGY_CALL = "free 45-minute strategy call";
const REFUND_TIME = "5 to 10 business days, as your bank allows";
const COMEBACK = `the code ${COMEBACK_OFFER.code} takes ${COMEBACK_OFFER.percentOff}% off your first ${COMEBACK_OFFER.months} months. It works once, and not if a payment was left unpaid`;
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
    { label: "Without the offer", field: "regular" },
    { label: `Next ${months} payments`, field: "reduced" },
    { label: "You save", field: "saving" },
    { label: "The first on", field: "date" },
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
    facts: [{ label: "Paid", field: "paid" }, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES],
    steps: [
      "Tell us about your business first: it takes two minutes on a phone, and you can stop and carry on later.",
      `Within ${COMPANY.replyWithinHours} hours we get in touch to find out more.`,
      "Within 5 business days you see your first content, to review and approve.",
      "Within 7 days you are live. Every 30 days you have a performance report.",
    ],
    action: { label: "Tell us about your business", path: "/brief" },
    note: `You have a ${GUARANTEE_DAYS}-day money-back guarantee, and you can cancel at any time. ${QUESTIONS}`,
  },
  "service-booked": {
    subject: `Your ${COMPANY.name} subscription has begun`,
    kicker: "Your subscription",
    headline: "What you booked has begun.",
    message:
      "The subscription that we booked for you has begun, and your payment has arrived. Thank you.",
    facts: [{ label: "Paid", field: "paid" }, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES],
    steps: ["It is apart from any other subscription of yours, and charged by itself."],
    action: DASHBOARD,
    note: `To change or end it, or with any question at all, reply to this email, and we answer within ${COMPANY.replyWithinHours} hours.`,
  },
  renewal: {
    subject: `Your next ${COMPANY.name} payment`,
    kicker: "Your payment",
    headline: "Your next payment is coming up.",
    message:
      "Your subscription renews in a few days, and its payment is taken by itself. There is nothing that you have to do.",
    facts: [
      { label: "Plan", field: "plan" },
      { label: "Add-ons", field: "addons" },
      { label: "To be paid", field: "due" },
      { label: "Last time", field: "last" },
      { label: "On", field: "date" },
      { label: "Card", field: "card" },
    ],
    steps: [
      "If the sum is not the same as last time, a discount has begun or ended, or a change begins that you chose or that we announced.",
      "In your dashboard you can change your card, your plan and your add-ons, or cancel. If you cancel before that day, nothing is taken.",
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "price-change": {
    subject: `The price of your ${COMPANY.name} subscription is going to change`,
    kicker: "Your subscription",
    headline: "Your price is going to change.",
    message: `We give you ${PRICE_NOTICE_DAYS} days' notice of a new price for your subscription. Until the date below you pay the old one.`,
    facts: [
      { label: "Plan", field: "plan" },
      { label: "Add-ons", field: "addons" },
      { label: "Next payment", field: "last" },
      { label: "At the new price", field: "due" },
      { label: "From", field: "starts" },
    ],
    steps: [
      "Your discounts stay, and both sums count them in, as they are on those days.",
      "There is nothing that you have to do. If the new price does not suit you, change your plan or cancel in your dashboard before that date.",
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "price-kept": {
    subject: `The price of your ${COMPANY.name} subscription stays as it is`,
    kicker: "Your subscription",
    headline: "Your price stays as it is.",
    message:
      "We told you of a new price for your subscription. It does not come: you go on paying the price that you pay now.",
    facts: [
      { label: "Plan", field: "plan" },
      { label: "Add-ons", field: "addons" },
      { label: "Next payment", field: "due" },
      { label: "On", field: "starts" },
    ],
    steps: ["There is nothing that you have to do."],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "card-expiring": {
    subject: `The card for your ${COMPANY.name} subscription runs out this month`,
    kicker: "Your payment",
    headline: "Your card runs out soon.",
    message:
      "The card that pays for your subscription is good until the end of this month. With a new one, everything goes on without a pause.",
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES],
    steps: [],
    action: CHANGE_CARD,
    note: `If your bank has sent us the new card already, there is nothing to do. ${QUESTIONS}`,
  },
  "payment-failed": {
    subject: `Your ${COMPANY.name} payment did not go through`,
    kicker: "Your payment",
    headline: "Your payment did not arrive.",
    message:
      "We could not take the payment for your subscription. Your card may have expired, or your bank may want you to confirm the payment.",
    facts: DUE_LINES,
    steps: [HOW_TO_PAY, "Your content goes on meanwhile."],
    action: PAY_NOW,
    note: QUESTIONS,
  },
  "payment-reminder": {
    subject: `Your ${COMPANY.name} payment is still open`,
    kicker: "Your payment",
    headline: "Your payment is still open.",
    message:
      "We have not been able to take the payment for your subscription yet. Your bank declines it, or wants you to confirm it.",
    facts: DUE_LINES,
    steps: [HOW_TO_PAY, "Your content goes on meanwhile."],
    action: PAY_NOW,
    note: `If you have just paid, thank you: there is nothing to do. ${QUESTIONS}`,
  },
  "payment-last-reminder": {
    subject: `Your ${COMPANY.name} subscription is about to end`,
    kicker: "Your payment",
    headline: "Your subscription is about to end.",
    message:
      "The payment for your subscription is still open. Without it your subscription ends in the next few days, and with it your content.",
    facts: DUE_LINES,
    steps: [
      HOW_TO_PAY,
      "If you would rather leave, there is nothing to do: once the subscription has ended, this payment is due no more.",
    ],
    action: PAY_NOW,
    note: `If you have just paid, thank you: everything goes on as before. ${QUESTIONS}`,
  },
  "payment-recovered": {
    subject: `Your ${COMPANY.name} payment has arrived`,
    kicker: "Your payment",
    headline: "All settled.",
    message: "The payment for your subscription has arrived, and everything goes on as before.",
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES],
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
    facts: DUE_LINES,
    steps: [HOW_TO_PAY, "As soon as the payment arrives, we start again."],
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
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES],
    steps: [LOST_CHANGE],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  changed: {
    subject: `Your ${COMPANY.name} subscription has changed`,
    kicker: "Your subscription",
    headline: "Your subscription has changed.",
    message: "This is what you have from now on.",
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES],
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
      { label: "Starts", field: "laterDate" },
      ...PAYMENT_LINES,
    ],
    steps: [
      "Changed your mind? Until it starts you can withdraw it in your dashboard.",
      "If you have a discount, these sums count it in.",
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
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES, PERIOD_ENDS],
    steps: [],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "discount-refused": {
    subject: `We could not take the ${percentOff}% off yet`,
    kicker: "Your subscription",
    headline: `The ${percentOff}% is not off yet.`,
    message: `We told you that your next ${months} monthly payments are ${percentOff}% lower. Our payment provider did not accept that, so nothing is taken off for now. We are sorry.`,
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES, PERIOD_ENDS],
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
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES, PERIOD_ENDS],
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
  "never-begun": {
    subject: `Your ${COMPANY.name} subscription has not begun`,
    kicker: "Your payment",
    headline: "Your payment did not arrive.",
    message:
      "Your bank did not make the first payment for your subscription, so it has not begun. Nothing was taken, and nothing is due.",
    facts: SUBSCRIPTION_LINES,
    steps: ["You can choose a plan again at any time, and pay by card."],
    action: { label: "Choose a plan", path: "/pricing" },
    note: QUESTIONS,
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
  "second-subscription": {
    subject: `You pay for two ${COMPANY.name} subscriptions`,
    kicker: "Your payment",
    headline: "Did you mean to subscribe twice?",
    message:
      "You have just paid for the subscription below. Another one with the same address or card is running already, and each is charged every month.",
    facts: [...SUBSCRIPTION_LINES, ...PAYMENT_LINES],
    steps: [
      "If you meant both, there is nothing to do.",
      "If not, reply to this email: we end the one that you do not want, and give back what you paid for it.",
    ],
    action: { label: "Write to us", path: "/contact" },
    note: `An account holds one subscription: if both have this address and you sign up with it, one of the two is ended. ${QUESTIONS}`,
  },
  "refund-requested": {
    subject: "We have your request for a refund",
    kicker: "Your refund",
    headline: "A person looks at your request.",
    message: `You asked for your money back under our ${GUARANTEE_DAYS}-day guarantee. It gives the money back by itself once for each account, address and card, and it has been used before with one of yours. So a person decides, and writes to you within ${COMPANY.replyWithinHours} hours on working days.`,
    facts: REFUND_REQUEST,
    steps: [
      "Until you have our answer, nothing changes in your subscription.",
      `If we say yes, your subscription ends, and the money is with you in ${REFUND_TIME}. If we say no, we tell you why.`,
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "refund-declined": {
    subject: "About your request for a refund",
    kicker: "Your refund",
    headline: "We cannot refund you this time.",
    message: `You asked for your money back under our ${GUARANTEE_DAYS}-day guarantee, which had been used before with your account, address or card. A person looked at your request and said no.`,
    facts: [{ label: "Why", field: "reason" }, ...REFUND_REQUEST],
    steps: [
      `If you think that we are wrong, reply to this email: a person answers within ${COMPANY.replyWithinHours} hours. The guarantee is in addition to your legal rights.`,
      "Nothing changes in your subscription. You can cancel it in your dashboard at any time.",
    ],
    action: DASHBOARD,
    note: "Thank you for giving us a try.",
  },
  "refund-disputed": {
    subject: "Your money comes back through your bank",
    kicker: "Your refund",
    headline: "Your bank decides about this payment.",
    message:
      "You asked for your money back, and you have also disputed the payment with your bank. We cannot refund a disputed payment: the money comes back through your bank, not from us a second time.",
    facts: [{ label: "Disputed", field: "amount" }, REQUEST_ID],
    steps: [
      "Your subscription has ended, and there are no further charges.",
      "If your bank closes the dispute without giving you the money, we refund it: reply to this email, or withdraw the dispute at your bank.",
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "refund-failed": {
    subject: "Your refund did not arrive",
    kicker: "Your refund",
    headline: "Your refund came back to us.",
    message:
      "We sent your refund, and your bank could not take it: the card may have expired or been replaced. The money is with us, and it is still yours.",
    facts: [
      { label: "To be refunded", field: "amount" },
      { label: "Invoice", field: "reference" },
    ],
    steps: [
      "Reply to this email and tell us how else we can pay you. Please send no card number by email.",
    ],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  "guarantee-refunded": {
    subject: "Your refund is on its way",
    kicker: "Your refund",
    headline: "Your money is on its way.",
    message: `You asked for your money back under our ${GUARANTEE_DAYS}-day guarantee, and nobody had to agree. Your refund has left us, and comes to you the way that you paid. Your subscription has ended.`,
    facts: REFUND,
    steps: [`It is with you in ${REFUND_TIME}.`],
    action: DASHBOARD,
    note: QUESTIONS,
  },
  refunded: {
    subject: "Your refund is on its way",
    kicker: "Your refund",
    headline: "Your money is on its way.",
    message: "Your refund has left us, and comes to you the way that you paid.",
    facts: REFUND,
    steps: [`It is with you in ${REFUND_TIME}.`],
    action: DASHBOARD,
    note: QUESTIONS,
  },
};

export function billingContent(kind: BillingMailKind): BillingContent {
  return CONTENT[kind];
}

export function wordingOf(wording: Wording, labels: BillingLabels): string {
  return typeof wording === "string" ? wording : wording(labels);
}
