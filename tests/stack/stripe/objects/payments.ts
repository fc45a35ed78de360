import type { Stripe } from "stripe";
import * as z from "zod";
import { askOwner } from "../billing/confirm.ts";
import { checkListable } from "../billing/customers.ts";
import { find } from "../find.ts";
import { call, listing, retrieval } from "../http/call.ts";
import { created, text } from "../http/params.ts";
import { paramError } from "../http/stripe-error.ts";

export const paymentCalls = [
  retrieval("payment_intent", "/v1/payment_intents"),
  call<Stripe.PaymentIntentConfirmParams>()(
    "POST",
    "/v1/payment_intents/:id/confirm",
    { return_url: text().optional() },
    (world, given, id) => {
      const returnUrl = given.return_url ?? null;
      if (returnUrl !== null && !/^https?:\/\//.test(returnUrl)) {
        throw paramError("Not a valid URL", { code: "url_invalid", param: "return_url" });
      }
      return askOwner(world, find(world, "payment_intent", id), returnUrl);
    },
  ),
  retrieval("charge", "/v1/charges"),
  listing<Stripe.ChargeListParams>()(
    "charge",
    "/v1/charges",
    {
      customer: text(),
      payment_intent: text(),
      created: created(),
    },
    {},
    (world, { customer }) => checkListable(world, customer),
  ),
  listing<Stripe.InvoicePaymentListParams>()(
    "invoice_payment",
    "/v1/invoice_payments",
    {
      created: created(),
      invoice: text(),
      payment: z.strictObject({ payment_intent: text(), type: z.literal("payment_intent") }),
      status: z.enum(["open", "paid", "canceled"]),
    },
    {
      payment: (one, wanted) =>
        wanted === undefined || one.payment.payment_intent === wanted.payment_intent,
    },
  ),
  listing<Stripe.EventListParams>()(
    "event",
    "/v1/events",
    {
      created: created(),
      type: text(),
      types: z.array(text()).max(20),
    },
    {
      types: (one, types) => types === undefined || types.includes(one.type),
    },
  ),
];
