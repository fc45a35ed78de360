import * as z from "zod/mini";

/** `GET /functions/v1/open-invoice`: null when there is none. */
export const OpenInvoiceResponse = z.object({ amount_pence: z.nullable(z.int()) });
export type OpenInvoiceResponse = z.infer<typeof OpenInvoiceResponse>;
