import { HOW_IT_WORKS } from "../content/how-it-works.ts";
import { anchors, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { WideSection } from "./wide-section.tsx";

export function HowItWorks() {
  return (
    <WideSection
      id={anchors.howItWorks}
      tone="deep"
      title="How it works"
      lead="From payment to published in a week. You set the course; we do the rowing."
      action={
        <ButtonLink href={paths.scheduleDemo} variant="quiet" arrow>
          Book a free call
        </ButtonLink>
      }
    >
      <ol className="grid gap-x-10 gap-y-5 md:grid-cols-3">
        {HOW_IT_WORKS.map((step) => (
          <li key={step.title} className="border-t-2 border-persimmon pt-4">
            <p className="tabular font-display text-2xl font-bold text-persimmon-text">
              {step.when}
            </p>
            <h3 className="mt-1 text-xl">{step.title}</h3>
            <p className="mt-2 text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </WideSection>
  );
}
