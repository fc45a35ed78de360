import { DEMO_ACTIONS, DEMO_REPORT } from "../../content/demo-account.ts";
import { AFTER_PAYMENT } from "../../content/promises.ts";
import { DemoButton } from "../../features/demo/demo-button.tsx";
import { formatDay } from "../../lib/dates.ts";

export function DemoReport() {
  return (
    <section aria-labelledby="report" className="flex flex-col border-t-2 border-ink pt-5">
      <h2 id="report" className="text-xl">
        Monthly Performance Report
      </h2>
      <p className="mt-5 flex items-baseline gap-3">
        <span className="font-display text-4xl font-bold">{DEMO_REPORT.daysLeft}</span>
        <span className="text-ink-soft">
          days to the next one, on {formatDay(DEMO_REPORT.dueOn)}
        </span>
      </p>
      <ol aria-hidden="true" className="mt-4 mb-6 flex gap-0.5">
        {Array.from({ length: AFTER_PAYMENT.reportEveryDays }, (_, day) => (
          <li
            key={day}
            className={`h-5 flex-1 ${day < DEMO_REPORT.daysPassed ? "bg-persimmon" : "bg-rule"}`}
          />
        ))}
      </ol>
      <DemoButton action={DEMO_ACTIONS.report} className="mt-auto self-start" />
    </section>
  );
}
