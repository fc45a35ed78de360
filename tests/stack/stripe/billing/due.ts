import { find, update } from "../find.ts";
import { DAY_SECONDS } from "../money/periods.ts";
import { clockOf, emit, now, type World } from "../world.ts";
import { endDebitOf } from "./checkout.ts";
import { collect } from "./collect.ts";
import type { Invoice } from "./compose-invoice.ts";
import { endCustomerDiscount, endDiscount } from "./discounts.ts";
import { endOnDate } from "./end-dates.ts";
import { finalizeInvoice } from "./invoices.ts";
import { previewRenewal } from "./preview.ts";
import { settleRefund } from "./refunds.ts";
import { renew } from "./renew.ts";
import { endPhase, phaseEnd } from "./schedules.ts";
import { dropPendingUpdate } from "./stripe-rules.ts";
import {
  expireIncomplete,
  incompleteUntil,
  periodOf,
  setStatus,
  type Subscription,
  updateSubscription,
} from "./subscription-status.ts";

interface Due {
  /** Unix seconds. */
  readonly at: number;
  readonly rank: number;
  run(): void;
}

const LIVE = new Set(["active", "trialing", "past_due", "unpaid"]);

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
  for (const debit of world.store.all("debit")) {
    const { customer } = find(world, "payment_intent", debit.id);
    if (clockOf(world, customer) === clock) {
      yield { at: debit.at, rank: 1, run: () => endDebitOf(world, debit) };
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
      run: () => endOnDate(world, subscription, cancelAt),
    };
  }
  if (pending !== null) {
    const at = pending.expires_at;
    yield { at, rank: 1, run: () => dropPendingUpdate(world, subscription, at) };
  }
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  if (resumesAt !== null) {
    yield {
      at: resumesAt,
      rank: 0,
      run: () => updateSubscription(world, subscription, { pause_collection: null }, resumesAt),
    };
  }
  for (const id of subscription.discounts) {
    const at = world.store.get("discount", id)?.end ?? null;
    if (at !== null) yield { at, rank: 3, run: () => lapse(world, subscription, id, at) };
  }
  const { customer } = subscription;
  const lapses = find(world, "customer", customer).discount?.end ?? null;
  if (lapses !== null) {
    yield { at: lapses, rank: 3, run: () => endCustomerDiscount(world, customer, lapses) };
  }
  const schedule = world.store.get("subscription_schedule", subscription.schedule ?? "");
  const endOfPhase = schedule === undefined ? null : phaseEnd(schedule);
  if (schedule !== undefined && endOfPhase !== null) {
    yield { at: endOfPhase, rank: 4, run: () => endPhase(world, schedule, endOfPhase) };
  }
  const newest = world.store.get("invoice", subscription.latest_invoice ?? "");
  const dueAt = newest?.status === "open" ? newest.due_date : null;
  if (newest !== undefined && dueAt !== null && subscription.status === "active") {
    yield {
      at: dueAt,
      rank: 6,
      run: () => {
        emit(world, "invoice.overdue", newest, dueAt);
        setStatus(world, subscription, "past_due", dueAt);
      },
    };
  }
  const isToRenew = cancelAt === null || cancelAt > end;
  if (!isToRenew) return;
  if (world.store.get("notice", subscription.id)?.periodEnd !== end) {
    const at = end - world.settings.upcomingDays * DAY_SECONDS;
    yield { at, rank: 0, run: () => announce(world, subscription, end, at) };
  }
  yield { at: end, rank: 5, run: () => renew(world, subscription, end) };
}

function* duesOfInvoice(world: World, invoice: Invoice): Generator<Due> {
  const { automatically_finalizes_at: finalizeAt, next_payment_attempt: attemptAt } = invoice;
  if (invoice.status === "draft" && finalizeAt != null) {
    yield {
      at: finalizeAt,
      rank: 6,
      run: () => finalizeOrHold(world, invoice, finalizeAt),
    };
  }
  if (invoice.status === "open" && attemptAt !== null) {
    yield {
      at: attemptAt,
      rank: 6,
      run: () => collect(world, invoice, { at: attemptAt, by: "clock" }),
    };
  }
}

// https://docs.stripe.com/billing/subscriptions/webhooks
const SECONDS_HELD_AT_MOST = 72 * 3_600;
const SECONDS_UNTIL_NEXT_LOOK = 3_600;

/** While an endpoint refuses the invoice's `invoice.created`, it stays a draft. */
function finalizeOrHold(world: World, draft: Invoice, at: number): void {
  const isHeldOut = at >= draft.created + SECONDS_HELD_AT_MOST;
  if (!isHeldOut && isCreationRefused(world, draft.id)) {
    const next = at + SECONDS_UNTIL_NEXT_LOOK;
    update(world, "invoice", draft, {
      automatically_finalizes_at: next,
      ...(draft.next_payment_attempt === null ? {} : { next_payment_attempt: next }),
    });
    return;
  }
  const open = finalizeInvoice(world, draft, at);
  if (open.collection_method === "send_invoice" && open.amount_due > 0) {
    emit(world, "invoice.sent", open, at);
    return;
  }
  collect(world, open, { at, by: "clock" });
}

function isCreationRefused(world: World, invoice: string): boolean {
  return [...world.store.all("delivery"), ...world.store.all("carried")].some(
    ({ event: id, attempts, state }) => {
      const isRefused = state === "given_up" || (state === "waiting" && attempts > 0);
      const event = isRefused ? world.store.get("event", id) : undefined;
      return event?.type === "invoice.created" && idOf(event.data.object) === invoice;
    },
  );
}

const idOf = (object: { id?: string }): string | undefined => object.id;

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
  if (subscription.pause_collection !== null) return;
  const invoice = previewRenewal(world, find(world, "subscription", subscription.id));
  // An upcoming invoice has no id yet.
  emit(world, "invoice.upcoming", { ...invoice, id: undefined }, at);
}
