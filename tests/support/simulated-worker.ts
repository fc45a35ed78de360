import { expect } from "vitest";
import { DomainEvent, type EventType } from "#contracts/events/catalogue.ts";
import { closeCheckoutSession } from "#db/billing/change-checkout-sessions.ts";
import { isReturningCustomer, listCustomerContacts } from "#db/billing/find-customers.ts";
import { listCreditNotes } from "#db/billing/find-orders.ts";
import { createEffects } from "../../worker/effects/catalogue.ts";
import type { MaterialActions } from "../../worker/material/actions.ts";
import type { Effect } from "../../worker/pipeline/effect.ts";
import { recordPaymentReminders } from "../../worker/schedules/due-notices.ts";
import type { Running } from "../stack/stripe/start-for-test.ts";
import { now as secondsNow } from "../stack/stripe/world.ts";
import type { TestDatabase } from "./database.ts";
import type { SentMail } from "./mail-sums.ts";
import { newId, stripeActionsWith } from "./pipeline.ts";
import { effectDeps, unreachable } from "./unreachable.ts";

const AT_ONCE = 8;

type Notification = {
  type: string;
  data: {
    object: {
      id?: string;
      customer?: string | null;
      charge?: string;
      parent?: { subscription_details?: { subscription?: string } };
      amount_due: number;
      billing_reason: string;
    };
  };
};

export async function inTurns<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE) {
    await Promise.all(items.slice(start, start + AT_ONCE).map(act));
  }
}

/** Completes the events that wait. @param where leaves others for later */
export async function takeEvents(
  query: TestDatabase["query"],
  where = "true",
): Promise<{ event: DomainEvent; customer: string }[]> {
  const { rows } = await query<{ event: object; customer: string }>(
    `update outbox_events set completed_at = now() where completed_at is null and ${where}
     returning aggregate_id as customer, json_build_object('id', id, 'type', type, 'version', version,
       'occurredAt', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'actor', actor, 'correlationId', correlation_id, 'data', payload) as event`,
  );
  return rows.map(({ event, customer }) => ({ event: DomainEvent.parse(event), customer }));
}

/** A worker without queues, at the time of the Stripe emulator. */
export function simulateWorker(
  { db, query }: TestDatabase,
  { stripe, world, arrivals, emulator }: Running,
) {
  const now = () => new Date(secondsNow(world, null) * 1_000);
  const stripeActions = stripeActionsWith({ db }, stripe, now);
  const mails: SentMail[] = [];
  /** Effects that would be tried again. */
  const failures: string[] = [];
  const texts = new Map<string, string>();
  const lastPence = new Map<string, number>();
  const effects = createEffects(
    effectDeps({
      mailer: {
        send(mail, key) {
          texts.set(key, mail.text);
          return Promise.resolve({ externalId: key });
        },
      },
      findCustomerContact: async (id) => (await listCustomerContacts(db, [id]))[0] ?? null,
      // A month passes at once, and each of its mails leaves in its time.
      findLaterFacts: () => Promise.resolve(null),
      listCreditNotes: (id) => listCreditNotes(db, id),
      isReturningCustomer: (id) => isReturningCustomer(db, id),
      material: unreachable<MaterialActions>({ eraseOwner: () => Promise.resolve(0) }),
      recordSecondSubscriptions: () => Promise.resolve(0),
      closeCheckoutSession: (id, state) => closeCheckoutSession(db, id, state),
      stripeActions,
      now,
    }),
  );

  async function runEffects(event: DomainEvent): Promise<void> {
    const catalogue = effects[event.type] as Readonly<Record<string, Effect<EventType>>>;
    for (const [name, effect] of Object.entries(catalogue)) {
      if (effect.queue === null || effect.when?.(event) === false) continue;
      const key = `${event.id}:${name}`;
      const done = await effect.run(event, key).catch((error: unknown) => {
        failures.push(`${name} of ${event.type}: ${explain(error)}`);
        return null;
      });
      const text = texts.get(key);
      if (done === null || text === undefined) continue;
      mails.push({ kind: String(done.facts["mail"]), event, text, at: secondsNow(world, null) });
    }
  }

  async function runEvents(): Promise<void> {
    for (;;) {
      const taken = await takeEvents(query);
      if (taken.length === 0) return;
      const own = Map.groupBy(taken, ({ customer }) => customer);
      await inTurns([...own.values()], async (events) => {
        for (const { event } of events) await runEffects(event);
      });
    }
  }

  function customerOf({ data: { object } }: Notification): string {
    const { id, customer, charge } = object;
    // A dispute names only the charge.
    const paidBy = charge === undefined ? null : world.store.get("charge", charge)?.customer;
    return customer ?? paidBy ?? id ?? "";
  }

  /** As if Stripe had given up on what it has told about these customers. */
  async function loseWebhooks(customers: ReadonlySet<string>): Promise<void> {
    await control("idle");
    const kept = arrivals
      .splice(0)
      .filter(({ body }) => !customers.has(customerOf(JSON.parse(body) as Notification)));
    arrivals.push(...kept);
  }

  async function handleWebhooks(): Promise<void> {
    await control("idle");
    const { rows } = await query<{ id: string }>("select subscription_id as id from price_changes");
    const repriced = new Set(rows.map(({ id }) => id));
    const subscriptionsOf = new Map<string, Set<string>>();
    const changed = new Set<string>();
    for (const { body } of arrivals.splice(0)) {
      const notification = JSON.parse(body) as Notification;
      const { type, data } = notification;
      const { parent, amount_due: pence, billing_reason: reason } = data.object;
      const customerId = customerOf(notification);
      if (!customerId.startsWith("cus_")) continue;
      const subscriptionId = parent?.subscription_details?.subscription ?? "";
      const announced = subscriptionsOf.get(customerId) ?? new Set();
      if (type === "invoice.upcoming") {
        // A notice of an unchanged sum is not recorded: leaving it out halves the time.
        if (lastPence.get(subscriptionId) === pence && !repriced.has(subscriptionId)) continue;
        announced.add(subscriptionId);
      } else if (type === "invoice.finalized" && reason !== "subscription_update") {
        lastPence.set(subscriptionId, pence);
      }
      if (type !== "invoice.upcoming") changed.add(customerId);
      subscriptionsOf.set(customerId, announced);
    }
    await inTurns([...subscriptionsOf], async ([customerId, announced]) => {
      const input = { customerId, correlationId: "req_1" };
      for (const subscriptionId of announced) {
        const stripeEventId = `evt_${subscriptionId}_${secondsNow(world, null)}`;
        await stripeActions.announceRenewal({ ...input, subscriptionId, stripeEventId });
      }
      if (changed.has(customerId)) await stripeActions.sync({ ...input, stripeEventId: null });
    });
    await runEvents();
  }

  async function control(path: string, body: object = {}): Promise<void> {
    const response = await emulator.app.request(`/control/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  }

  return {
    mails,
    failures,
    now,
    control,
    handleWebhooks,
    loseWebhooks,
    runEvents,
    /** @param seconds since the epoch */
    async passTo(seconds: number): Promise<void> {
      await control("time", { seconds: Math.ceil(seconds - secondsNow(world, null)) });
      await handleWebhooks();
    },
    async remind(): Promise<void> {
      await recordPaymentReminders({ db, makeId: newId, now }).run();
      await runEvents();
    },
  };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined
    ? error.message
    : `${error.message}: ${JSON.stringify(error.cause)}`;
}
