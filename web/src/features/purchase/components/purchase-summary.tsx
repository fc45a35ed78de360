import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { monthlyPrices } from "#contracts/billing/discounts.ts";
import { priceSumPence } from "#contracts/billing/plan-change.ts";
import { planOf } from "#contracts/billing/plans.ts";
import { formatGbp } from "#contracts/money.ts";
import { VAT_NOTE } from "../../../content/promises.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import { SubscriptionSummary } from "../../dashboard-cards/subscription-summary.tsx";
import { priceNames } from "../../plan-change/price-names.ts";
import type { FoundPurchase, PurchaseSums } from "../poll-purchase.ts";

export function PurchaseSummary({ purchase }: { purchase: FoundPurchase }) {
  const { subscription, sums, changed } = purchase;
  const end = subscription.current_period_end;
  const isActive = subscription.subscription_status === "active";
  return (
    <SubscriptionSummary
      badge={
        isActive ? { tone: "good", label: "Active" } : { tone: "waiting", label: "Processing" }
      }
      details={[
        { term: "Plan", detail: planOf(subscription.price_id)?.name ?? "Your plan" },
        ...(sums === null ? [] : sumRows(sums, end)),
        {
          term: "Next billing date",
          detail: end === null ? "Processing..." : formatDay(isoOf(end)),
        },
        ...(changed === null ? [] : scheduledRows(changed.details)),
      ]}
    />
  );
}

/** Add-ons, what was paid and what a month costs, in the order in which it is paid. */
function sumRows(sums: PurchaseSums, nextPayment: number | null) {
  const { addonPriceIds, paidPence, monthlyPence: pence, discounts } = sums;
  const prices = monthlyPrices(
    pence,
    discounts.map(({ percent_off: percentOff, ends_at: endsAt }) => ({ percentOff, endsAt })),
    nextPayment,
  );
  return [
    ...(addonPriceIds.length === 0 ? [] : [{ term: "Add-ons", detail: priceNames(addonPriceIds) }]),
    ...(paidPence === null
      ? []
      : [{ term: "Paid", detail: `${formatGbp(paidPence)}, ${VAT_NOTE}` }]),
    {
      term: "Per month",
      detail: `${prices === null ? `${formatGbp(pence)} before your discount` : formatGbp(prices.pence)}, ${VAT_NOTE}`,
    },
    ...(prices?.later ?? []).map((price) => fromRow(price.from, price.pence)),
  ];
}

function scheduledRows({ scheduled }: SubscriptionDetails) {
  if (scheduled === null) return [];
  const { at, price_ids: priceIds } = scheduled;
  return [fromRow(at, priceSumPence(priceIds), `${priceNames(priceIds)}, `)];
}

function fromRow(from: number, pence: number, names = "") {
  return { term: `From ${formatDay(isoOf(from))}`, detail: `${names}${formatGbp(pence)} a month` };
}
