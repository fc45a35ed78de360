export const PRICES_INCLUDE_VAT = true;
export const VAT_NOTE = PRICES_INCLUDE_VAT ? "incl. VAT" : "plus VAT";
