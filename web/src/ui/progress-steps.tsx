import { Tick } from "./icons.tsx";

/** @param current index; the steps before it are done */
export function ProgressSteps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <div className="no-print border-b border-rule bg-paper-deep text-sm">
      <ol
        aria-label="Steps"
        className="page-width flex min-h-11 flex-wrap items-center gap-x-6 sm:gap-x-10"
      >
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === current ? "step" : undefined}
            className={`flex items-center gap-2 ${index === current ? "font-semibold" : "text-ink-soft"}`}
          >
            {index < current ? (
              <>
                <Tick className="size-4 text-persimmon-text" />
                <span className="sr-only">Done: </span>
              </>
            ) : (
              <span className="tabular">{index + 1}</span>
            )}
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
