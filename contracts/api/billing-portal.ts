import * as z from "zod/mini";

/** `POST /functions/v1/billing-portal`. The return page is on our own site. */
export const BillingPortalRequest = z.strictObject({
  /** Left out, the portal's home: invoices, receipts and cards. */
  flow: z.optional(z.literal("payment_method_update")),
  returnUrl: z.string().check(z.maxLength(2_000)),
});
export type BillingPortalRequest = z.infer<typeof BillingPortalRequest>;

export const BillingPortalResponse = z.object({ url: z.string() });
export type BillingPortalResponse = z.infer<typeof BillingPortalResponse>;
