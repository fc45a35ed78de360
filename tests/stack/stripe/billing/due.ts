import { DAY_SECONDS } from "../money/periods.ts";
import { find, update } from "../find.ts";
import { settleRefund } from "./refunds.ts";
import { clockOf, emit, now, type World } from "../world.ts";
import { collect } from "./collect.ts";
import { openDispute } from "./disputes.ts";
import { endDiscount } from "./discounts.ts";
import type { Invoice } from "./compose-invoice.ts";
import { finalizeInvoice } from "./invoices.ts";
import { previewRenewal } from "./preview.ts";
import { dropPendingUpdate } from "./stripe-rules.ts";
import { endPhase, phaseEnd } from "./schedules.ts";
import {
  endSubscription,
  expireIncomplete,
  incompleteUntil,
  periodOf,
  type Subscription,
  updateSubscription,
} from "./subscription-status.ts";
import { renew } from "./renew.ts";

interface Due {
  /** Unix seconds. */
  readonly at: number;
  readonly rank: number;
  run(): void;
}

const NOTICE_SECONDS = 3 * DAY_SECONDS;
const LIVE = new Set(["active", "past_due", "unpaid"]);

/**
 * Runs everything due up to a time, in order.
 *
 * @param clock null for customers without a test clock
 * @param until unix seconds
 * @returns how many things ran
 */
export function advanceTime(world: World, clock: string | null, until: number): number {
  for (let done = 0; ; done += 1) {
    const next = earliest(duesOf(world, clock), until);
    if (next === null) {
      setClock(world, clock, until);
      return done;
    }
    setClock(world, clock, next.at);
    next.run();
  }
}

export function isAnythingDue(world: World): boolean {
  return earliest(duesOf(world, null), now(world, null)) !== null;
}

function earliest(dues: Iterable<Due>, until: number): Due | null {
  let first: Due | null = null;
  for (const due of dues) {
    if (due.at > until) continue;
    if (first === null || due.at < first.at || (due.at === first.at && due.rank < first.rank)) {
      first = due;
    }
  }
  return first;
}

function setClock(world: World, clock: string | null, at: number): void {
  const held = world.store.get("test_helpers.test_clock", clock ?? "");
  if (held !== undefined && held.frozen_time < at) {
    update(world, "test_helpers.test_clock", held, { frozen_time: at });
  }
}

function* duesOf(world: World, clock: string | null): Generator<Due> {
  for (const subscription of world.store.all("subscription")) {
    if (subscription.test_clock === clock) yield* duesOfSubscription(world, subscription);
  }
  for (const invoice of world.store.all("invoice")) {
    if (invoice.auto_advance === true && invoice.test_clock === clock) {
      yield* duesOfInvoice(world, invoice);
    }
  }
  yield* duesOfCharges(world, clock);
}

function* duesOfCharges(world: World, clock: string | null): Generator<Due> {
  for (const settlement of world.store.all("settlement")) {
    const refund = world.store.get("refund", settlement.id);
    if (refund !== undefined && clockOf(world, refund.customer) === clock) {
      yield { at: settlement.at, rank: 1, run: () => settleRefund(world, settlement) };
    }
  }
  for (const { id, at } of world.store.all("complaint")) {
    const charge = world.store.get("charge", id);
    if (charge !== undefined && clockOf(world, charge.customer) === clock) {
      yield { at, rank: 1, run: () => openDispute(world, charge, at) };
    }
  }
}

function* duesOfSubscription(world: World, subscription: Subscription): Generator<Due> {
  if (subscription.status === "incomplete") {
    const at = incompleteUntil(subscription);
    yield { at, rank: 2, run: () => expireIncomplete(world, subscription, at) };
  }
  if (!LIVE.has(subscription.status)) return;
  const { end } = periodOf(subscription);
  const { cancel_at: cancelAt, pending_update: pending } = subscription;
  if (cancelAt !== null) {
    yield {
      at: cancelAt,
      rank: 2,
      run: () =>
        endSubscription(world, subscription, { at: cancelAt, reason: "cancellation_requested" }),
    };
  }
  if (pending !== null) {
    const at = pending.expires_at;
    yield { at, rank: 1, run: () => dropPendingUpdate(world, subscription, at) };
  }
  for (const id of subscription.discounts) {
    const at = world.store.get("discount", id)?.end ?? null;
    if (at !== null) yield { at, rank: 3, run: () => lapse(world, subscription, id, at) };
  }
  const schedule = world.store.get("subscription_schedule", subscription.schedule ?? "");
  const endOfPhase = schedule === undefined ? null : phaseEnd(schedule);
  if (schedule !== undefined && endOfPhase !== null) {
    yield { at: endOfPhase, rank: 4, run: () => endPhase(world, schedule, endOfPhase) };
  }
  const isToRenew = cancelAt === null || cancelAt > end;
  if (!isToRenew) return;
  if (world.store.get("notice", subscription.id)?.periodEnd !== end) {
    const at = end - NOTICE_SECONDS;
    yield { at, rank: 0, run: () => announce(world, subscription, end, at) };
  }
  yield { at: end, rank: 5, run: () => renew(world, subscription, end) };
}

function* duesOfInvoice(world: World, invoice: Invoice): Generator<Due> {
  const { automatically_finalizes_at: finalizes, next_payment_attempt: attempts } = invoice;
  if (invoice.status === "draft" && finalizes != null) {
    yield {
      at: finalizes,
      rank: 6,
      run: () =>
        collect(world, finalizeInvoice(world, invoice, finalizes), {
          at: finalizes,
          by: "clock",
        }),
    };
  }
  if (invoice.status === "open" && attempts !== null) {
    yield {
      at: attempts,
      rank: 6,
      run: () => collect(world, invoice, { at: attempts, by: "clock" }),
    };
  }
}

function lapse(world: World, subscription: Subscription, discount: string, at: number): void {
  endDiscount(world, discount, at);
  updateSubscription(
    world,
    subscription,
    { discounts: subscription.discounts.filter((id) => id !== discount) },
    at,
  );
}

function announce(world: World, subscription: Subscription, end: number, at: number): void {
  world.store.put("notice", { id: subscription.id, periodEnd: end });
  const invoice = previewRenewal(world, find(world, "subscription", subscription.id));
  // An upcoming invoice has no id yet.
  emit(world, "invoice.upcoming", { ...invoice, id: undefined }, at);
}
