// Apart from the schema, so that a page shows its form without loading zod.

/** Stripe's limit for a `business_name`. */
export const BILLING_NAME_MAX = 150;
export const ADDRESS_LINE_MAX = 200;
export const POSTAL_CODE_MAX = 20;
export const PRODUCT_NAME_MAX = 250;
/** Spaces included. */
export const VAT_NUMBER_MAX = 30;
