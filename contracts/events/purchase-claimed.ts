import { z } from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** How an account showed that what a guest bought is its own. */
export const CLAIM_PROOFS = ["mail", "session"] as const;
export type ClaimProof = (typeof CLAIM_PROOFS)[number];

/** What a guest bought belongs to an account now. */
export const PurchaseClaimed = eventSchema(
  "PurchaseClaimed",
  1,
  z.strictObject({
    customerId: stripeId("customer"),
    userId: z.uuid(),
    proof: z.enum(CLAIM_PROOFS),
  }),
);
