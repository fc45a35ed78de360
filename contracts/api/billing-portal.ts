import * as z from "zod/mini";

export const BillingPortalRequest = z.strictObject({
  /** Default: the portal's home. */
  flow: z.optional(z.literal("payment_method_update")),
  returnUrl: z.string().check(z.maxLength(2_000)),
});
export type BillingPortalRequest = z.infer<typeof BillingPortalRequest>;

export const BillingPortalResponse = z.object({ url: z.string() });
export type BillingPortalResponse = z.infer<typeof BillingPortalResponse>;
