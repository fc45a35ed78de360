import type { PlanChangePreview } from "#contracts/api/plan-change.ts";
import { formatGbp } from "#contracts/money.ts";
import { formatLongDay, isoOf } from "../../../lib/dates.ts";

const LATER = "You keep everything you have until then, and can cancel this on your dashboard.";

const HINTS: Readonly<Record<PlanChangePreview["direction"], string>> = {
  upgrade: "Today’s charge covers the rest of this month, less what you’ve already paid.",
  add: "Today’s charge covers the rest of this month.",
  downgrade: LATER,
  remove: LATER,
};

export function PlanChangePrice({ preview }: { preview: PlanChangePreview }) {
  const { direction, due_today_pence: today, next_payment_pence: next } = preview;
  const nextDay = formatLongDay(isoOf(preview.next_payment_at));
  return (
    <>
      <dl className="account-list mt-5 mb-0 tabular *:items-baseline [&_dd]:font-semibold [&_dt]:text-ink-soft">
        <div>
          <dt>Due today</dt>
          <dd>
            <strong className="font-display text-2xl">{formatGbp(today)}</strong>
          </dd>
        </div>
        <div>
          <dt>Next payment</dt>
          <dd>{`${formatGbp(next)} on ${nextDay}`}</dd>
        </div>
      </dl>
      <p className="mt-4 mb-6 text-(length:--text-sm) text-ink-soft">{HINTS[direction]}</p>
    </>
  );
}
