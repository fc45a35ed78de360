import type { ReactNode } from "react";
import type { SubscriptionDetails } from "#contracts/api/subscription-details.ts";
import { formatDay } from "../../lib/dates.ts";

type ReportCardProps = {
  /** The best one of the last report. */
  figure: SubscriptionDetails["report_figure"];
  daysLeft: number;
  /** ISO 8601 date or timestamp. */
  dueAt: string;
  action?: ReactNode;
};

export function ReportCard({ figure, daysLeft, dueAt, action }: ReportCardProps) {
  return (
    <section aria-labelledby="report" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="report" className="text-xl">
        Monthly Performance Report
      </h2>
      {figure !== null && (
        <p className="tabular mt-4">
          <span className="text-ink-soft">{figure.name}</span>
          <strong className="block font-display text-2xl">{figure.value}</strong>
        </p>
      )}
      <p className="tabular mt-3 text-ink-soft">
        {daysLeft} {daysLeft === 1 ? "day" : "days"} to the next one, on {formatDay(dueAt)}
      </p>
      {action}
    </section>
  );
}
