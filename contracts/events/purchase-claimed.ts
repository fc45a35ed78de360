import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

const CLAIM_PROOFS = ["mail", "session"] as const;
export type ClaimProof = (typeof CLAIM_PROOFS)[number];

export const PurchaseClaimed = eventSchema(
  "PurchaseClaimed",
  1,
  z.strictObject({
    customerId: stripeId("customer"),
    userId: z.uuid(),
    proof: z.enum(CLAIM_PROOFS),
  }),
);
