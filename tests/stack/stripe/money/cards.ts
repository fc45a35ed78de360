export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

const declined = (code: string, declineCode: string | null, message: string): Decline => ({
  code,
  declineCode,
  message,
});

const GENERIC = declined("card_declined", "generic_decline", "Your card was declined.");
export const NO_FUNDS = declined(
  "card_declined",
  "insufficient_funds",
  "Your card has insufficient funds.",
);

const EXPIRED = declined("expired_card", null, "Your card has expired.");

export interface TestCard {
  readonly number: string;
  /** Set for a bank account, which Bacs debits days later: how the debit ends. */
  readonly debit: "succeeds" | "fails" | null;
  readonly brand: "visa" | "mastercard" | "amex";
  readonly country: string;
  readonly refuses: Decline | null;
  readonly refusesCharges?: Decline;
  /** `setup`: 3-D Secure once; `always`: every time, so it cannot renew off-session. */
  readonly confirms: "never" | "setup" | "always";
  readonly refunds: "succeed" | "fail" | "pend";
  readonly disputes: "chargeback" | "inquiry" | null;
  readonly warnsOfFraud: boolean;
  readonly paymentMethods: readonly string[];
}

type Given = Partial<Omit<TestCard, "number">>;

const card = (number: string, given: Given = {}): TestCard => ({
  number,
  debit: null,
  brand: "visa",
  country: "US",
  refuses: null,
  confirms: "never",
  refunds: "succeed",
  disputes: null,
  warnsOfFraud: false,
  paymentMethods: [],
  ...given,
});

/** Stripe's test cards and bank accounts. Any future date and any security code are valid. */
export const TEST_CARDS: readonly TestCard[] = [
  card("4242424242424242", { paymentMethods: ["pm_card_visa"] }),
  card("4000008260000000", { country: "GB", paymentMethods: ["pm_card_gb"] }),
  card("5555555555554444", { brand: "mastercard", paymentMethods: ["pm_card_mastercard"] }),
  card("5200828282828210", { brand: "mastercard", paymentMethods: ["pm_card_mastercard_debit"] }),
  card("4000056655665556", { paymentMethods: ["pm_card_visa_debit"] }),
  card("378282246310005", { brand: "amex", paymentMethods: ["pm_card_amex"] }),
  card("4000000000000341", {
    refusesCharges: GENERIC,
    paymentMethods: ["pm_card_chargeCustomerFail"],
  }),
  card("4000000000000002", {
    refuses: GENERIC,
    paymentMethods: ["pm_card_visa_chargeDeclined", "pm_card_chargeDeclined"],
  }),
  card("4000000000009995", {
    refuses: NO_FUNDS,
    paymentMethods: [
      "pm_card_visa_chargeDeclinedInsufficientFunds",
      "pm_card_chargeDeclinedInsufficientFunds",
    ],
  }),
  card("4000000000009987", {
    refuses: declined("card_declined", "lost_card", "Your card was declined."),
    paymentMethods: ["pm_card_visa_chargeDeclinedLostCard"],
  }),
  card("4000000000009979", {
    refuses: declined("card_declined", "stolen_card", "Your card was declined."),
    paymentMethods: ["pm_card_visa_chargeDeclinedStolenCard"],
  }),
  card("4000000000000069", {
    refuses: EXPIRED,
    paymentMethods: ["pm_card_chargeDeclinedExpiredCard"],
  }),
  card("4000000000000127", {
    refuses: declined("incorrect_cvc", null, "Your card's security code is incorrect."),
    paymentMethods: ["pm_card_chargeDeclinedIncorrectCvc"],
  }),
  card("4000000000000119", {
    refuses: declined(
      "processing_error",
      null,
      "An error occurred while processing your card. Try again in a little bit.",
    ),
    paymentMethods: ["pm_card_chargeDeclinedProcessingError"],
  }),
  card("4000002500003155", {
    confirms: "setup",
    paymentMethods: ["pm_card_authenticationRequiredOnSetup"],
  }),
  card("4000002760003184", {
    confirms: "always",
    paymentMethods: ["pm_card_authenticationRequired"],
  }),
  card("4000008260003178", {
    country: "GB",
    confirms: "always",
    refusesCharges: NO_FUNDS,
    paymentMethods: ["pm_card_authenticationRequiredChargeDeclinedInsufficientFunds"],
  }),
  card("4000000000005126", { refunds: "fail", paymentMethods: ["pm_card_refundFail"] }),
  card("4000000000000259", { disputes: "chargeback", paymentMethods: ["pm_card_createDispute"] }),
  card("4000000000001976", {
    disputes: "inquiry",
    paymentMethods: ["pm_card_createDisputeInquiry"],
  }),
  card("4000000000005423", {
    warnsOfFraud: true,
    paymentMethods: ["pm_card_createIssuerFraudRecord"],
  }),
  card("4000000000007726", { refunds: "pend", paymentMethods: ["pm_card_pendingRefund"] }),
  // Sort code and account number.
  card("10880000012345", {
    debit: "succeeds",
    country: "GB",
    paymentMethods: ["pm_bacsDebit_success"],
  }),
  card("10880022222227", {
    debit: "fails",
    country: "GB",
    paymentMethods: ["pm_bacsDebit_insufficientFunds"],
  }),
];

type CardOutcome =
  | { readonly kind: "paid" | "processing" }
  | { readonly kind: "declined"; readonly decline: Decline }
  | { readonly kind: "must_confirm" };

/**
 * @param options.isSetUp 3-D Secure has authorised off-session charges
 * @param options.isConfirmed 3-D Secure has confirmed this charge
 */
export function chargeCard(
  testCard: TestCard,
  options: {
    readonly isSetUp: boolean;
    readonly isConfirmed: boolean;
    readonly isExpired: boolean;
  },
): CardOutcome {
  if (testCard.debit !== null) return { kind: "processing" };
  if (testCard.refuses !== null) return { kind: "declined", decline: testCard.refuses };
  if (options.isExpired) return { kind: "declined", decline: EXPIRED };
  const mustConfirm =
    testCard.confirms === "always" || (testCard.confirms === "setup" && !options.isSetUp);
  if (mustConfirm && !options.isConfirmed) {
    return { kind: "must_confirm" };
  }
  const refusal = testCard.refusesCharges;
  return refusal === undefined ? { kind: "paid" } : { kind: "declined", decline: refusal };
}

export function findCard(typed: string): TestCard | null {
  const digits = typed.replaceAll(/[\s-]/g, "");
  return TEST_CARDS.find(({ number }) => number === digits) ?? null;
}

export function findCardByName(name: string): TestCard | null {
  return TEST_CARDS.find(({ paymentMethods }) => paymentMethods.includes(name)) ?? null;
}
