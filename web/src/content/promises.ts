import { COMPANY } from "#contracts/company.ts";

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
