import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** `discounts` stands for one that our sums leave out, until the team makes it a discount of the whole subscription. */
const DRIFTS = ["subscriptions", "discounts", "orders", "customer"] as const;
export type Drift = (typeof DRIFTS)[number];

export const BillingDriftFound = eventSchema(
  "BillingDriftFound",
  1,
  z.strictObject({ customerId: stripeId("customer"), drifts: z.array(z.enum(DRIFTS)).min(1) }),
);

export const UNKNOWN_MAX = 20;

export const BillingChecked = eventSchema(
  "BillingChecked",
  1,
  z.strictObject({
    customers: z.int().min(0),
    drifted: z.int().min(0),
    /** The first open subscriptions at Stripe whose customers we do not know. */
    unknownSubscriptionIds: z.array(stripeId("subscription")).max(UNKNOWN_MAX),
  }),
);
