import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Badge } from "./subscription-card.tsx";

export function SubscriptionSummary({
  badge,
  details,
}: {
  badge: Badge;
  details: readonly { readonly term: string; readonly detail: string }[];
}) {
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
        <StatusBadge tone={badge.tone}>{badge.label}</StatusBadge>
      </div>
      <dl className="tabular mt-6 border-b border-tide-rule">
        {details.map(({ term, detail }) => (
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
