import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { formatGbp } from "#contracts/money.ts";
import { withVat } from "../../../content/promises.ts";
import { formatDay, isoOf } from "../../../lib/dates.ts";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import type { FoundPurchase, PurchaseSums } from "../poll-purchase.ts";

type PurchaseSummaryProps = Pick<FoundPurchase, "sums" | "changed"> & {
  subscription: Pick<
    FoundPurchase["subscription"],
    "subscription_status" | "plan_name" | "current_period_end"
  >;
};

export function PurchaseSummary({ subscription, sums, changed }: PurchaseSummaryProps) {
  const end = subscription.current_period_end;
  const isActive = subscription.subscription_status === "active";
  const rows = [
    { term: "Plan", detail: subscription.plan_name ?? "Your plan" },
    ...(sums === null ? [] : sumRows(sums, changed?.details.scheduled ?? null)),
    { term: "Next billing date", detail: end === null ? "Processing..." : formatDay(isoOf(end)) },
  ];
  return (
    <section
      aria-labelledby="subscription"
      data-tone="tide"
      className="bg-tide p-6 text-on-tide sm:p-10 lg:col-span-7"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="subscription" className="text-xl sm:text-2xl">
          Your subscription
        </h2>
        <StatusBadge tone={isActive ? "good" : "waiting"}>
          {isActive ? "Active" : "Processing"}
        </StatusBadge>
      </div>
      <dl className="tabular mt-6 border-b border-tide-rule">
        {rows.map(({ term, detail }) => (
          <div
            key={term}
            className="flex flex-wrap justify-between gap-x-8 gap-y-1 border-t border-tide-rule py-4"
          >
            <dt className="text-on-tide-soft">{term}</dt>
            <dd className="font-semibold">{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
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
