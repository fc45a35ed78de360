import { RETENTION_OFFER } from "../billing/coupons.ts";
import { COMPANY, GUARANTEE_DAYS } from "../company.ts";
import { RETENTION_MESSAGES } from "./cancellation.ts";
import { CHOOSE_PLAN, NO_ACTIVE_SUBSCRIPTION } from "./shared.ts";

const NOT_YOURS = "This is not your subscription.";
const ENDED = "This subscription has ended.";

export const BILLING_MESSAGES = {
  checkout: {
    noPlan: CHOOSE_PLAN,
    severalPlans: "Please choose one plan.",
    planNotFirst: "The plan comes first, then its add-ons.",
    included: "Your plan has this add-on already.",
    twice: "Each plan and add-on can be chosen once.",
    unknownPrice: "This plan or add-on is not for sale.",
    foreignUrl: "Only pages of our own site can be returned to.",
    guestSubscribed:
      "A subscription was bought in this browser already. To change it, sign in or create an account with the email address that you paid with. For a second one, please write to us.",
    noSession: "There is no such checkout.",
    noCustomer: "There is nothing paid for by this account yet.",
    noOpenInvoice: "There is nothing left to pay.",
    notConfigured: "Payments are not configured.",
    misconfigured: "The prices at the payment provider are not those of the catalogue.",
    unavailable: "We cannot reach our payment provider just now. Please try again in a moment.",
    badCode: "This code is not valid for your account.",
    codeUsed: "You have used this code before. It counts once.",
    codeAfterUnpaid:
      "Your last subscription ended with a payment unpaid, so this code does not count. Please write to us, and we find a way.",
  },
  claim: {
    notFound: "There is no such purchase to take over.",
    cardNeeded:
      "Please give a card of your own first. Until then you can only cancel this subscription.",
  },
  refund: {
    granted:
      "Your money goes back to the card that paid, and your subscription ends. Nobody has to agree: we write to you when the money has left us.",
    waits: `We have your request. The guarantee was used before with this account, address or card, so a person decides and writes to you within ${COMPANY.replyWithinHours} hours on working days.`,
    asked: "You have asked for your money back already. A person decides and writes to you.",
    approved: "You have asked for your money back already. It goes back to the card that paid.",
    declined: "We have said no to your request. Our email about it says why.",
    disputed:
      "You have disputed this payment with your bank, so the money comes back through your bank. We cannot refund it a second time. Your subscription ends.",
    refunded: "You have your money for this subscription back already.",
    notYours: NOT_YOURS,
    ended: ENDED,
    over: `The ${GUARANTEE_DAYS} days in which you can ask for your money back are over.`,
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
    discounted: "Your next payment is reduced already, and the two do not add up.",
  },
  change: {
    noSubscription: "There is no subscription that can be changed.",
    notYours: NOT_YOURS,
    paymentDue: "A payment is owed. Please pay it first, then change your subscription.",
    debitRunning:
      "Your bank is being asked for the first payment. Once it has paid, you can change your plan.",
    ending: "Your subscription is set to end. Keep it first, then change it.",
    beingResumed:
      "We are still arranging that your subscription stays. Please try again in a moment.",
    noCard: "There is no card that could pay for this. Please add one on your dashboard first.",
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
