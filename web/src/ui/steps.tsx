import type { Step } from "../content/step.ts";

export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="border-b border-rule">
      {steps.map((step) => (
        <li
          key={step.title}
          className={`grid gap-x-8 gap-y-2 border-t border-rule py-6 ${step.when.length > 1 ? "sm:grid-cols-[minmax(11.5rem,2fr)_5fr]" : "grid-cols-[2rem_1fr]"}`}
        >
          <p className="tabular font-display text-2xl font-bold text-persimmon-text">{step.when}</p>
          <div>
            <h3 className="text-xl">{step.title}</h3>
            <p className="measure mt-2 text-ink-soft">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
