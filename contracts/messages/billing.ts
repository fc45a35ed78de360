import { RETENTION_OFFER } from "../billing/coupons.ts";
import { GUARANTEE_DAYS } from "../company.ts";
import { RETENTION_MESSAGES } from "./cancellation.ts";
import { CHOOSE_PLAN, NO_ACTIVE_SUBSCRIPTION } from "./shared.ts";

const NOT_YOURS = "This is not your subscription.";
const ENDED = "This subscription has ended.";

export const BILLING_MESSAGES = {
  checkout: {
    noPlan: CHOOSE_PLAN,
    severalPlans: "Please choose one plan.",
    planNotFirst: "The plan comes first, then its add-ons.",
    twice: "Each plan and add-on can be chosen once.",
    unknownPrice: "This plan or add-on is not for sale.",
    foreignUrl: "Only pages of our own site can be returned to.",
    noSession: "There is no such checkout.",
    noCustomer: "There is nothing paid for by this account yet.",
    noOpenInvoice: "There is nothing left to pay.",
    notConfigured: "Payments are not configured.",
    misconfigured: "The prices at the payment provider are not those of the catalogue.",
    unavailable: "We cannot reach our payment provider just now. Please try again in a moment.",
    badCode: "This code is not valid for your account.",
  },
  refund: {
    received: `We have your request. We check that it came within ${GUARANTEE_DAYS} days of your first payment, and write to you.`,
    asked: "You have asked for your money back already. We will write to you.",
    approved: "We have agreed to your request already. Your money is on its way back to you.",
    declined: `Your request came more than ${GUARANTEE_DAYS} days after your first payment. To talk about it, reply to our email about it.`,
    refunded: "You have your money for this subscription back already.",
    notYours: NOT_YOURS,
    ended: ENDED,
    over: `The ${GUARANTEE_DAYS} days in which you can ask for your money back are over.`,
    used: "You have had your money back once already.",
    nothingPaid: "Nothing has been paid for this subscription.",
  },
  retention: {
    offerAccepted: RETENTION_MESSAGES.offer.claimed,
    cancelled:
      "Your subscription is cancelled. Everything works until the end of the period that you have paid for.",
    cancelledAtOnce:
      "Your subscription is cancelled and ends now. Nothing is outstanding, and you will not be charged again.",
    resumed: "Your subscription goes on.",
    resumedWithoutChange:
      "Your subscription goes on with what you have now. The change that you had booked went with the cancellation: you can book it again.",
    notYours: "You are not authorised to change this subscription.",
    notActive: NO_ACTIVE_SUBSCRIPTION,
    ended: ENDED,
    otherTerms: `The offer is ${RETENTION_OFFER.name}.`,
    used: "The offer has been taken for this subscription already.",
  },
  change: {
    noSubscription: "There is no subscription that can be changed.",
    notYours: NOT_YOURS,
    paymentDue: "A payment is owed. Please pay it first, then change your subscription.",
    ending: "Your subscription is set to end. Keep it first, then change it.",
    beingResumed:
      "We are still arranging that your subscription stays. Please try again in a moment.",
    unknownPlan: "Your plan is one that we change by hand. Please contact us.",
    noChange: "This is what you have already.",
    mixed: "Please add things and take things away one after the other.",
    amountChanged: "The sum has changed since you were shown it. Please look at it again.",
    withdrawn: "Your change is withdrawn. Everything stays as it is.",
  },
  webhook: {
    badSignature: "The signature does not match.",
    badMode: "The event is of the other mode.",
    badEvent: "This is not an event.",
  },
} as const;
