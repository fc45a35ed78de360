import { Stripe } from "stripe";
import { MINUTE_MS } from "#contracts/durations.ts";
import type { Drift } from "#contracts/events/billing.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import {
  claimDriftCheck,
  findDriftCheck,
  finishDriftCheck,
  saveDriftStep,
  startDriftCheck,
} from "#db/billing/drift-checks.ts";
import { listSavedCustomers, type SavedCustomer } from "#db/billing/find-customers.ts";
import { listUnsavedSubscriptions } from "#db/billing/find-subscriptions.ts";
import type { DriftCheck } from "#db/schema/billing.ts";
import { isResourceMissing } from "#db/stripe/errors.ts";
import { findDrifts } from "#db/stripe/find-drifts.ts";
import { idOf } from "#db/stripe/id-of.ts";
import { readCustomerState } from "#db/stripe/read-customer-state.ts";
import { archiveAgain } from "#db/stripe/with-archived.ts";
import { createOutageWatch } from "../outage.ts";
import { retryDelayMs } from "../pipeline/queues.ts";
import { retryAfterMs } from "../ports/company-answer.ts";
import { systemEvent } from "../system-event.ts";
import type { BillingDeps } from "./billing-deps.ts";
import { customersPerMinute, endOfStep, isDriftCheckBusy, isDriftCheckDue } from "./drift-pace.ts";

export type CheckDriftDeps = BillingDeps & {
  wait: (ms: number) => Promise<void>;
  onUnknown: (subscriptionId: string) => void;
};

type DriftReport = { customers: number; drifted: number; unknown: number };

const NAME = "billing check";

const PAGE_MAX = 100;

/** Another worker repeats the step of one that is killed, so a step is short. */
const STEP_CUSTOMERS = 20;

/** Stripe allows 25 requests a second per endpoint; a customer needs one at each of five. */
const CONCURRENCY = 2;

/** The schedule begins the next run a minute later. */
const RUN_MS = 50_000;

/** With their pauses, the attempts at a request take about three minutes. */
const ATTEMPTS_MAX = 8;
const PAUSE_MAX_MS = MINUTE_MS;

/**
 * Compares every customer with Stripe, and looks for open subscriptions at Stripe that our tables
 * lack. Safe to repeat.
 *
 * @throws when another check by hand starts meanwhile
 */
export async function checkDrift(deps: CheckDriftDeps): Promise<DriftReport> {
  const last = await findDriftCheck(deps.db, "manual");
  let check = requireClaimed(
    await startDriftCheck(deps.db, "manual", { last, at: deps.now().toISOString() }),
  );
  while (check.finishedAt === null) check = await takeStep(deps, check);
  const { customers, drifted, unknown } = check;
  return { customers, drifted, unknown };
}

/**
 * Takes the steps of the nightly check that belong in one minute, and starts the check when it is due. Any
 * number of workers may call this: one of them claims the check, and another one continues it after a crash.
 */
export async function checkDriftForMinute(deps: CheckDriftDeps): Promise<DriftReport> {
  const { db, now } = deps;
  const last = await findDriftCheck(db, "nightly");
  const begun = isDriftCheckDue(last, now())
    ? await startDriftCheck(db, "nightly", { last, at: now().toISOString() })
    : last;
  const isOpen = begun !== null && begun.finishedAt === null && !isDriftCheckBusy(begun, now());
  const claimed = isOpen ? await claimDriftCheck(db, begun, endOfStep(now())) : null;
  if (claimed === null) return { customers: 0, drifted: 0, unknown: 0 };
  const endMs = now().getTime() + RUN_MS;
  const most = claimed.customers + customersPerMinute(claimed, now());
  let check = claimed;
  try {
    while (check.finishedAt === null && now().getTime() < endMs) {
      if (check.part === "customers" && check.customers >= most) break;
      check = await takeStep(deps, check);
    }
  } finally {
    if (check.finishedAt === null) await claimDriftCheck(db, check, null);
  }
  return {
    customers: check.customers - claimed.customers,
    drifted: check.drifted - claimed.drifted,
    unknown: check.unknown - claimed.unknown,
  };
}

function requireClaimed(check: DriftCheck | null): DriftCheck {
  if (check === null) throw new Error("another check took over");
  return check;
}

async function takeStep(deps: CheckDriftDeps, check: DriftCheck): Promise<DriftCheck> {
  switch (check.part) {
    case "customers":
      return compareCustomers(deps, check);
    case "subscriptions":
      return compareSubscriptions(deps, check);
    case "report": {
      await archiveAgain(deps);
      const { customers, drifted, unknownSubscriptionIds } = check;
      const event = systemEvent(deps, NAME, "BillingChecked", {
        customers,
        drifted,
        unknownSubscriptionIds: [...unknownSubscriptionIds],
      });
      await finishDriftCheck(deps.db, check, event);
      return { ...check, finishedAt: event.occurredAt };
    }
  }
}

async function compareCustomers(deps: CheckDriftDeps, check: DriftCheck): Promise<DriftCheck> {
  const page = await listSavedCustomers(deps.db, { after: check.after, limit: STEP_CUSTOMERS });
  const drifts: EventOf<"BillingDriftFound">[] = [];
  const outage = createOutageWatch();
  for (let start = 0; start < page.length; start += CONCURRENCY) {
    await Promise.all(
      page.slice(start, start + CONCURRENCY).map(async (customer) => {
        const found = await compare(deps, outage, customer);
        if (found.length > 0) drifts.push(driftOf(deps, customer.id, found));
      }),
    );
  }
  const last = page.length < STEP_CUSTOMERS ? undefined : page.at(-1);
  return requireClaimed(
    await saveDriftStep(deps.db, check, {
      part: last === undefined ? "subscriptions" : "customers",
      after: last?.id ?? "",
      busyUntil: endOfStep(deps.now()),
      customers: page.length,
      drifts,
      unknownSubscriptionIds: [],
    }),
  );
}

async function compareSubscriptions(deps: CheckDriftDeps, check: DriftCheck): Promise<DriftCheck> {
  // Without a status, Stripe lists all but the cancelled ones.
  const page = { limit: PAGE_MAX, ...(check.after !== "" && { starting_after: check.after }) };
  const { data, has_more: hasMore } = await withBackoff(deps, () =>
    deps.stripe.subscriptions.list(page),
  );
  const unsaved = await listUnsavedSubscriptions(
    deps.db,
    data.map(({ id, customer }) => ({ subscriptionId: id, customerId: idOf(customer) })),
  );
  const last = hasMore ? data.at(-1) : undefined;
  const unknownSubscriptionIds = unsaved.flatMap(({ subscriptionId, customerId }) =>
    customerId === null ? [subscriptionId] : [],
  );
  const saved = requireClaimed(
    await saveDriftStep(deps.db, check, {
      part: last === undefined ? "report" : "subscriptions",
      after: last?.id ?? "",
      busyUntil: endOfStep(deps.now()),
      customers: 0,
      drifts: unsaved.flatMap(({ customerId }) =>
        customerId === null ? [] : [driftOf(deps, customerId, ["subscriptions.id"])],
      ),
      unknownSubscriptionIds,
    }),
  );
  for (const id of unknownSubscriptionIds) deps.onUnknown(id);
  return saved;
}

function driftOf(
  deps: CheckDriftDeps,
  customerId: string,
  drifts: Drift[],
): EventOf<"BillingDriftFound"> {
  return systemEvent(deps, NAME, "BillingDriftFound", { customerId, drifts });
}

/** @throws when Stripe or our database is away */
async function compare(
  deps: CheckDriftDeps,
  outage: ReturnType<typeof createOutageWatch>,
  customer: SavedCustomer,
): Promise<Drift[]> {
  try {
    const snapshot = await withBackoff(deps, () =>
      readCustomerState(deps.stripe, customer.id, customer.subscriptions),
    );
    const drifts = await findDrifts(deps.db, customer, snapshot, deps.now());
    outage.onSuccess();
    return drifts;
  } catch (error) {
    outage.onFailure(error);
    return [isResourceMissing(error) ? "customers.id" : "unreadable"];
  }
}

/** stripe-node does not retry a rate limit. */
async function withBackoff<T>(
  { wait }: Pick<CheckDriftDeps, "wait">,
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeRateLimitError) || attempt === ATTEMPTS_MAX) {
        throw error;
      }
      await wait(pauseMs(error, attempt));
    }
  }
}

function pauseMs({ code, headers }: Stripe.errors.StripeRateLimitError, attempt: number): number {
  const retryAfter = headers?.["retry-after"];
  if (retryAfter !== undefined) return retryAfterMs(retryAfter);
  // A lock on one object is short, whatever the account's rate limit.
  return code === "lock_timeout"
    ? retryDelayMs(1, Math.random())
    : Math.min(PAUSE_MAX_MS, retryDelayMs(attempt, Math.random()));
}
