import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** By Stripe, whose customer keeps its own. */
export const AccountEmailRefused = eventSchema(
  "AccountEmailRefused",
  1,
  z.strictObject({ customerId: stripeId("customer") }),
);
