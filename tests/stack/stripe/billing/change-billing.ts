import { find, update } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import { addIntervals, type Period } from "../money/periods.ts";
import { listOf, type SubscriptionItem } from "../wire.ts";
import { nowOf, type World } from "../world.ts";
import { collect, declineErrorOf } from "./collect.ts";
import type { Charge, Invoice } from "./compose-invoice.ts";
import { holdCharge, pendingCharges } from "./held-charges.ts";
import { draftInvoice, finalizeInvoice, setAside } from "./invoices.ts";
import {
  cadenceOfAll,
  changeItems,
  chargesFor,
  type ItemChange,
  prorationCharges,
} from "./items.ts";
import { type PaymentBehaviour, type ProrationBehaviour, undoing } from "./payment-behaviour.ts";
import { dropPendingUpdate } from "./stripe-rules.ts";
import {
  INCOMPLETE_SECONDS,
  periodOf,
  type Subscription,
  updateSubscription,
} from "./subscription-status.ts";

export interface BillingChange {
  readonly items: readonly ItemChange[];
  readonly proration: ProrationBehaviour;
  readonly prorationDate: number | null;
  readonly payment: PaymentBehaviour;
  readonly restartsCycle: boolean;
  /** Ids of prices that a change may name although they are archived. */
  readonly keptPrices?: readonly string[];
}

interface Outcome {
  readonly items: SubscriptionItem[];
  readonly charges: readonly Charge[];
  readonly isNewPeriod: boolean;
  readonly moment: number;
  readonly at: number;
}

export function changeBilling(
  world: World,
  subscription: Subscription,
  change: BillingChange,
): Subscription {
  const outcome = outcomeOf(world, subscription, change);
  const { items, charges, isNewPeriod, at } = outcome;
  const applied: Partial<Subscription> = {
    items: listOf(subscription.items.url, items),
    ...(isNewPeriod ? { billing_cycle_anchor: at } : {}),
  };
  const isInvoicedNow =
    charges.length > 0 && (isNewPeriod || change.proration === "always_invoice");
  const isPaused = subscription.pause_collection !== null;
  if (isInvoicedNow && !isPaused && change.payment === "pending_if_incomplete") {
    return promiseChange(world, subscription, outcome);
  }
  const updated = updateSubscription(world, subscription, applied, at);
  if (!isInvoicedNow) {
    for (const charge of charges) holdCharge(world, updated, charge, at);
    return updated;
  }
  const open = bill(world, updated, outcome);
  if (isPaused) return find(world, "subscription", subscription.id);
  if (change.payment !== "default_incomplete" || open.amount_due === 0) {
    const collected = collect(world, open, { at, by: "clock" });
    const isTaken = collected.kind === "paid" || collected.kind === "processing";
    if (!isTaken && change.payment === "error_if_incomplete") {
      throw undoing(declineErrorOf(collected, "subscription"));
    }
  }
  return find(world, "subscription", subscription.id);
}

function outcomeOf(world: World, subscription: Subscription, change: BillingChange): Outcome {
  const at = nowOf(world, subscription.customer);
  const running = periodOf(subscription);
  const moment = momentOf(change, running, at);
  const before = subscription.items.data;
  const changed = changeItems(
    world,
    subscription,
    change.items,
    running,
    at,
    change.keptPrices ?? [],
  );
  const cadence = cadenceOfAll(changed);
  const old = cadenceOfAll(before);
  const isNewPeriod =
    change.restartsCycle || cadence.interval !== old.interval || cadence.count !== old.count;
  const period: Period = isNewPeriod
    ? { start: at, end: addIntervals(at, cadence.interval, cadence.count) }
    : running;
  const items = changed.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }));
  const prorations =
    change.proration === "none"
      ? []
      : prorationCharges(world, {
          customer: subscription.customer,
          before,
          // A new period is charged in full, and the unused rest of the old one is credited.
          after: isNewPeriod ? [] : items,
          discountsBefore: subscription.discounts,
          discountsAfter: subscription.discounts,
          period: running,
          at: moment,
        });
  const charges = isNewPeriod ? [...prorations, ...chargesFor(items, period)] : prorations;
  return { items, charges, isNewPeriod, moment, at };
}

function momentOf(change: BillingChange, running: Period, at: number): number {
  const { prorationDate } = change;
  // A due renewal may not have run yet.
  if (prorationDate === null) return Math.min(Math.max(at, running.start), running.end);
  if (prorationDate >= running.start && prorationDate <= running.end) return prorationDate;
  throw apiError("Invalid proration_date: it must be within the current billing period.", {
    param: "proration_date",
  });
}

function bill(world: World, owner: Subscription, outcome: Outcome): Invoice {
  const { at } = outcome;
  const draft = draftInvoice(world, {
    customer: owner.customer,
    subscription: owner,
    reason: "subscription_update",
    charges: [...pendingCharges(world, owner.customer, owner.id), ...outcome.charges],
    discounts: owner.discounts,
    period: { start: at, end: at },
    at,
    advances: false,
    prorationDate: outcome.moment,
  });
  update(world, "subscription", find(world, "subscription", owner.id), {
    latest_invoice: draft.id,
  });
  return setAside(world, owner, draft, at) ?? finalizeInvoice(world, draft, at);
}

/** Applies a change if its payment succeeds immediately; otherwise it becomes a pending update. */
function promiseChange(world: World, subscription: Subscription, outcome: Outcome): Subscription {
  const { items, at } = outcome;
  const open = bill(world, dropPendingUpdate(world, subscription, at), outcome);
  world.store.put("promise", { id: subscription.id, invoice: open.id });
  updateSubscription(
    world,
    find(world, "subscription", subscription.id),
    {
      pending_update: {
        billing_cycle_anchor: null,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: Math.min(at + INCOMPLETE_SECONDS, periodOf(subscription).end),
        metadata: null,
        subscription_items: items,
        trial_end: null,
        trial_from_plan: null,
      },
    },
    at,
  );
  collect(world, open, { at, by: "person" });
  return find(world, "subscription", subscription.id);
}
