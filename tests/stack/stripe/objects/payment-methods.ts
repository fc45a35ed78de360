import type { Stripe } from "stripe";
import { call } from "../http/call.ts";
import { text } from "../http/params.ts";
import { attach } from "../billing/cards.ts";
import { find } from "../find.ts";

export const paymentMethodCalls = [
  call<Stripe.PaymentMethodAttachParams>()(
    "POST",
    "/v1/payment_methods/:id/attach",
    { customer: text() },
    (world, given, id) => {
      find(world, "customer", given.customer, "customer");
      return attach(world, id, given.customer);
    },
  ),
  call<Stripe.PaymentMethodRetrieveParams>()(
    "GET",
    "/v1/payment_methods/:id",
    {},
    (world, _given, id) => find(world, "payment_method", id),
  ),
];
