import type { ReactNode } from "react";
import { formatDay } from "../../lib/dates.ts";

export function ReportCard({
  figure,
  daysLeft,
  dueAt,
  action,
}: {
  /** The best one of the last report, as `Views: 12,400, up 25%`. */
  figure: string | null;
  daysLeft: number;
  /** ISO 8601 date or timestamp. */
  dueAt: string;
  action?: ReactNode;
}) {
  const [label, value] = figure?.split(": ") ?? [];
  return (
    <section aria-labelledby="report" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="report" className="text-xl">
        Monthly Performance Report
      </h2>
      {value !== undefined && (
        <p className="tabular mt-4">
          <span className="text-ink-soft">{label}</span>
          <strong className="block font-display text-2xl">{value}</strong>
        </p>
      )}
      <p className="tabular mt-3 text-ink-soft">
        {daysLeft} {daysLeft === 1 ? "day" : "days"} to the next one, on {formatDay(dueAt)}
      </p>
      {action}
    </section>
  );
}
