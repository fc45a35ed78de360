import * as z from "zod/mini";

/** `POST /functions/v1/billing-portal`: what for, and where the page leads back to: one of our own. */
export const BillingPortalRequest = z.strictObject({
  /** Another card; or what is owed, for those whose bank wants to be asked. Left out, everything that the page can do. */
  flow: z.optional(z.enum(["payment_method_update", "open_invoice"])),
  returnUrl: z.string().check(z.maxLength(2_000)),
});
export type BillingPortalRequest = z.infer<typeof BillingPortalRequest>;

export const BillingPortalAnswer = z.object({ url: z.string() });
export type BillingPortalAnswer = z.infer<typeof BillingPortalAnswer>;
