import { EMAIL_FORMAT } from "./shared.ts";

export const BILLING_PAGE_MESSAGES = {
  saved: "Saved. Your invoices say this from now on; earlier ones stay as they are.",
  saveFailed: "We could not save this. Please try again.",
  loadFailed: "We could not load what your invoices say. Please try again.",
  away: "We cannot reach Stripe just now, so this does not work for the moment. Please try again in a few minutes.",
  openFailed: "We could not open this document. Please try again.",
  vatNumber:
    "This is not a VAT number. In the United Kingdom it is GB and nine digits; in the European Union it begins with the country's two letters.",
  email: EMAIL_FORMAT,
  noOrder: "There is no such order.",
  noReceipt: "There is no receipt for this order, because no card paid it.",
} as const;
