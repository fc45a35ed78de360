import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { COMPANY } from "#contracts/company.ts";
import type { DueIn } from "#contracts/due-times.ts";
import { CANCELLATION_MESSAGES } from "#contracts/messages/cancellation.ts";
import { hyphenated, inText, REFUND_TIME, TERMS } from "#contracts/terms.ts";
import {
  type BillingLabels,
  type DetailLines,
  PAYMENT_LINES,
  SUBSCRIPTION_LINES,
} from "./billing-labels.ts";

type WordingLabels = BillingLabels & { readonly hasBrief: boolean };
type Wording = string | ((labels: WordingLabels) => string);

type BillingContent = {
  subject: string;
  headline: string;
  message: Wording;
  facts: DetailLines;
  /** What comes next, each by a day. */
  dated?: readonly { by: DueIn; what: string }[];
} & Partial<Usual>;

type Usual = {
  kicker: string;
  /** An empty one is left out. */
  steps: readonly Wording[];
  action: { label: Wording; path: Wording };
  note: string;
};

const DASHBOARD = { label: "Open my dashboard", path: "/dashboard" };
const CHANGE_CARD = { label: "Change my card", path: "/dashboard#card" };
// The invoice's own link would expire: the page reads it.
const PAY_NOW = {
  label: ({ due }: BillingLabels) => (due === "" ? "Pay now" : `Pay ${due} now`),
  path: ({ subscriptionId }: BillingLabels) => `/pay?subscription=${subscriptionId}`,
};
const INVOICE: DetailLines = { Invoice: "reference" };
const PAID_LINES: DetailLines = { Paid: "paid", ...INVOICE };
const DUE_LINES: DetailLines = { ...SUBSCRIPTION_LINES, ...INVOICE, "To pay": "due" };
const HOW_TO_PAY =
  "The button opens our payment provider’s page. Pay with any card, and approve the payment with your bank if it asks. You may have to sign in first.";
const RUNS_UNTIL: DetailLines = { "Runs until": "date" };
const PERIOD_ENDS: DetailLines = { "Period ends": "date" };
const REQUEST_ID: DetailLines = { Request: "reference" };
const REFUND_REQUEST: DetailLines = { "Paid so far": "amount", ...REQUEST_ID };
const REFUND: DetailLines = { Refunded: "amount", ...INVOICE };

const { percentOff, months } = RETENTION_OFFER;
const STRATEGY_CALL = `free ${hyphenated(TERMS.strategyCall)} strategy call`;
const REFUNDED_WITHIN = `${REFUND_TIME}, as your bank allows`;
const CHOOSE_PLAN = { label: "Choose a plan", path: "/pricing" };
const PERSON_LOOKS = `You don’t need to do anything: one of us will look at it and email you within ${inText(TERMS.reply)}.`;
const SUMS_COUNT_IN =
  "These figures include any change you’ve booked and your other discounts, as they are today. A payment already under way isn’t reduced.";
const LOST_CHANGE = ({ lost }: BillingLabels) =>
  lost === ""
    ? ""
    : `Cancelling removed the change you’d booked (${lost}), and it hasn’t come back. You can book it again on your dashboard.`;
const BOOKED_CHANGE = ({ booked }: BillingLabels) =>
  booked === "" ? "" : `This also cancels the change you’d booked (${booked}).`;
const QUESTIONS = `Questions? Just reply; we answer within ${inText(TERMS.reply)}.`;

/** A mail has these values where its own texts name no others. */
const USUAL: Usual = {
  kicker: "Your subscription",
  steps: [],
  action: DASHBOARD,
  note: QUESTIONS,
};

const RETENTION = {
  subject: `Thank you for staying: ${percentOff}% off your next ${months} payments`,
  headline: "We’re glad you’re staying.",
  message: `Thank you for staying. Your subscription continues as before, and your next ${months} monthly payments are ${percentOff}% lower.`,
  facts: {
    ...SUBSCRIPTION_LINES,
    "Without the offer": "regular",
    [`Next ${months} payments`]: "reduced",
    "You save": "saving",
    "The first on": "date",
  },
  steps: [
    `You also have a ${STRATEGY_CALL} with an account manager: we’ll email you within ${inText(TERMS.reply)} to arrange it.`,
    `If you change your plan or add-ons in the meantime, the ${percentOff}% comes off the new price.`,
    SUMS_COUNT_IN,
  ],
} satisfies BillingContent;

const CANCELLED = {
  subject: `Your ${COMPANY.name} subscription is cancelled`,
  headline: "Your cancellation is confirmed.",
};

const SETTLED = { kicker: "Your payment", headline: "All settled." };

const ENDED = {
  subject: `Your ${COMPANY.name} subscription has ended`,
  headline: "Your subscription has ended.",
  facts: SUBSCRIPTION_LINES,
};
const NOTHING_MORE = "There are no further charges, and your data is stored safely.";
const WELCOME_BACK = "You’re welcome back at any time: choose a plan and pay with any card.";

const CONTENT = {
  welcome: {
    subject: `Welcome to ${COMPANY.name}: your subscription has started`,
    headline: "Welcome aboard.",
    message: ({ paid }) =>
      paid === ""
        ? "Thanks, your subscription has started."
        : "Thanks, we’ve received your payment and your subscription has started.",
    facts: { ...PAID_LINES, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
    steps: [
      ({ hasBrief }) =>
        hasBrief
          ? "We still have what you told us about your business. Change what’s no longer true."
          : "First, tell us about your business: two questions to start, and the rest when you like.",
    ],
    dated: [
      { by: TERMS.reply, what: "We get in touch to find out more." },
      { by: TERMS.firstContent, what: "You see your first content, to review and approve." },
      {
        by: TERMS.live,
        what: `You’re live. Every ${inText(TERMS.report)} you get a performance report.`,
      },
    ],
    action: {
      label: ({ hasBrief }) => (hasBrief ? "Open my brief" : "Tell us about your business"),
      path: "/brief",
    },
    note: `You have a ${hyphenated(TERMS.guarantee)} money-back guarantee, and you can cancel at any time. ${QUESTIONS}`,
  },
  "service-booked": {
    subject: `Your ${COMPANY.name} subscription has started`,
    headline: "What you booked has started.",
    message: ({ paid }) =>
      paid === ""
        ? "The subscription we booked for you has started. Thank you."
        : "The subscription we booked for you has started, and we’ve received your payment. Thank you.",
    facts: { ...PAID_LINES, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
    steps: ["It’s separate from any other subscription you have, and charged on its own."],
    note: `To change or end it, or with any question, just reply; we answer within ${inText(TERMS.reply)}.`,
  },
  renewal: {
    subject: `Your next ${COMPANY.name} payment`,
    kicker: "Your payment",
    headline: "Your next payment is coming up.",
    message:
      "Your subscription renews in a few days and we’ll take the payment automatically. You don’t need to do anything.",
    facts: {
      ...SUBSCRIPTION_LINES,
      "To be paid": "due",
      "Last time": "last",
      On: "date",
      Card: "card",
    },
    steps: [
      "If it’s different from last time, a discount has started or ended, or a change you chose or we announced is starting.",
      "On your dashboard you can change your card, your plan and your add-ons, or cancel. If you cancel before that day, you won’t be charged.",
    ],
  },
  "price-change": {
    subject: `The price of your ${COMPANY.name} subscription is changing`,
    headline: "Your price is changing.",
    message: `We give you ${inText(TERMS.notice)}’ notice of a new price for your subscription. You’ll pay the old one until the date below.`,
    facts: {
      ...SUBSCRIPTION_LINES,
      "Next payment": "last",
      "At the new price": "due",
      From: "starts",
    },
    steps: [
      "You keep your discounts, and both figures include them as they are on those days.",
      "You don’t need to do anything. If the new price doesn’t suit you, change your plan or cancel on your dashboard before that date.",
    ],
  },
  "price-kept": {
    subject: `The price of your ${COMPANY.name} subscription is staying the same`,
    headline: "Your price is staying the same.",
    message:
      "We told you about a new price for your subscription. That’s no longer happening: you’ll keep paying what you pay now.",
    facts: { ...SUBSCRIPTION_LINES, "Next payment": "due", On: "starts" },
    steps: ["You don’t need to do anything."],
  },
  "card-expiring": {
    subject: `The card for your ${COMPANY.name} subscription expires this month`,
    kicker: "Your payment",
    headline: "Your card expires soon.",
    message:
      "The card that pays for your subscription expires at the end of this month. Add a new one and everything carries on without a break.",
    facts: { ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
    action: CHANGE_CARD,
    note: `If your bank has already sent us the new card, you don’t need to do anything. ${QUESTIONS}`,
  },
  "payment-failed": {
    subject: `Your ${COMPANY.name} payment didn’t go through`,
    kicker: "Your payment",
    headline: "We didn’t get your payment.",
    message:
      "We couldn’t take the payment for your subscription. Your card may have expired, or your bank may need you to approve the payment.",
    facts: DUE_LINES,
    steps: [HOW_TO_PAY, "We’ll carry on making your content in the meantime."],
    action: PAY_NOW,
  },
  "payment-reminder": {
    subject: `Your ${COMPANY.name} payment is still due`,
    kicker: "Your payment",
    headline: "Your payment is still due.",
    message:
      "We still haven’t been able to take the payment for your subscription. Your bank is declining it or needs you to approve it.",
    facts: DUE_LINES,
    steps: [HOW_TO_PAY, "We’ll carry on making your content in the meantime."],
    action: PAY_NOW,
    note: `If you’ve just paid, thank you: you don’t need to do anything. ${QUESTIONS}`,
  },
  "payment-last-reminder": {
    subject: `Your ${COMPANY.name} subscription is about to end`,
    kicker: "Your payment",
    headline: "Your subscription is about to end.",
    message:
      "The payment for your subscription is still due. Without it, your subscription will end in the next few days and we’ll stop making your content.",
    facts: DUE_LINES,
    steps: [
      HOW_TO_PAY,
      "If you’d rather leave, you don’t need to do anything: once the subscription has ended, you no longer owe this payment.",
    ],
    action: PAY_NOW,
    note: `If you’ve just paid, thank you: everything continues as before. ${QUESTIONS}`,
  },
  "invoice-overdue": {
    subject: `Your ${COMPANY.name} invoice is overdue`,
    kicker: "Your payment",
    headline: "Your invoice is overdue.",
    message: "The invoice below is past its due date, and we haven’t received your payment yet.",
    facts: DUE_LINES,
    steps: [
      "The button opens our payment provider’s page. Pay there with any card, or as the invoice says. You may have to sign in first.",
      "We’ll carry on making your content in the meantime.",
    ],
    action: PAY_NOW,
    note: `If you’ve just paid, thank you: you don’t need to do anything. ${QUESTIONS}`,
  },
  "payment-recovered": {
    ...SETTLED,
    subject: `Your ${COMPANY.name} payment has arrived`,
    message: "We’ve received the payment below, and your subscription continues.",
    facts: { ...PAID_LINES, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
  },
  "payment-marked-paid": {
    ...SETTLED,
    subject: `Your ${COMPANY.name} invoice is marked as paid`,
    message:
      "We’ve marked the invoice that was due as paid. Nothing was taken from your card for it, and your subscription continues.",
    facts: { ...INVOICE, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
  },
  "payment-waived": {
    ...SETTLED,
    subject: `Your ${COMPANY.name} payment is no longer due`,
    message:
      "You no longer owe the payment that was due. Nothing was taken for it, and your subscription continues.",
    facts: { ...INVOICE, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
  },
  unpaid: {
    subject: `Your ${COMPANY.name} subscription is on hold`,
    kicker: "Your payment",
    headline: "Your subscription is on hold.",
    message:
      "We haven’t received the payment for your subscription, so we’ve paused your content for now.",
    facts: DUE_LINES,
    steps: [HOW_TO_PAY, "Pay the balance and we’ll pick up where we left off."],
    action: PAY_NOW,
  },
  retention: RETENTION,
  "retention-resumed": {
    ...RETENTION,
    message: `Thank you for staying. Your subscription is back on, and your next ${months} monthly payments are ${percentOff}% lower.`,
    steps: [...RETENTION.steps, LOST_CHANGE],
  },
  cancelled: {
    ...CANCELLED,
    // The team may arrange an end after further payments.
    message: ({ next }) =>
      next === ""
        ? "Your subscription is cancelled, and there are no further charges. You keep everything until the date below, and your data is stored safely."
        : "Your subscription is set to end on the date below. Until then you keep everything, and payments go on. Your data is stored safely.",
    facts: { ...SUBSCRIPTION_LINES, ...RUNS_UNTIL, ...PAYMENT_LINES },
    steps: [
      BOOKED_CHANGE,
      ({ paidLonger }) => (paidLonger === "" ? "" : CANCELLATION_MESSAGES.paidLonger),
      "Changed your mind? Until it ends, you can keep your subscription with one click.",
    ],
    action: { label: "Keep my subscription", path: "/dashboard" },
  },
  "cancelled-at-once": {
    ...CANCELLED,
    message:
      "Your subscription is cancelled and has ended, because the payment for the current period was still due. You no longer owe it, there are no further charges, and your data is stored safely.",
    facts: SUBSCRIPTION_LINES,
    steps: [
      BOOKED_CHANGE,
      `If a payment came through at the last moment, we’ll refund it automatically, in ${REFUNDED_WITHIN}.`,
    ],
  },
  resumed: {
    subject: `Your ${COMPANY.name} subscription continues`,
    headline: "Good to have you back.",
    message: "We’ve undone your cancellation, and your subscription continues.",
    facts: { ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
    steps: [LOST_CHANGE],
  },
  changed: {
    subject: `Your ${COMPANY.name} subscription has changed`,
    headline: "Your subscription has changed.",
    message: "This is what you have from now on.",
    facts: { ...PAID_LINES, ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
  },
  "change-scheduled": {
    subject: `Your ${COMPANY.name} subscription is changing`,
    headline: "Your change is booked.",
    message: "Your change is booked. Until it starts, you keep everything you have now.",
    facts: {
      "You have now": "now",
      "You will have": "later",
      Starts: "laterDate",
      ...PAYMENT_LINES,
    },
    steps: [
      "Changed your mind? You can cancel it on your dashboard until it starts.",
      "These figures include any discount you have.",
    ],
  },
  "change-withdrawn": {
    subject: `You’re keeping your ${COMPANY.name} plan as it is`,
    headline: "Your change is cancelled.",
    message: "We’ve cancelled the change you’d booked, and you keep what you have.",
    facts: { ...SUBSCRIPTION_LINES, ...PAYMENT_LINES, ...PERIOD_ENDS },
  },
  "upgrade-lapsed": {
    subject: `Your ${COMPANY.name} change didn’t go through`,
    headline: "Your change didn’t go through.",
    message:
      "You chose to add to your subscription, and the payment for it didn’t go through in time. Nothing was taken for it, and your subscription continues without it.",
    facts: { "You have": "now", "You chose": "later", ...PAYMENT_LINES },
    steps: [
      "To have it after all, choose it again on your dashboard. Your bank may ask you to approve the payment, and you can change your card first.",
    ],
  },
  "discount-refused": {
    subject: `We couldn’t apply your ${percentOff}% discount yet`,
    headline: `Your ${percentOff}% discount hasn’t started yet.`,
    message: `We told you your next ${months} monthly payments would be ${percentOff}% lower. Our payment provider didn’t accept that, so nothing comes off for now. We’re sorry.`,
    facts: { ...SUBSCRIPTION_LINES, ...PAYMENT_LINES, ...PERIOD_ENDS },
    steps: [
      PERSON_LOOKS,
      `Your ${STRATEGY_CALL} is yours either way. And if you’d rather leave, you can cancel on your dashboard at any time.`,
    ],
  },
  "cancellation-refused": {
    subject: `Your ${COMPANY.name} subscription couldn’t be cancelled yet`,
    headline: "Your subscription is still running.",
    message:
      "We told you your subscription was cancelled. Our payment provider didn’t accept that, so it’s still running. We’re sorry.",
    facts: { ...SUBSCRIPTION_LINES, ...PAYMENT_LINES, ...PERIOD_ENDS },
    steps: [
      PERSON_LOOKS,
      "Your cancellation counts from when you made it: we’ll refund anything charged for the time after this period.",
      "You can also try again on your dashboard. And if you’d like to stay after all, just reply.",
    ],
  },
  "resumption-refused": {
    subject: `We couldn’t undo your ${COMPANY.name} cancellation yet`,
    headline: "Your subscription is still set to end.",
    message:
      "We told you your cancellation was undone. Our payment provider didn’t accept that, so your subscription still ends when this period does. We’re sorry.",
    facts: { ...SUBSCRIPTION_LINES, ...RUNS_UNTIL },
    steps: [
      PERSON_LOOKS,
      "Until it ends you keep everything, and you can try again on your dashboard.",
    ],
  },
  ended: {
    ...ENDED,
    message: NOTHING_MORE,
    steps: [WELCOME_BACK],
    action: CHOOSE_PLAN,
    note: `Thanks for being with us. ${QUESTIONS}`,
  },
  "ended-unpaid": {
    ...ENDED,
    message:
      "The last payment didn’t reach us. You no longer owe it, there are no further charges, and your data is stored safely.",
    steps: [WELCOME_BACK],
    action: CHOOSE_PLAN,
  },
  "never-begun": {
    subject: `Your ${COMPANY.name} subscription hasn’t started`,
    kicker: "Your payment",
    headline: "We didn’t get your payment.",
    message:
      "Your bank declined the first payment for your subscription, so it hasn’t started. Nothing was taken and nothing is due.",
    facts: SUBSCRIPTION_LINES,
    steps: ["You can choose a plan again at any time and pay by card."],
    action: CHOOSE_PLAN,
  },
  duplicate: {
    subject: `You had two ${COMPANY.name} subscriptions`,
    kicker: "Your payment",
    headline: "You keep one and pay for one.",
    message:
      "You had two subscriptions at once, so we’re ending one of them; the other continues as before. We’ll refund what you paid for it since the other one started. A period you’d paid for before that runs to its end, with no further charges.",
    facts: SUBSCRIPTION_LINES,
    steps: [`Any refund will reach you in ${REFUNDED_WITHIN}.`],
    note: `If you meant to change your plan or add-ons, you can do that on your dashboard. ${QUESTIONS}`,
  },
  "second-subscription": {
    subject: `You’re paying for two ${COMPANY.name} subscriptions`,
    kicker: "Your payment",
    headline: "Did you mean to subscribe twice?",
    message:
      "You’ve just paid for the subscription below. You already have another one with the same address or card, and each is charged on its own.",
    facts: { ...SUBSCRIPTION_LINES, ...PAYMENT_LINES },
    steps: [
      "If you meant to have both, you don’t need to do anything.",
      "If not, just reply: we’ll end the one you don’t want and refund what you paid for it.",
    ],
    action: { label: "Write to us", path: "/contact" },
    note: `An account holds one subscription: if both have this address and you sign up with it, one of the two is ended. ${QUESTIONS}`,
  },
  "refund-requested": {
    subject: "We have your request for a refund",
    kicker: "Your refund",
    headline: "We’re looking at your request.",
    message: `You asked for your money back under our ${hyphenated(TERMS.guarantee)} guarantee. It pays out automatically once per account, address and card, and has been used before with one of yours. So one of us will decide, and email you within ${inText(TERMS.reply)} on working days.`,
    facts: REFUND_REQUEST,
    steps: [
      "Nothing changes with your subscription until then.",
      `If we say yes, your subscription ends and the money will reach you in ${REFUNDED_WITHIN}. If we say no, we’ll tell you why.`,
    ],
  },
  "refund-declined": {
    subject: "About your request for a refund",
    kicker: "Your refund",
    headline: "We can’t refund you this time.",
    message: `You asked for your money back under our ${hyphenated(TERMS.guarantee)} guarantee, which had been used before with your account, address or card. We looked at your request and couldn’t agree to it.`,
    facts: { Why: "reason", ...REFUND_REQUEST },
    steps: [
      `If you think we’re wrong, just reply; we answer within ${inText(TERMS.reply)}. The guarantee is in addition to your legal rights.`,
      "Nothing changes with your subscription. You can cancel it on your dashboard at any time.",
    ],
    note: "Thank you for giving us a try.",
  },
  "refund-disputed": {
    subject: "Your money comes back through your bank",
    kicker: "Your refund",
    headline: "Your bank will decide on this payment.",
    message:
      "You asked for your money back, and you’ve also disputed the payment with your bank. We can’t refund a disputed payment: any money comes back through your bank.",
    facts: { Disputed: "amount", ...REQUEST_ID },
    steps: [
      "Your subscription has ended, and there are no further charges.",
      "If your bank closes the dispute without paying you, we’ll refund you: just reply, or withdraw the dispute with your bank.",
    ],
  },
  "refund-failed": {
    subject: "Your refund didn’t arrive",
    kicker: "Your refund",
    headline: "Your refund came back to us.",
    message:
      "We sent your refund and your bank couldn’t accept it: the card may have expired or been replaced. The money is with us, and it’s still yours.",
    facts: { "To be refunded": "amount", ...INVOICE },
    steps: [
      "Reply to this email and tell us how else we can pay you. Please don’t send card numbers by email.",
    ],
  },
  "guarantee-refunded": {
    subject: "Your refund is on its way",
    kicker: "Your refund",
    headline: "Your money is on its way.",
    message: `You asked for your money back under our ${hyphenated(TERMS.guarantee)} guarantee. We’ve sent your refund to the card or account you paid with. Your subscription has ended.`,
    facts: REFUND,
    steps: [`It will reach you in ${REFUNDED_WITHIN}.`],
  },
  refunded: {
    subject: "Your refund is on its way",
    kicker: "Your refund",
    headline: "Your money is on its way.",
    message: "We’ve sent your refund to the card or account you paid with.",
    facts: REFUND,
    steps: [`It will reach you in ${REFUNDED_WITHIN}.`],
  },
} satisfies Record<string, BillingContent>;
export type BillingMailKind = keyof typeof CONTENT;
export const BILLING_MAILS = Object.keys(CONTENT) as BillingMailKind[];

export function billingContent(kind: BillingMailKind): BillingContent & Usual {
  return { ...USUAL, ...CONTENT[kind] };
}

export function wordingOf(wording: Wording, labels: WordingLabels): string {
  return typeof wording === "string" ? wording : wording(labels);
}
