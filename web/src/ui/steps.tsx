import type { Step } from "../content/step.ts";

export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="border-b border-rule">
      {steps.map(({ when, title, text }, index) => (
        <li
          key={title}
          className={`grid gap-x-8 gap-y-2 border-t border-rule py-6 ${when === undefined ? "grid-cols-[2rem_1fr]" : "sm:grid-cols-[minmax(11.5rem,2fr)_5fr]"}`}
        >
          <p className="tabular font-display text-2xl font-bold text-persimmon-text">
            {when ?? index + 1}
          </p>
          <div>
            <h3 className="text-xl">{title}</h3>
            <p className="measure mt-2 text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
