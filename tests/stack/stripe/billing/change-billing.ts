import { find, update } from "../find.ts";
import { apiError } from "../http/stripe-error.ts";
import { addIntervals, cycleAt, type Period } from "../money/periods.ts";
import { listOf, type SubscriptionItem } from "../wire.ts";
import { nowOf, type World } from "../world.ts";
import { collect, declineErrorOf } from "./collect.ts";
import type { Charge, Invoice } from "./compose-invoice.ts";
import { createInvoiceItem, pendingCharges } from "./invoice-items.ts";
import { draftInvoice, finalizeInvoice, setAside } from "./invoices.ts";
import {
  changeItems,
  chargesFor,
  type ItemChange,
  periodOfItem,
  prorationCharges,
} from "./items.ts";
import { type PaymentBehaviour, type ProrationBehaviour, undoing } from "./payment-behaviour.ts";
import { cadenceOf, isSameCadence } from "./prices.ts";
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
  const isCharged =
    subscription.pause_collection === null &&
    subscription.collection_method === "charge_automatically";
  if (isInvoicedNow && isCharged && change.payment === "pending_if_incomplete") {
    return promiseChange(world, subscription, outcome);
  }
  const updated = updateSubscription(world, subscription, applied, at);
  if (!isInvoicedNow) {
    for (const charge of charges) createInvoiceItem(world, updated, charge, at);
    return updated;
  }
  const open = bill(world, updated, outcome);
  if (!isCharged) return find(world, "subscription", subscription.id);
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
  const isNewPeriod = change.restartsCycle || isOtherCadence(before, changed);
  const items = changed.map((item) => {
    const { interval, count } = cadenceOf(item.price);
    const alike = before.find((one) => isSameCadence(one.price, item.price));
    const period = isNewPeriod
      ? { start: at, end: addIntervals(at, interval, count) }
      : alike === undefined
        ? cycleAt(subscription.billing_cycle_anchor, { interval, count }, moment)
        : periodOfItem(alike);
    return { ...item, current_period_start: period.start, current_period_end: period.end };
  });
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
          at: moment,
        });
  const charges = isNewPeriod ? [...prorations, ...chargesFor(items)] : prorations;
  return { items, charges, isNewPeriod, moment, at };
}

/** A subscription that moves to another interval as a whole begins anew; one that mixes intervals does not. */
function isOtherCadence(
  before: readonly SubscriptionItem[],
  after: readonly SubscriptionItem[],
): boolean {
  const [first] = before;
  const isOneCadence = (items: readonly SubscriptionItem[]) =>
    items.every(({ price }) => isSameCadence(price, items[0]?.price ?? price));
  return (
    first !== undefined &&
    isOneCadence(before) &&
    isOneCadence(after) &&
    after.every(({ price }) => !isSameCadence(price, first.price))
  );
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
    charges: [...pendingCharges(world, owner), ...outcome.charges],
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
