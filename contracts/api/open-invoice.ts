import * as z from "zod/mini";

/** `GET /functions/v1/open-invoice`: null when there is none. */
export const OpenInvoiceAnswer = z.object({ amount_pence: z.nullable(z.int()) });
export type OpenInvoiceAnswer = z.infer<typeof OpenInvoiceAnswer>;
