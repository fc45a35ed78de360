import type { Stripe } from "stripe";
import { idOf } from "#db/stripe/id-of.ts";
import type { Stack } from "../stack/stack.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import type { StripeSubscription } from "./verdict/state.ts";

export type StripeClient = ReturnType<typeof createStripeClient>;

const PAGE = { limit: 100 } as const;

export function createStripeClient({ urls, settings }: Stack) {
  const emulator = stripeEmulator({
    stripe: urls.stripe,
    stripeKey: settings["STRIPE_SECRET_KEY"] ?? "",
  });
  const { stripe } = emulator;

  return {
    ...emulator,
    answers: (): Promise<boolean> =>
      stripe.customers.list({ limit: 1 }, { timeout: 1_000, maxNetworkRetries: 0 }).then(
        () => true,
        () => false,
      ),
    async listSubscriptions(): Promise<StripeSubscription[]> {
      const refunds = await toArray(stripe.refunds.list(PAGE));
      const charges = await toArray(stripe.charges.list(PAGE));
      const invoices = await toArray(stripe.invoices.list({ ...PAGE, expand: ["data.payments"] }));
      const found = await toArray(
        stripe.subscriptions.list({ ...PAGE, status: "all", expand: ["data.discounts"] }),
      );
      return found.map((subscription) => {
        const own = invoices.filter(
          ({ parent }) => idOf(parent?.subscription_details?.subscription) === subscription.id,
        );
        const intents = new Set(
          own.flatMap(({ payments }) =>
            (payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent)),
          ),
        );
        return {
          id: subscription.id,
          customerId: idOf(subscription.customer) ?? "",
          status: subscription.status,
          isCancelScheduled: subscription.cancel_at_period_end || subscription.cancel_at !== null,
          priceIds: subscription.items.data.map(({ price }) => nameOf(price)),
          coupons: subscription.discounts.flatMap((discount) =>
            typeof discount === "string" ? [] : (idOf(discount.source.coupon) ?? []),
          ),
          changesPaid: own.filter(
            ({ billing_reason: why, status, amount_paid: paid }) =>
              why === "subscription_update" && status === "paid" && paid > 0,
          ).length,
          payments: charges
            .filter(({ payment_intent: intent, paid }) => paid && intents.has(idOf(intent)))
            .map(({ id, amount, amount_refunded: refundedPence }) => ({
              id,
              paidPence: amount,
              refundedPence,
              refunds: refunds.filter(
                ({ charge, status }) => idOf(charge) === id && status !== "failed",
              ).length,
            })),
        };
      });
    },
  };
}

function nameOf({ id, metadata, lookup_key: key }: Stripe.Price): string {
  return metadata["price_id"] ?? key ?? id;
}

async function toArray<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
