import type { Stripe } from "stripe";
import { z } from "zod";
import { call, paging } from "../http/call.ts";
import { pageOf } from "../http/list.ts";
import { changeMetadata, integer, metadata, text } from "../http/params.ts";
import { throwApiError } from "../http/stripe-error.ts";
import { emit, nowOf } from "../world.ts";
import { attach } from "../billing/cards.ts";
import { filter, find, update } from "../find.ts";
import { updateCustomer } from "../billing/customers.ts";

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
  call<Stripe.PaymentMethodDetachParams>()(
    "POST",
    "/v1/payment_methods/:id/detach",
    {},
    (world, _given, id) => {
      const before = find(world, "payment_method", id);
      if (before.customer === null) {
        throw throwApiError(
          "The payment method you provided is not attached to a customer so detachment is impossible.",
          { code: "payment_method_unexpected_state" },
        );
      }
      const at = nowOf(world, before.customer);
      const after = update(world, "payment_method", before, { customer: null });
      emit(world, "payment_method.detached", after, at, { customer: before.customer });
      const customer = find(world, "customer", before.customer);
      if (customer.invoice_settings.default_payment_method === id) {
        updateCustomer(world, customer, {
          invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
        });
      }
      for (const subscription of filter(
        world,
        "subscription",
        (one) => one.default_payment_method === id,
      )) {
        update(world, "subscription", subscription, { default_payment_method: null });
      }
      return after;
    },
  ),
  call<Stripe.PaymentMethodUpdateParams>()(
    "POST",
    "/v1/payment_methods/:id",
    {
      card: z
        .strictObject({ exp_month: integer().optional(), exp_year: integer().optional() })
        .optional(),
      metadata: metadata().optional(),
    },
    (world, given, id) => {
      const before = find(world, "payment_method", id);
      const { card } = before;
      const after = update(world, "payment_method", before, {
        metadata: changeMetadata(before.metadata ?? {}, given.metadata),
        ...(card === undefined
          ? {}
          : {
              card: {
                ...card,
                exp_month: given.card?.exp_month ?? card.exp_month,
                exp_year: given.card?.exp_year ?? card.exp_year,
              },
            }),
      });
      emit(world, "payment_method.updated", after, nowOf(world, after.customer));
      return after;
    },
  ),
  call<Stripe.PaymentMethodRetrieveParams>()(
    "GET",
    "/v1/payment_methods/:id",
    {},
    (world, _given, id) => find(world, "payment_method", id),
  ),
  call<Stripe.PaymentMethodListParams>()(
    "GET",
    "/v1/payment_methods",
    { ...paging(), customer: text().optional(), type: z.literal("card").optional() },
    (world, given) => {
      const found = filter(
        world,
        "payment_method",
        (one) => one.customer !== null && one.customer === given.customer,
      );
      return pageOf("/v1/payment_methods", found, given);
    },
  ),
  call<Stripe.CustomerListPaymentMethodsParams>()(
    "GET",
    "/v1/customers/:id/payment_methods",
    { ...paging(), type: z.literal("card").optional() },
    (world, given, id) => {
      find(world, "customer", id);
      const found = filter(world, "payment_method", (one) => one.customer === id);
      return pageOf(`/v1/customers/${id}/payment_methods`, found, given);
    },
  ),
];
