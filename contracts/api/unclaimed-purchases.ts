import * as z from "zod/mini";

const UnclaimedPurchase = z.object({
  subscription_id: z.string(),
  price_id: z.nullable(z.string()),
  payment_method_brand: z.nullable(z.string()),
  payment_method_last4: z.nullable(z.string()),
  /** Seconds since the epoch. */
  bought_at: z.number(),
});
export type UnclaimedPurchase = z.infer<typeof UnclaimedPurchase>;

/** `GET /functions/v1/unclaimed-purchases`: what guests bought under the user's proven email. */
export const UnclaimedPurchasesResponse = z.object({ purchases: z.array(UnclaimedPurchase) });
export type UnclaimedPurchasesResponse = z.infer<typeof UnclaimedPurchasesResponse>;

const Id = z.string().check(z.maxLength(255));

/** `POST /functions/v1/unclaimed-purchases`: claims a purchase, by its checkout session or by the proven email. */
export const ClaimRequest = z.union([
  z.strictObject({ checkoutSessionId: Id }),
  z.strictObject({ subscriptionId: Id }),
]);
export type ClaimRequest = z.infer<typeof ClaimRequest>;
