import type { HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { decideOutcome, NO_FAILURES } from "../failure-switches.ts";
import { expireSessions } from "./billing/checkout.ts";
import { isAnythingDue, advanceTime } from "./billing/due.ts";
import { addControl } from "./control.ts";
import { createApi } from "./http/api.ts";
import { type ApiStats, countRequest, NO_STATS } from "./http/stats.ts";
import { ApiError } from "./http/stripe-error.ts";
import type { ApiSwitches } from "./http/switches.ts";
import { billingPortalCalls } from "./objects/billing-portal.ts";
import { checkoutSessionCalls } from "./objects/checkout-sessions.ts";
import { couponCalls, promotionCodeCalls } from "./objects/coupons.ts";
import { creditNoteCalls } from "./objects/credit-notes.ts";
import { customerCalls } from "./objects/customers.ts";
import { disputeCalls } from "./objects/disputes.ts";
import { invoiceItemCalls } from "./objects/invoice-items.ts";
import { invoiceCalls } from "./objects/invoices.ts";
import { paymentMethodCalls } from "./objects/payment-methods.ts";
import { paymentCalls } from "./objects/payments.ts";
import { priceCalls } from "./objects/prices.ts";
import { productCalls } from "./objects/products.ts";
import { refundCalls } from "./objects/refunds.ts";
import { subscriptionItemCalls } from "./objects/subscription-items.ts";
import { subscriptionScheduleCalls } from "./objects/subscription-schedules.ts";
import { subscriptionCalls } from "./objects/subscriptions.ts";
import { taxIdCalls } from "./objects/tax-ids.ts";
import { taxRateCalls } from "./objects/tax-rates.ts";
import { advanceClocks, testClockCalls } from "./objects/test-clocks.ts";
import { webhookEndpointCalls } from "./objects/webhook-endpoints.ts";
import { gone } from "./pages/checkout.ts";
import { PAGE_HEADERS } from "./pages/layout.ts";
import { addPages } from "./pages/pages.ts";
import { type WebhookSender, createWebhookSender } from "./webhooks/sender.ts";
import { now, type World } from "./world.ts";

// Stripe stores idempotency keys for 24 hours.
const ANSWER_LIFETIME_MS = 24 * 60 * 60 * 1_000;

export interface StripeEmulatorDeps {
  readonly world: World;
  /** Null accepts any test-mode key. */
  readonly secretKey: string | null;
  readonly random: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly post: (url: string, body: string, signature: string) => Promise<number>;
  readonly tickMs: number;
}

export interface Emulator {
  readonly app: Hono<{ Bindings: HttpBindings }>;
  readonly webhookSender: WebhookSender;
  stop(): Promise<void>;
}

export function createStripeEmulator(deps: StripeEmulatorDeps): Emulator {
  const { world } = deps;
  let switches: ApiSwitches = NO_FAILURES;
  let stats: ApiStats = NO_STATS;
  const webhookSender = createWebhookSender(deps);
  const timer = setInterval(tick, deps.tickMs);
  timer.unref();

  function tick(): void {
    if (isAnythingDue(world)) {
      world.store.transaction(() => advanceTime(world, null, now(world, null)));
    }
    world.store.transaction(() => expireSessions(world));
    const oldest = world.wallClock() - ANSWER_LIFETIME_MS;
    const stale = [...world.store.all("answer")].filter((answer) => answer.at < oldest);
    if (stale.length > 0) {
      world.store.transaction(() => {
        for (const { id } of stale) world.store.remove("answer", id);
      });
    }
    advanceClocks(world);
    webhookSender.wake();
  }

  const onChange = (): void => {
    // Stripe advances a test clock after its response.
    setImmediate(() => {
      advanceClocks(world);
      webhookSender.wake();
    });
  };

  const app = createApi({
    world,
    secretKey: deps.secretKey,
    calls: [
      ...customerCalls,
      ...taxIdCalls,
      ...taxRateCalls,
      ...productCalls,
      ...priceCalls,
      ...couponCalls,
      ...promotionCodeCalls,
      ...paymentMethodCalls,
      ...paymentCalls,
      ...invoiceCalls,
      ...invoiceItemCalls,
      ...refundCalls,
      ...creditNoteCalls,
      ...disputeCalls,
      ...subscriptionItemCalls,
      ...subscriptionCalls,
      ...subscriptionScheduleCalls,
      ...checkoutSessionCalls,
      ...billingPortalCalls,
      ...webhookEndpointCalls,
      ...testClockCalls,
    ],
    decideOutcome(path) {
      const { outcome, after } = decideOutcome(switches, path, deps.random());
      switches = after;
      return outcome;
    },
    onAnswer(call, answer) {
      stats = countRequest(stats, call, answer);
    },
    wait: deps.wait,
    onChange,
  });
  addPages(app, world, onChange);
  addControl(app, {
    world,
    webhookSender,
    onChange,
    stats: () => stats,
    resetStats: () => {
      stats = NO_STATS;
    },
    apiSwitches: () => switches,
    setApiSwitches: (next) => {
      switches = next;
    },
  });
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    if (error instanceof ApiError) return c.html(gone(error.message), 400, PAGE_HEADERS);
    process.stderr.write(`${error.stack ?? error.message}\n`);
    return c.html(gone("Something went wrong here."), 500, PAGE_HEADERS);
  });
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/", (c) => c.redirect("/control"));

  return {
    app,
    webhookSender,
    async stop() {
      clearInterval(timer);
      await webhookSender.stop();
      world.store.close();
    },
  };
}
