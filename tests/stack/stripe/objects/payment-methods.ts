import type { Stripe } from "stripe";
import * as z from "zod";
import { attach } from "../billing/cards.ts";
import { filter, find } from "../find.ts";
import { call, paging, retrieval } from "../http/call.ts";
import { pageOf } from "../http/list.ts";
import { text } from "../http/params.ts";

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
  retrieval("payment_method", "/v1/payment_methods"),
  call<Stripe.PaymentMethodListParams>()(
    "GET",
    "/v1/payment_methods",
    { ...paging(), customer: text(), type: z.literal("card").optional() },
    (world, given) => {
      find(world, "customer", given.customer, "customer");
      const found = filter(world, "payment_method", (one) => one.customer === given.customer);
      return pageOf("/v1/payment_methods", found, given);
    },
  ),
];
