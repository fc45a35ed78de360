import { type PlanChangePreview, PlanChangePreviewRequest } from "#contracts/api/plan-change.ts";
import { itemName, itemNames, toldItems, toldPriceId } from "#contracts/billing/item-names.ts";
import type { PricedItem } from "#contracts/billing/stripe-state.ts";
import {
  type BilledSubscription,
  type Payment,
  upcomingPayments,
} from "#contracts/billing/upcoming-payments.ts";
import type { EdgeDeps } from "../../deps.ts";
import { takeJson } from "../../http/json-body.ts";
import { toPayments } from "../wire.ts";
import { previewDueToday, previewNextPayment } from "./amounts.ts";
import { itemChanges, itemsAfter, priceIdsOf } from "./item-changes.ts";
import { requireChangeAllowed, requirePlanChange, type StripeSubscriptionRead } from "./read.ts";
import {
  PLAN_CHANGE_MAX_BYTES,
  attemptChange,
  getChangeableSubscription,
  secondsInPeriod,
  toSelection,
} from "./request.ts";

/** `POST /functions/v1/plan-change/preview` */
export const previewRoutes = (deps: EdgeDeps) =>
  takeJson(deps, PLAN_CHANGE_MAX_BYTES, PlanChangePreviewRequest, async (c, request) => {
    const { payments, subscription } = await getChangeableSubscription(c, deps);
    const selection = toSelection(request);
    const preview = await attemptChange(payments, subscription.id, async (current) => {
      requireChangeAllowed(subscription, current);
      const decision = requirePlanChange(current, selection);
      const changes = await itemChanges(payments, current, decision);
      const prorationDate = secondsInPeriod(current, deps.now());
      const { stripe } = payments;
      const due = await previewDueToday(stripe, current, { decision, changes, prorationDate });
      const upcoming = await previewNextPayment(stripe, current, { decision, changes, due });
      const { announced, discounts } = subscription;
      const balancePence = decision.when === "now" ? due.balancePence : subscription.balancePence;
      const [next, ...later] = paymentsAfter(current, itemsAfter(current, changes), {
        isNow: decision.when === "now",
        upcoming,
        balancePence,
        announced,
        discounts,
      });
      return {
        subscription_id: subscription.id,
        direction: decision.direction,
        when: decision.when,
        from: toldItems(current.snapshot.items).flatMap((item) => toldPriceId(item) ?? []),
        to: priceIdsOf(decision.target),
        due_today_pence: due.pence,
        proration_date: prorationDate,
        next_payment_pence: next?.pence ?? 0,
        next_payment_at: current.period.end,
        later_payments: toPayments(later),
        ...pricesAndNames([...current.snapshot.items, ...itemsAfter(current, changes)]),
        others: current.snapshot.items
          .filter(({ priceId }) => priceId === null)
          .map((item) => ({ name: itemName(item), pence: item.amountPence * item.quantity })),
        replaces:
          current.snapshot.scheduled === null
            ? null
            : itemNames(toldItems(current.snapshot.scheduled.items)),
      } satisfies PlanChangePreview;
    });
    return c.json<PlanChangePreview>(preview);
  });

/** The next payment has the new items in any case. */
function paymentsAfter(
  { snapshot }: StripeSubscriptionRead,
  items: readonly PricedItem[],
  {
    isNow,
    ...saved
  }: Pick<BilledSubscription, "upcoming" | "balancePence" | "announced" | "discounts"> & {
    isNow: boolean;
  },
): Payment[] {
  const { currentPeriodEnd: at } = snapshot;
  const scheduled = isNow || at === null ? null : { items, at };
  return upcomingPayments({ ...snapshot, ...saved, items, scheduled, endsAt: null });
}

function pricesAndNames(items: readonly PricedItem[]): Pick<PlanChangePreview, "prices" | "names"> {
  const byPriceId = <T>(read: (item: PricedItem) => T) =>
    Object.fromEntries(
      items.flatMap((item) => (item.priceId === null ? [] : [[item.priceId, read(item)] as const])),
    );
  return {
    prices: byPriceId(({ amountPence, quantity }) => amountPence * quantity),
    names: byPriceId(itemName),
  };
}
