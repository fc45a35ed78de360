import { COMPANY, REFUND_BUSINESS_DAYS } from "#contracts/company.ts";

export { TRIAL } from "#contracts/content/trial.ts";

/** Counted from the day of payment. */
export const AFTER_PAYMENT = {
  contactWithinHours: 24,
  firstContentBusinessDays: 5,
  liveWithinDays: 7,
  reportEveryDays: 30,
} as const;

export const DISCOVERY_CALL_MINUTES = 15;

export const VAT_NOTE = COMPANY.vatNumber === null ? "" : "incl. VAT";

export const withVat = (price: string) => (VAT_NOTE === "" ? price : `${price}, ${VAT_NOTE}`);

export const GUARANTEE = `If the first fortnight isn’t what you hoped for, ask on your dashboard and get your money back within ${REFUND_BUSINESS_DAYS.from} to ${REFUND_BUSINESS_DAYS.to} business days. No reasons asked.`;
