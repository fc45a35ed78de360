import type { Stripe } from "stripe";
import * as z from "zod";
import type { StripeCustomerState } from "#contracts/billing/stripe-state.ts";
import { listAll } from "./list-all.ts";
import { refundedByIntent, toOrder } from "./order-state.ts";
import {
  StripeCharge,
  StripeCustomer,
  StripeInvoice,
  StripeSubscription,
} from "./response-shapes.ts";
import {
  renewalPenceOf,
  SUBSCRIPTION_EXPAND,
  toCard,
  toSubscription,
} from "./subscription-state.ts";

const PAGE_MAX = 100;

/**
 * Reads a customer with subscriptions and orders.
 *
 * @throws {z.ZodError} when a response does not have the shape of the API version in use
 */
export async function readCustomerState(
  stripe: Stripe,
  customerId: string,
): Promise<StripeCustomerState> {
  const page = { customer: customerId, limit: PAGE_MAX };
  const [customer, subscriptions, invoices, charges] = await Promise.all([
    stripe.customers.retrieve(customerId, { expand: ["invoice_settings.default_payment_method"] }),
    listAll(
      stripe.subscriptions.list({
        ...page,
        status: "all",
        expand: SUBSCRIPTION_EXPAND.map((path) => `data.${path}`),
      }),
    ),
    listAll(stripe.invoices.list({ ...page, expand: ["data.payments"] })),
    listAll(stripe.charges.list(page)),
  ]);
  const { email, deleted, invoice_settings: settings } = StripeCustomer.parse(customer);
  const defaultMethod = settings?.default_payment_method ?? null;
  const parsedInvoices = z.array(StripeInvoice).parse(invoices);
  const refunded = refundedByIntent(z.array(StripeCharge).parse(charges));
  return {
    customer: {
      email: email?.toLowerCase() ?? null,
      isDeleted: deleted === true,
      defaultCard: toCard(defaultMethod),
    },
    subscriptions: z
      .array(StripeSubscription)
      .parse(subscriptions)
      .map((subscription) => ({
        ...toSubscription(subscription, defaultMethod),
        renewalPence: renewalPenceOf(subscription, parsedInvoices),
      })),
    orders: parsedInvoices.flatMap((invoice) => toOrder(invoice, refunded)),
  };
}
