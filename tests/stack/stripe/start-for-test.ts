import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { serve } from "@hono/node-server";
import { Stripe } from "stripe";
import { FOR_SALE } from "#contracts/catalogue.ts";
import { eventually } from "../../support/eventually.ts";
import { type AccountSettings, DEFAULT_SETTINGS } from "./account-settings.ts";
import { createStripeEmulator, type Emulator } from "./app.ts";
import { openStore } from "./store.ts";
import type { World } from "./world.ts";

interface ReceivedWebhook {
  readonly url: string;
  readonly body: string;
  readonly signature: string;
}

export interface Running {
  readonly stripe: Stripe;
  readonly url: string;
  readonly world: World;
  readonly emulator: Emulator;
  readonly arrivals: ReceivedWebhook[];
  passWallTime(ms: number): void;
  answerWith(status: number): void;
  stop(): Promise<void>;
}

export const TEST_KEY = "sk_test_stand_in";

export async function startForTest(
  options: {
    dir?: string;
    settings?: Partial<AccountSettings>;
    tickMs?: number;
    /** Saves a long story a third of its time; replies cannot be lost, and headers are in a `Headers`. */
    hasNoSocket?: boolean;
    /** Milliseconds since 1970 at which the clock stands still until `passWallTime` or `/control/time`; else it goes on. */
    standsAt?: number;
  } = {},
): Promise<Running> {
  const arrivals: ReceivedWebhook[] = [];
  let status = 200;
  let aheadMs = 0;
  let base = "";
  const world: World = {
    store: openStore(options.dir ?? null),
    get baseUrl() {
      return base;
    },
    accountName: "Test account",
    webhookSecret: null,
    wallClock: () => (options.standsAt ?? Date.now()) + aheadMs,
    cause: null,
    settings: { ...DEFAULT_SETTINGS, ...options.settings },
  };
  const emulator = createStripeEmulator({
    world,
    secretKey: TEST_KEY,
    random: Math.random,
    wait: (ms) => delay(ms),
    post: (url, body, signature) => {
      arrivals.push({ url, body, signature });
      return Promise.resolve(status);
    },
    tickMs: options.tickMs ?? 20,
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve(
      { fetch: emulator.app.fetch, port: 0, hostname: "127.0.0.1" },
      (address: AddressInfo) => {
        base = `http://127.0.0.1:${address.port}`;
        resolve(listening);
      },
    );
  });
  const { port } = new URL(base);
  return {
    stripe: new Stripe(TEST_KEY, {
      host: "127.0.0.1",
      port: Number(port),
      protocol: "http",
      telemetry: false,
      maxNetworkRetries: 0,
      ...(options.hasNoSocket === true && { httpClient: inProcess(emulator) }),
    }),
    url: base,
    world,
    emulator,
    arrivals,
    passWallTime(ms) {
      aheadMs += ms;
    },
    answerWith(next) {
      status = next;
    },
    async stop() {
      await emulator.stop();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function inProcess({ app }: Emulator) {
  return Stripe.createFetchHttpClient(async (...request: ConstructorParameters<typeof Request>) =>
    app.fetch(new Request(...request)),
  );
}

/** With one plan, and the rate that its invoices contain. */
export async function startWithVat(metadata: Stripe.MetadataParam = {}) {
  const running = await startForTest();
  const price = await createSubscriptionFor(running, { name: "Starter Package", pence: 97_00 });
  const vat = await running.stripe.taxRates.create({
    display_name: "VAT",
    inclusive: true,
    percentage: 20,
    metadata,
  });
  return { ...running, price, vat };
}

/**
 * With three prices, and customers whose test clocks begin at one moment.
 *
 * @param beginsAt unix seconds
 */
export async function startWithPlans(
  beginsAt: number,
  options: Parameters<typeof startForTest>[0] = {},
) {
  const running = await startForTest(options);
  const { stripe } = running;
  const [starter, plus, addon] = await Promise.all(
    (
      [
        ["Starter", 97_00],
        ["Plus", 175_00],
        ["Community", 49_00],
      ] as const
    ).map(([name, pence]) =>
      createSubscriptionFor(running, { name, pence, lookupKey: name.toLowerCase() }),
    ),
  );
  if (starter === undefined || plus === undefined || addon === undefined) throw new Error("Bug");
  return {
    ...running,
    starter,
    plus,
    addon,
    async subscriber(
      given: { card?: string } & Partial<Stripe.SubscriptionCreateParams> = {},
    ): Promise<CurrentPlan> {
      const { card, ...params } = given;
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: beginsAt });
      const customer = await customerWithCard(running, {
        clock: clock.id,
        ...(card === undefined ? {} : { card }),
      });
      const subscription = await stripe.subscriptions.create({
        items: [{ price: starter.id }],
        metadata: { userId: "u1" },
        ...params,
        customer: customer.id,
      });
      return { clock, customer, subscription };
    },
    advance: ({ clock }: CurrentPlan, to: number): Promise<void> =>
      advanceClock(stripe, clock.id, to),
    async eventsOf(customer: string): Promise<string[]> {
      const types: string[] = [];
      for await (const event of stripe.events.list({ limit: 100 })) {
        const object = event.data.object as { id?: string; customer?: string };
        if (object.customer === customer || object.id === customer) types.push(event.type);
      }
      return types.toReversed();
    },
    async invoicesOf(subscription: string): Promise<Stripe.Invoice[]> {
      return (await stripe.invoices.list({ subscription, limit: 100 })).data.toReversed();
    },
  };
}

export interface CurrentPlan {
  readonly clock: Stripe.TestHelpers.TestClock;
  readonly customer: Stripe.Customer;
  readonly subscription: Stripe.Subscription;
}

export async function createSubscriptionFor(
  { stripe }: Running,
  given: { name: string; pence: number; lookupKey?: string },
): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name: given.name });
  return stripe.prices.create({
    product: product.id,
    currency: "gbp",
    unit_amount: given.pence,
    recurring: { interval: "month" },
    ...(given.lookupKey === undefined ? {} : { lookup_key: given.lookupKey }),
  });
}

/** Sells the whole catalogue. Returns Stripe's prices by ours. */
export async function sellCatalogue(running: Running): Promise<Map<string, string>> {
  const prices = new Map<string, string>();
  for (const { name, pricePence: pence, priceId: lookupKey } of FOR_SALE) {
    prices.set(lookupKey, (await createSubscriptionFor(running, { name, pence, lookupKey })).id);
  }
  return prices;
}

export async function customerWithCard(
  { stripe }: Running,
  given: { card?: string; clock?: string } = {},
): Promise<Stripe.Customer> {
  const { id } = await stripe.customers.create({
    email: "ada@example.com",
    name: "Ada",
    ...(given.clock === undefined ? {} : { test_clock: given.clock }),
  });
  return setCard(stripe, id, given.card ?? "pm_card_visa");
}

/** Gives the customer a card, from which Stripe then takes every payment. */
export async function setCard(
  stripe: Stripe,
  customer: string,
  card: string,
): Promise<Stripe.Customer> {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  return stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

/** Plays what falls due until then, in seconds since the epoch. */
export async function advanceClock(stripe: Stripe, clock: string, to: number): Promise<void> {
  const { testClocks } = stripe.testHelpers;
  await testClocks.advance(clock, { frozen_time: to });
  await eventually("the time has passed", async () => {
    const { status } = await testClocks.retrieve(clock);
    return status === "ready";
  });
}
