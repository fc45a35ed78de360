import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import { SubscriptionSummary } from "../../dashboard-cards/subscription-summary.tsx";
import type { FoundPurchase, PurchaseSums } from "../poll-purchase.ts";

export function PurchaseSummary({
  subscription,
  sums,
  changed,
}: Pick<FoundPurchase, "sums" | "changed"> & {
  subscription: Pick<
    FoundPurchase["subscription"],
    "subscription_status" | "plan_name" | "current_period_end"
  >;
}) {
  const end = subscription.current_period_end;
  const isActive = subscription.subscription_status === "active";
  return (
    <SubscriptionSummary
      badge={
        isActive ? { tone: "good", label: "Active" } : { tone: "waiting", label: "Processing" }
      }
      details={[
        { term: "Plan", detail: subscription.plan_name ?? "Your plan" },
        ...(sums === null ? [] : sumRows(sums, changed?.details.scheduled ?? null)),
        {
          term: "Next billing date",
          detail: end === null ? "Processing..." : formatDay(isoOf(end)),
        },
      ]}
    />
  );
}

function sumRows(
  { addonNames, paidPence, payments }: PurchaseSums,
  scheduled: SubscriptionDetails["scheduled"],
) {
  return [
    ...(addonNames === "" ? [] : [{ term: "Add-ons", detail: addonNames }]),
    ...(paidPence === null ? [] : [{ term: "Paid", detail: withVat(formatGbp(paidPence)) }]),
    ...payments.map(({ at, pence }, index) => {
      const isChanged = scheduled !== null && scheduled.at <= at;
      if (index === 0 && !isChanged) {
        return { term: "Per month", detail: withVat(formatGbp(pence)) };
      }
      const names = isChanged ? `${scheduled.names}, ` : "";
      return {
        term: `From ${formatDay(isoOf(at))}`,
        detail: `${names}${formatGbp(pence)} a month`,
      };
    }),
  ];
}
