import { Stripe } from "stripe";
import type { AccountSettings } from "../stack/stripe/account-settings.ts";
import type { ApiStats } from "../stack/stripe/http/stats.ts";

export interface StripeSettings {
  /** Address of the control page; null without an emulator. */
  readonly stripe: string | null;
  readonly stripeKey: string;
}

/** Drives the Stripe emulator of a stack: Stripe's own client, and the control API. */
export function stripeEmulator({ stripe: controlUrl, stripeKey }: StripeSettings) {
  if (controlUrl === null) throw new Error("this stack has no Stripe emulator");
  const { origin, hostname, port } = new URL(controlUrl);

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await send(method, path, body);
    if (!response.ok) throw new Error(`the Stripe emulator refused: ${await response.text()}`);
    return (await response.json()) as T;
  }

  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${origin}/control${path}`, {
      method,
      ...(body !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });

  return {
    stripe: new Stripe(stripeKey, {
      host: hostname,
      port: Number(port),
      protocol: "http",
      telemetry: false,
    }),
    /** Returns the status of the response: 402 for a declined card. */
    async pay(
      sessionId: string,
      how: { card?: string; email?: string; name?: string } = {},
    ): Promise<number> {
      const response = await send("POST", `/checkout/${sessionId}/pay`, how);
      await response.body?.cancel();
      return response.status;
    },
    async misbehave(change: {
      webhooks?: object;
      api?: object;
      account?: Partial<AccountSettings>;
    }): Promise<void> {
      await control("POST", "/switches", change);
    },
    async behave(): Promise<void> {
      await control("DELETE", "/switches");
    },
    /** The customer of the newest payment of an invoice goes to the bank. */
    async dispute(invoiceId: string, kind: "chargeback" | "inquiry" = "chargeback") {
      const { data } = await this.stripe.invoicePayments.list({
        invoice: invoiceId,
        expand: ["data.payment.payment_intent"],
      });
      const intent = data[0]?.payment.payment_intent;
      if (typeof intent !== "object" || typeof intent.latest_charge !== "string") {
        throw new Error(`${invoiceId} has no payment`);
      }
      const charge = intent.latest_charge;
      return control<{ id: string }>("POST", `/charges/${charge}/dispute`, { kind });
    },
    /** As the team does it in Stripe's Dashboard. */
    async discountCustomer(customerId: string, coupon: string): Promise<void> {
      await control("POST", `/customers/${customerId}/discount`, { coupon });
    },
    async decideDispute(disputeId: string, status: Stripe.Dispute["status"]): Promise<void> {
      await control("POST", `/disputes/${disputeId}`, { status });
    },
    /** Waits until every webhook was delivered or given up. */
    async idle(): Promise<void> {
      await control("POST", "/idle");
    },
    /** Moves Stripe's clock and returns how many things came due. */
    advanceTime: async (seconds: number): Promise<number> =>
      (await control<{ happened: number }>("POST", "/time", { seconds })).happened,
    stats: (): Promise<ApiStats> => control("GET", "/stats"),
    countDroppedWebhooks: async (): Promise<number> =>
      (await control<unknown[]>("GET", "/deliveries?state=dropped")).length,
  };
}
