import * as z from "zod/mini";

/** `GET /functions/v1/open-invoice`: the sum that Stripe asks for, in pence; null where nothing is to be paid. */
export const OpenInvoiceAnswer = z.object({ amount_pence: z.nullable(z.int()) });
export type OpenInvoiceAnswer = z.infer<typeof OpenInvoiceAnswer>;
