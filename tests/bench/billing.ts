import { randomBytes, randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { Pool } from "undici";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { openLocks } from "#db/locks.ts";
import { createStripe } from "#db/stripe/client.ts";
import { readCustomerState } from "#db/stripe/read-customer-state.ts";
import { createStripeActions } from "../../worker/billing/stripe-actions.ts";
import type { Stack } from "../stack/stack.ts";
import { PLAN } from "../support/catalogue.ts";
import { insertCustomer } from "../support/customer-rows.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { medianRatio } from "./figures.ts";
import { CONNECTIONS, medianRound, runAlternately, type Round } from "./rounds.ts";

const NAMES = ["insert", "webhook", "reading", "sync"] as const;

// Shorter than elsewhere, because four variants take turns.
const ROUND_MS = 1_000;

export type BillingFigures = {
  insert: Round;
  webhook: Round & { toInsert: number };
  reading: Round;
  sync: Round & { toReading: number };
};

/**
 * Measures webhook and sync against their floors: one insert from the same isolate, and reading
 * Stripe alone.
 *
 * @param stack with the Stripe emulator and the bare routes, without a running worker
 * @throws on any unexpected response
 */
export async function measureBilling({ urls, settings }: Stack): Promise<BillingFigures> {
  const secret = settings["STRIPE_WEBHOOK_SECRETS"] ?? "";
  const stripe = createStripe({
    STRIPE_SECRET_KEY: settings["STRIPE_SECRET_KEY"],
    STRIPE_API_BASE: settings["STRIPE_API_BASE"],
  });
  if (stripe === null || urls.stripe === null) {
    throw new Error("the stack has no Stripe emulator");
  }
  const onError = (error: Error): void => {
    throw error;
  };
  const database = connectDatabase(urls.databaseUrl, {
    max: CONNECTIONS,
    applicationName: "bench",
    onError,
  });
  const locks = openLocks(urls.databaseUrl, { onError });
  const pool = new Pool(urls.api, { connections: CONNECTIONS });
  const post = async (path: string, headers: Record<string, string>, body: string) => {
    const answer = await pool.request({ method: "POST", path, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== (path === "/bench/insert" ? 201 : 200)) {
      throw new Error(`${path} answered ${String(answer.statusCode)}: ${text}`);
    }
  };
  const stripeActions = createStripeActions({
    db: database.db,
    stripe,
    locks,
    makeId: (kind) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES)),
    now: () => new Date(),
  });
  try {
    const customerIds: string[] = [];
    for (let made = 0; made < CONNECTIONS; made += 1) {
      const id = await subscribe(stripe);
      await insertCustomer(database.db, { id });
      customerIds.push(id);
    }
    const event = await lastEvent(stripe);
    // Webhooks of the set-up must be delivered first.
    await (await fetch(`${urls.stripe}/idle`, { method: "POST" })).body?.cancel();

    const visit = async (name: (typeof NAMES)[number], visitor: number): Promise<void> => {
      const customerId = customerIds[visitor];
      if (customerId === undefined) throw new Error("Bug: a visitor without a customer");
      switch (name) {
        case "insert":
          await post("/bench/insert", makeHeaders(urls), JSON.stringify(makeForm()));
          return;
        case "webhook": {
          const payload = JSON.stringify({
            ...event,
            id: `evt_${randomBytes(12).toString("hex")}`,
          });
          const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
          await post(
            "/webhooks/stripe",
            { "content-type": "application/json", "stripe-signature": signature },
            payload,
          );
          return;
        }
        case "reading":
          await readCustomerState(stripe, customerId, []);
          return;
        case "sync": {
          const outcome = await stripeActions.sync({
            customerId,
            correlationId: "bench",
            stripeEventId: null,
          });
          if (outcome !== "synced") throw new Error(`a customer was not saved: ${outcome}`);
        }
      }
    };
    const rounds = await runAlternately(NAMES, visit, ROUND_MS);
    const perSecond = (name: (typeof NAMES)[number]) =>
      rounds[name].map((round) => round.perSecond);
    return {
      insert: medianRound(rounds.insert),
      webhook: {
        ...medianRound(rounds.webhook),
        toInsert: medianRatio(perSecond("webhook"), perSecond("insert")),
      },
      reading: medianRound(rounds.reading),
      sync: {
        ...medianRound(rounds.sync),
        toReading: medianRatio(perSecond("sync"), perSecond("reading")),
      },
    };
  } finally {
    await pool.close();
    await locks.close();
    await database.close();
  }
}

async function subscribe(stripe: Stripe): Promise<string> {
  const { data: prices } = await stripe.prices.list({ lookup_keys: [PLAN.starter.priceId] });
  const price = prices[0];
  if (price === undefined) throw new Error("the Stripe emulator does not sell the plan");
  const { id } = await stripe.customers.create({ email: `ada-${randomUUID()}@shop.example` });
  const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: id });
  await stripe.subscriptions.create({
    customer: id,
    default_payment_method: card.id,
    items: [{ price: price.id }],
  });
  return id;
}

async function lastEvent(stripe: Stripe): Promise<Stripe.Event> {
  const { data: events } = await stripe.events.list({
    type: "customer.subscription.created",
    limit: 1,
  });
  const event = events[0];
  if (event === undefined) throw new Error("the Stripe emulator sent no event of a subscription");
  return event;
}
