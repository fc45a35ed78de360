import * as z from "zod";
import { stripeId } from "../billing/stripe-id.ts";
import { eventSchema } from "./envelope.ts";

/** Written for a customer who has given an email for invoices. */
export const InvoicePaid = eventSchema(
  "InvoicePaid",
  1,
  z.strictObject({
    customerId: stripeId("customer"),
    orderId: stripeId("order"),
  }),
);
