import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** Stripe refuses the account's address for the customer, who keeps the old one. */
export const AccountEmailRefused = eventSchema(
  "AccountEmailRefused",
  1,
  z.strictObject({ customerId: stripeId("customer") }),
);
