import { COMPANY, COUNTRY_NAMES_SOLD_TO } from "../company.ts";
import { EMAIL_FORMAT } from "./shared.ts";

export const BILLING_PAGE_MESSAGES = {
  saved: "Saved. Your next invoices will show this; earlier ones stay as they are.",
  saveFailed: "We couldn’t save this. Please try again.",
  loadFailed: "We couldn’t load your invoice details. Please try again.",
  away: "We can’t reach Stripe right now. Please try again in a few minutes.",
  openFailed: "We couldn’t open this document. Please try again.",
  vatNumber: `That isn’t a VAT number of a country we sell to (${COUNTRY_NAMES_SOLD_TO}). UK numbers are GB followed by nine digits.`,
  country: `We don’t sell to this country. We sell to: ${COUNTRY_NAMES_SOLD_TO}.`,
  abroad: `Your address is in a country we don’t sell to now. Nothing changes with your subscription, and your invoices go on showing UK VAT. If you’re registered for VAT in your country, please email ${COMPANY.email}.`,
  email: EMAIL_FORMAT,
  noOrder: "We can’t find that order.",
  noReceipt: "There’s no receipt for this order because it wasn’t paid by card.",
  noCreditNote: "There’s no credit note for this order because nothing was refunded.",
} as const;
