import * as z from "zod/mini";

/** `invoice` is Stripe's page of the invoice, `receipt` that of its payment. */
export const ORDER_DOCUMENTS = ["invoice", "pdf", "receipt", "credit_note"] as const;
export type OrderDocument = (typeof ORDER_DOCUMENTS)[number];

export const OrderDocumentRequest = z.strictObject({
  orderId: z.string().check(z.maxLength(255), z.regex(/^in_\w+$/)),
  document: z.enum(ORDER_DOCUMENTS),
  /** Left out: the newest one of the order. */
  creditNoteId: z.optional(z.string().check(z.maxLength(255), z.regex(/^cn_\w+$/))),
});
export type OrderDocumentRequest = z.infer<typeof OrderDocumentRequest>;

/** The URL expires. */
export const OrderDocumentResponse = z.object({ url: z.string() });
export type OrderDocumentResponse = z.infer<typeof OrderDocumentResponse>;
