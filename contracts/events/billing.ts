import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** Written for a customer who has given an email for invoices. */
export const InvoicePaid = eventSchema("InvoicePaid", {
  customerId: stripeId("customer"),
  orderId: stripeId("order"),
});

const CLAIM_PROOFS = ["mail", "session"] as const;
export type ClaimProof = (typeof CLAIM_PROOFS)[number];

export const PurchaseClaimed = eventSchema("PurchaseClaimed", {
  customerId: stripeId("customer"),
  userId: z.uuid(),
  proof: z.enum(CLAIM_PROOFS),
});

/**
 * `table.column` of our tables. `discounts` stands for one that our sums leave out, until the team makes it a discount of
 * the whole subscription; `unreadable` for a customer whose objects at Stripe we cannot read.
 */
const Drift = z.string().regex(/^[a-z_]+(\.[a-z0-9_]+)?$/);
export type Drift = z.infer<typeof Drift>;

const driftFound = { customerId: stripeId("customer"), drifts: z.array(Drift).min(1) };

export const BillingDriftFound = z.discriminatedUnion("version", [
  eventSchema("BillingDriftFound", driftFound, 2),
  // Version 1 named kinds of rows.
  eventSchema("BillingDriftFound", driftFound).transform((event) => ({
    ...event,
    version: 2 as const,
  })),
]);

export const UNKNOWN_MAX = 20;

export const BillingChecked = eventSchema("BillingChecked", {
  customers: z.int().min(0),
  drifted: z.int().min(0),
  /** The first open subscriptions at Stripe whose customers we do not know. */
  unknownSubscriptionIds: z.array(stripeId("subscription")).max(UNKNOWN_MAX),
});
