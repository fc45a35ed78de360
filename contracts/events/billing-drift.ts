import { z } from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** In what a customer's rows and the payment provider differed. */
export const DRIFTS = ["subscriptions", "orders", "customer"] as const;
export type Drift = (typeof DRIFTS)[number];

/** The nightly check found a customer whose rows are not what the provider has: they are read again. */
export const BillingDriftFound = eventSchema(
  "BillingDriftFound",
  1,
  z.strictObject({ customerId: stripeId("customer"), drifts: z.array(z.enum(DRIFTS)).min(1) }),
);

/** A check of all customers ended; what it found are events of their own. */
export const BillingChecked = eventSchema(
  "BillingChecked",
  1,
  z.strictObject({
    /** How many customers were compared, how many differed, and how many the provider has and we do not know. */
    customers: z.int().min(0),
    drifted: z.int().min(0),
    unknown: z.int().min(0),
  }),
);
