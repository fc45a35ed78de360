import * as z from "zod/mini";

/** `GET /functions/v1/open-invoice`: null when there is none. */
export const OpenInvoiceResponse = z.object({
  /** In the currency's smallest unit. */
  amount_pence: z.nullable(z.int()),
  /** ISO 4217, lower case. */
  currency: z.nullable(z.string()),
});
/** `POST /functions/v1/open-invoice`: Stripe's payment page, whose URL expires. */
export const PayInvoiceResponse = z.object({ url: z.string() });
export type PayInvoiceResponse = z.infer<typeof PayInvoiceResponse>;

export type OpenInvoiceResponse = z.infer<typeof OpenInvoiceResponse>;
