import type { Stripe } from "stripe";
import * as z from "zod";
import { askOwner } from "../billing/confirm.ts";
import { checkListable } from "../billing/customers.ts";
import { filter, find } from "../find.ts";
import { call, paging } from "../http/call.ts";
import { isWithin, pageOf } from "../http/list.ts";
import { created, text } from "../http/params.ts";
import { paramError } from "../http/stripe-error.ts";

export const paymentCalls = [
  call<Stripe.PaymentIntentRetrieveParams>()(
    "GET",
    "/v1/payment_intents/:id",
    {},
    (world, _given, id) => find(world, "payment_intent", id),
  ),
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
  call<Stripe.ChargeRetrieveParams>()("GET", "/v1/charges/:id", {}, (world, _given, id) =>
    find(world, "charge", id),
  ),
  call<Stripe.ChargeListParams>()(
    "GET",
    "/v1/charges",
    {
      ...paging(),
      customer: text().optional(),
      payment_intent: text().optional(),
      created: created().optional(),
    },
    (world, given) => {
      checkListable(world, given.customer);
      const found = filter(
        world,
        "charge",
        (one) =>
          (given.customer === undefined || one.customer === given.customer) &&
          (given.payment_intent === undefined || one.payment_intent === given.payment_intent) &&
          isWithin(one.created, given.created),
      );
      return pageOf("/v1/charges", found, given);
    },
  ),
  call<Stripe.InvoicePaymentListParams>()(
    "GET",
    "/v1/invoice_payments",
    {
      ...paging(),
      created: created().optional(),
      invoice: text().optional(),
      payment: z
        .strictObject({ payment_intent: text(), type: z.literal("payment_intent") })
        .optional(),
      status: z.enum(["open", "paid", "canceled"]).optional(),
    },
    (world, given) => {
      const found = filter(
        world,
        "invoice_payment",
        (one) =>
          (given.invoice === undefined || one.invoice === given.invoice) &&
          (given.payment === undefined ||
            one.payment.payment_intent === given.payment.payment_intent) &&
          (given.status === undefined || one.status === given.status) &&
          isWithin(one.created, given.created),
      );
      return pageOf("/v1/invoice_payments", found, given);
    },
  ),
  call<Stripe.EventListParams>()(
    "GET",
    "/v1/events",
    {
      ...paging(),
      created: created().optional(),
      type: text().optional(),
      types: z.array(text()).max(20).optional(),
    },
    (world, given) => {
      const found = filter(
        world,
        "event",
        (one) =>
          (given.type === undefined || one.type === given.type) &&
          (given.types === undefined || given.types.includes(one.type)) &&
          isWithin(one.created, given.created),
      );
      return pageOf("/v1/events", found, given);
    },
  ),
];
