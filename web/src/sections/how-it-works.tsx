import { inText, TERMS } from "#contracts/terms.ts";
import type { Step } from "../content/step.ts";
import { anchors, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";

/** One line of tide with a mark for each step. */
export function HowItWorks() {
  return (
    <section
      id={anchors.howItWorks}
      aria-labelledby="how-it-works-title"
      className="page-width section-space"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-10 gap-y-2">
        <h2 id="how-it-works-title" className="text-2xl">
          How it works
        </h2>
        <ButtonLink href={paths.scheduleDemo} variant="quiet" arrow>
          Book a free call
        </ButtonLink>
      </div>
      <svg
        viewBox="0 0 1440 40"
        preserveAspectRatio="none"
        className="mt-8 hidden h-10 w-full md:block"
        aria-hidden="true"
      >
        <path
          d="M0 20q60-28 120 0t120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0 120 0"
          className="fill-none stroke-persimmon stroke-2 [vector-effect:non-scaling-stroke]"
        />
      </svg>
      <ol className="grid gap-x-10 max-md:mt-8 md:grid-cols-3">
        {HOW_IT_WORKS.map((step) => (
          <li
            key={step.title}
            className="relative pb-6 pl-6 max-md:border-l-2 max-md:border-persimmon md:pl-0"
          >
            <span
              aria-hidden="true"
              className="absolute top-2 -left-2 size-4 rounded-full bg-persimmon md:-top-7 md:left-0"
            />
            <p className="tabular font-display text-2xl font-bold text-persimmon-text">
              {step.when}
            </p>
            <h3 className="mt-1 text-xl">{step.title}</h3>
            <p className="mt-2 text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const HOW_IT_WORKS: readonly Step[] = [
  {
    when: inText(TERMS.reply),
    title: "You choose a plan, we get in touch",
    text: "Your account manager learns your business, your customers and your voice, and draws up the first month.",
  },
  {
    when: inText(TERMS.firstContent),
    title: "We make it, you approve it",
    text: "Your first posts and reels arrive for review. Change a word, a picture or the lot: nothing goes live without your yes.",
  },
  {
    when: inText(TERMS.live),
    title: "It’s live, and you see how it did",
    text: `We publish on time. Every ${inText(TERMS.report)} a report shows what worked and what comes next.`,
  },
];
