import { setTimeout as delay } from "node:timers/promises";
import { SubscriptionDetailsResponse } from "#contracts/api/subscription-details.ts";
import { isActive } from "#contracts/billing/subscription-status.ts";
import type { StripeClient } from "../stripe-client.ts";
import { createActionSender, type CustomerAction } from "./customer-actions.ts";
import { signUp } from "./customer-sign-up.ts";
import { buy, type Customer, takeStep } from "./customer-steps.ts";

export interface CustomerClients {
  readonly actions: readonly CustomerAction[];
  runAll(load: { count: number; windowMs: number; isNeeded: () => boolean }): Promise<void>;
  countWaiting(ms: number): number;
  countServerErrors(): number;
  close(): Promise<void>;
}

const DOUBLED_SHARE = 0.2;

export function createCustomerClients(options: {
  readonly urls: {
    readonly api: string;
    readonly site: string;
    readonly anonKey: string;
    readonly inbox: string;
  };
  readonly stripe: StripeClient;
  readonly random: () => number;
  readonly signal: AbortSignal;
}): CustomerClients {
  const { urls, stripe, random, signal } = options;
  const sender = createActionSender({ apiUrl: urls.api, anonKey: urls.anonKey, random, signal });
  const { act, pause } = sender;

  async function join(index: number): Promise<Customer> {
    const email = `customer-${index}@faults.example`;
    const ip = { "cf-connecting-ip": `10.200.${index >> 8}.${index & 255}` };
    const token = await signUp(sender, { email, headers: ip, inbox: urls.inbox, signal });
    const signedIn = { authorization: `Bearer ${token}`, ...ip };
    return {
      email,
      site: urls.site,
      stripe,
      random,
      pause,
      send: (request) => {
        const isDoubled = random() < DOUBLED_SHARE;
        return act(email, { isDoubled, ...request, headers: { ...signedIn, ...request.headers } });
      },
      read: (request) => act(email, { ...request, kind: "read", headers: signedIn }),
    };
  }

  async function run(index: number, isNeeded: () => boolean): Promise<void> {
    const customer = await join(index);
    await buy(customer);
    while (isNeeded()) {
      await pause(500, 4_000);
      const { body } = await customer.read({ method: "GET", path: "/functions/v1/subscription" });
      const { subscription } = SubscriptionDetailsResponse.parse(body);
      if (subscription === null || subscription.subscription_status === "canceled") {
        await buy(customer);
      } else if (isActive(subscription.subscription_status)) await takeStep(customer, subscription);
    }
  }

  return {
    ...sender,
    async runAll({ count, windowMs, isNeeded }) {
      await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          await delay((index * windowMs) / count, undefined, { signal });
          await run(index, isNeeded);
        }),
      );
    },
  };
}
