import { Stripe } from "stripe";
import { findDrifts } from "#contracts/billing/drift.ts";
import { type Drift, UNKNOWN_MAX } from "#contracts/events/billing-drift.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { MakeId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { type SavedCustomerRow, listSavedCustomers } from "#db/billing/list-saved-customers.ts";
import { listUnknownSubscriptions } from "#db/billing/list-unknown-subscriptions.ts";
import { recordDriftCheck } from "#db/billing/record-drift-check.ts";
import { recordDrift } from "#db/billing/record-drift.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { readCustomerState } from "#db/stripe/read-customer.ts";
import { retryAfterMs } from "../adapters/retry-after.ts";
import { retryDelayMs } from "../pipeline/queues.ts";
import { idOf } from "./refunds-and-voids.ts";

export type CheckDriftDeps = {
  db: Db;
  stripe: Stripe;
  makeId: MakeId;
  now: () => Date;
  wait: (ms: number) => Promise<void>;
  onUnknown: (subscriptionId: string) => void;
};

export type DriftReport = { customers: number; drifted: number; unknown: number };

const ACTOR: Actor = { kind: "system", name: "billing check" };

const PAGE_MAX = 100;

/** Stripe allows 25 requests a second per endpoint; a customer needs one at each of four. */
const CONCURRENCY = 2;

/** About three minutes per request. */
const ATTEMPTS_MAX = 8;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Compares every customer with Stripe, and looks for open subscriptions at Stripe that our tables
 * lack. Safe to repeat.
 */
export async function checkDrift(deps: CheckDriftDeps): Promise<DriftReport> {
  const { db } = deps;
  const context = { ...deps, correlationId: null };
  const report: DriftReport = { customers: 0, drifted: 0, unknown: 0 };
  const drifted = new Set<string>();
  const unknownIds: string[] = [];
  const record = async (customerId: string, drifts: Drift[]) => {
    if (drifts.length === 0 || drifted.has(customerId)) return;
    drifted.add(customerId);
    report.drifted += 1;
    await recordDrift(db, newEvent(context, "BillingDriftFound", ACTOR, { customerId, drifts }));
  };

  let after = "";
  for (;;) {
    const page = await listSavedCustomers(db, after, PAGE_MAX);
    for (let start = 0; start < page.length; start += CONCURRENCY) {
      await Promise.all(
        page.slice(start, start + CONCURRENCY).map(async (customer) => {
          report.customers += 1;
          await record(customer.id, await compare(deps, customer));
        }),
      );
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_MAX) break;
    after = last.id;
  }
  for await (const subscriptions of stripeSubscriptionPages(deps)) {
    for (const unknown of await listUnknownSubscriptions(db, subscriptions)) {
      const { subscriptionId, customerId } = unknown;
      if (customerId !== null) {
        await record(customerId, ["subscriptions"]);
      } else {
        report.unknown += 1;
        unknownIds.push(subscriptionId);
        deps.onUnknown(subscriptionId);
      }
    }
  }
  const { customers, drifted: driftedCount } = report;
  const unknownSubscriptionIds = unknownIds.slice(0, UNKNOWN_MAX);
  await recordDriftCheck(
    db,
    newEvent(context, "BillingChecked", ACTOR, {
      customers,
      drifted: driftedCount,
      unknownSubscriptionIds,
    }),
  );
  return report;
}

async function compare(deps: CheckDriftDeps, customer: SavedCustomerRow): Promise<Drift[]> {
  const read = withBackoff(deps, () =>
    readCustomerState(deps.stripe, customer.id, customer.subscriptions),
  );
  const snapshot = await read.catch((error: unknown) => {
    if (isResourceMissing(error)) return null;
    throw error;
  });
  if (snapshot === null) return ["customer"];
  return findDrifts(customer, snapshot);
}

async function* stripeSubscriptionPages(deps: CheckDriftDeps) {
  let after: string | undefined;
  do {
    // Without a status, Stripe lists all but the cancelled ones.
    const page = { limit: PAGE_MAX, ...(after !== undefined && { starting_after: after }) };
    const { data, has_more: hasMore } = await withBackoff(deps, () =>
      deps.stripe.subscriptions.list(page),
    );
    yield data.map(({ id, customer }) => ({ subscriptionId: id, customerId: idOf(customer) }));
    after = hasMore ? data.at(-1)?.id : undefined;
  } while (after !== undefined);
}

/** stripe-node does not retry a rate limit. */
async function withBackoff<T>(
  { wait }: Pick<CheckDriftDeps, "wait">,
  call: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeRateLimitError) || tries === ATTEMPTS_MAX)
        throw error;
      await wait(pauseMs(error, tries));
    }
  }
}

function pauseMs({ code, headers }: Stripe.errors.StripeRateLimitError, tries: number): number {
  const retryAfter = headers?.["retry-after"];
  if (retryAfter !== undefined) return retryAfterMs(retryAfter);
  // A lock on one object is short, whatever the account's rate limit.
  return code === "lock_timeout"
    ? retryDelayMs(1, Math.random())
    : Math.min(LONGEST_PAUSE_MS, retryDelayMs(tries, Math.random()));
}
