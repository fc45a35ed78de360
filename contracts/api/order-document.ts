import * as z from "zod/mini";

/** `invoice` is Stripe's page of the invoice, `receipt` that of its payment. */
export const ORDER_DOCUMENTS = ["invoice", "pdf", "receipt"] as const;
export type OrderDocument = (typeof ORDER_DOCUMENTS)[number];

export const OrderDocumentRequest = z.strictObject({
  orderId: z.string().check(z.maxLength(255), z.regex(/^in_\w+$/)),
  document: z.enum(ORDER_DOCUMENTS),
});
export type OrderDocumentRequest = z.infer<typeof OrderDocumentRequest>;

/** The URL expires. */
export const OrderDocumentResponse = z.object({ url: z.string() });
export type OrderDocumentResponse = z.infer<typeof OrderDocumentResponse>;
