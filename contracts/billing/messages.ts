/** What calls about paying are refused with. Apart from the other messages, which pages carry that never pay. */
export const BILLING_MESSAGES = {
  checkout: {
    noPlan: "Please select a plan to continue.",
    severalPlans: "Please choose one plan.",
    planNotFirst: "The plan comes first, then its add-ons.",
    twice: "Each plan and add-on can be chosen once.",
    unknownPrice: "This plan or add-on is not for sale.",
    foreignUrl: "Only pages of our own site can be returned to.",
    noSession: "There is no such checkout.",
    noCustomer: "There is nothing paid for by this account yet.",
    notConfigured: "Payments are not configured.",
    misconfigured: "The prices at the payment provider are not those of the catalogue.",
    unavailable: "We cannot reach our payment provider just now. Please try again in a moment.",
  },
  webhook: {
    badSignature: "The signature does not match.",
    badMode: "The event is of the other mode.",
    badEvent: "This is not an event.",
  },
} as const;
