import { RETENTION_OFFER } from "../billing/coupons.ts";
import { inText, TERMS } from "../terms.ts";
import { CANCELLATION_MESSAGES } from "./cancellation.ts";
import { CHECKOUT_MESSAGES } from "./checkout.ts";
import { HAND_CHANGE_TEXTS } from "./payments.ts";
import { CHOOSE_PLAN, NO_ACTIVE_SUBSCRIPTION } from "./shared.ts";

const NOT_YOURS = "This subscription isn’t yours.";
const ENDED = "This subscription has ended.";
const DISPUTED =
  "You’ve disputed this payment with your bank, so any money comes back through your bank and we can’t refund it as well. Your subscription will end.";

export const BILLING_MESSAGES = {
  checkout: {
    noPlan: CHOOSE_PLAN,
    severalPlans: "Please choose one plan.",
    planNotFirst: "Choose a plan first, then its add-ons.",
    included: "Your plan already has this add-on.",
    twice: "You can choose each plan and add-on once.",
    unknownPrice: "This plan or add-on isn’t for sale.",
    foreignUrl: "Only pages of our own site can be returned to.",
    guestSubscribed:
      "You’ve already bought a subscription in this browser. To change it, sign in or create an account with the email address you paid with. If you’d like a second one, please email us.",
    noSession: "We can’t find that checkout.",
    noCustomer: "This account hasn’t paid for anything yet.",
    noOpenInvoice: "There’s nothing left to pay.",
    notConfigured: "Payments are not configured.",
    misconfigured: "The prices at the payment provider are not those of the catalogue.",
    unavailable: "We can’t reach our payment provider right now. Please try again in a moment.",
    refused:
      "Our payment provider didn’t accept this, so nothing has changed. Please email us and we’ll sort it out.",
    declined: "Your bank declined this card. Please use another card, or ask your bank.",
    badCode: CHECKOUT_MESSAGES.codeRefused,
    codeUsed: "You’ve already used this code. It works once.",
    codeBelowMinimum: "This code is for larger orders.",
    codeAfterUnpaid:
      "Your last subscription ended because a payment couldn’t be taken, so this code doesn’t apply. Please email us and we’ll sort it out.",
  },
  claim: {
    notFound: "We can’t find a purchase to add to your account.",
    cardNeeded: "Please add your own card first. Until then you can only cancel this subscription.",
  },
  refund: {
    approved:
      "We’ll refund the card you paid with, and your subscription will end. We’ll email you when the refund is on its way.",
    requested: `We have your request. The guarantee has already been used with this account, address or card, so one of us will decide and email you within ${inText(TERMS.reply)} on working days.`,
    disputed: DISPUTED,
    before: {
      asked: "You’ve already asked for your money back. One of us will decide and email you.",
      approved: "You’ve already asked for your money back. It’s going to the card you paid with.",
      declined: "We couldn’t agree to your request. Our email explains why.",
      disputed: DISPUTED,
      refunded: "We’ve already refunded this subscription.",
    },
    notYours: NOT_YOURS,
    ended: ENDED,
    over: `The ${inText(TERMS.guarantee)} for asking for your money back have passed.`,
    nothingPaid: "Nothing has been paid for this subscription yet.",
  },
  retention: {
    offerAccepted: CANCELLATION_MESSAGES.offer.accepted,
    cancelled: "Your subscription is cancelled. You keep everything until it ends.",
    cancelledAtOnce:
      "Your subscription is cancelled and ends now. You owe nothing and won’t be charged again.",
    resumed: "Your subscription will continue.",
    resumedWithoutChange:
      "Your subscription continues with what you have now. Cancelling removed the change you’d booked, but you can book it again.",
    notYours: "You are not authorised to change this subscription.",
    notActive: NO_ACTIVE_SUBSCRIPTION,
    ended: ENDED,
    otherTerms: `The offer is ${RETENTION_OFFER.name}.`,
    used: "You’ve already had this offer. We give it once per subscription.",
    paused: "Your payments are paused, so there’s nothing to take off.",
    notMonthly: "The offer is for monthly plans. Please ask us what we can do for you.",
    discounted: "Your next payment already has a discount, and the two can’t be combined.",
    savesNothing: "With your discounts and credit, the offer wouldn’t lower your next payments.",
  },
  change: {
    noSubscription: "You don’t have a subscription to change.",
    notYours: NOT_YOURS,
    paymentDue:
      "You have a payment outstanding. Please pay it first, then change your subscription.",
    debitRunning:
      "We’re collecting your first payment from your bank. Once it’s paid, you can change your plan.",
    ending: "Your subscription is set to end. Choose to keep it first, then change it.",
    beingResumed: "We’re still undoing your cancellation. Please try again in a moment.",
    noCard: "You don’t have a card that can pay for this. Please add one on your dashboard first.",
    unknownPlan: `${HAND_CHANGE_TEXTS.by_hand}.`,
    noChange: "You already have this.",
    mixed: "Please add and remove things in separate steps.",
    amountChanged: "The price has changed since you saw it. Please check it again.",
    withdrawn: "We’ve cancelled your change. Everything stays as it is.",
  },
} as const;
