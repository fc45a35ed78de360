import { EMAIL_FORMAT } from "./shared.ts";

export const BILLING_PAGE_MESSAGES = {
  saved: "Saved. Your next invoices will show this; earlier ones stay as they are.",
  saveFailed: "We couldn’t save this. Please try again.",
  loadFailed: "We couldn’t load your invoice details. Please try again.",
  away: "We can’t reach Stripe right now. Please try again in a few minutes.",
  openFailed: "We couldn’t open this document. Please try again.",
  vatNumber:
    "That doesn’t look like a VAT number. UK numbers are GB followed by nine digits; EU numbers start with the country’s two letters.",
  email: EMAIL_FORMAT,
  noOrder: "We can’t find that order.",
  noReceipt: "There’s no receipt for this order because it wasn’t paid by card.",
} as const;
