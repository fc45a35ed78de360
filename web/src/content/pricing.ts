/** How every price on the site stands towards VAT. */
export const VAT_NOTE = "incl. VAT";
