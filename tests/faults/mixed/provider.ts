import type { Stripe } from "stripe";
import { createStripe } from "#db/stripe/client.ts";
import type { ApiStats } from "../../stack/stripe/http/stats.ts";
import type { Stack } from "../../stack/stack.ts";
import type { Seen } from "./judge.ts";

export interface StripeClient {
  readonly pay: (sessionId: string, email: string) => Promise<boolean>;
  readonly misbehave: (change: { webhooks?: object; api?: object }) => Promise<void>;
  readonly behave: () => Promise<void>;
  readonly letTimePass: (seconds: number) => Promise<number>;
  readonly idle: () => Promise<void>;
  readonly answers: () => Promise<boolean>;
  readonly stats: () => Promise<ApiStats>;
  readonly dropped: () => Promise<number>;
  readonly subscriptions: () => Promise<Seen["there"]>;
}

const PAGE = { limit: 100 } as const;

export function createStripeClient(stack: Stack): StripeClient {
  const { origin } = new URL(stack.urls.stripe ?? "");
  const stripe = createStripe({
    STRIPE_SECRET_KEY: stack.settings["STRIPE_SECRET_KEY"] ?? "",
    STRIPE_API_BASE: stack.settings["STRIPE_API_BASE"],
  });

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${origin}/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`the payment stand-in answered ${answer.status} to ${path}`);
    return (await answer.json()) as T;
  }

  return {
    async pay(sessionId, email) {
      const answer = await fetch(`${origin}/control/checkout/${sessionId}/pay`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      });
      await answer.body?.cancel();
      return answer.ok;
    },
    async misbehave(change) {
      await control("POST", "/switches", change);
    },
    async behave() {
      await control("DELETE", "/switches");
    },
    async letTimePass(seconds) {
      return (await control<{ happened: number }>("POST", "/time", { seconds })).happened;
    },
    async idle() {
      await control("POST", "/idle");
    },
    answers: () =>
      stripe.customers.list({ limit: 1 }, { timeout: 1_000, maxNetworkRetries: 0 }).then(
        () => true,
        () => false,
      ),
    stats: () => control("GET", "/stats"),
    dropped: async () => (await control<unknown[]>("GET", "/deliveries?state=dropped")).length,
    async subscriptions() {
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
          isEnding: subscription.cancel_at_period_end || subscription.cancel_at !== null,
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

function idOf(given: string | { id: string } | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  return typeof given === "string" ? given : given.id;
}

async function toArray<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
