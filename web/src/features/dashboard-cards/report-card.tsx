import type { ReactNode } from "react";
import { TERMS } from "#contracts/terms.ts";
import { formatDay } from "../../lib/dates.ts";

/** @param dueAt ISO 8601 date or timestamp */
export function ReportCard({
  daysLeft,
  daysPassed,
  dueAt,
  action,
}: {
  daysLeft: number;
  daysPassed: number;
  dueAt: string;
  action?: ReactNode;
}) {
  return (
    <section aria-labelledby="report" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="report" className="text-xl">
        Monthly Performance Report
      </h2>
      <p className="mt-5 flex items-baseline gap-3">
        <span className="font-display text-4xl font-bold">{daysLeft}</span>
        <span className="text-ink-soft">
          {daysLeft === 1 ? "day" : "days"} to the next one, on {formatDay(dueAt)}
        </span>
      </p>
      <ol aria-hidden="true" className="mt-4 flex gap-0.5">
        {Array.from({ length: TERMS.report.days }, (_, day) => (
          <li key={day} className={`h-5 flex-1 ${day < daysPassed ? "bg-persimmon" : "bg-rule"}`} />
        ))}
      </ol>
      {action}
    </section>
  );
}
