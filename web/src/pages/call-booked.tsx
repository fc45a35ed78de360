import { CHEAPEST_PLAN } from "#contracts/billing/plans.ts";
import { formatPrice } from "#contracts/money.ts";
import { inText, TERMS } from "#contracts/terms.ts";
import { BOOKING } from "../content/booking.ts";
import type { Step } from "../content/step.ts";
import type { Page } from "../page.ts";
import { homeSection, paths } from "../paths.ts";
import { WhatNext } from "../sections/what-next.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { NextLinks } from "../ui/next-links.tsx";

export const page: Page = {
  title: "Your call is booked",
  description: "Your call has been successfully booked. This is what to expect.",
  noindex: true,
  Body: () => (
    <WhatNext
      title="We’re Excited to Work Together!"
      lead="Your call has been successfully booked. Speak soon!"
      picture="coffee-counter"
      heading="What to Expect"
      steps={TO_EXPECT}
      meanwhile="Before we talk"
    >
      <p className="text-ink-soft">
        {`${BOOKING.provider} has emailed you the time, with links to move or cancel it. Until then:`}
      </p>
      <NextLinks ways={SUGGESTED_LINKS} className="w-full" />
      <ButtonLink href={paths.home} variant="secondary">
        Return to Home
      </ButtonLink>
    </WhatNext>
  ),
};

const TO_EXPECT: readonly Step[] = [
  {
    title: "Your goals",
    text: "We discuss what your business is after: what you sell, to whom, and when they decide.",
  },
  {
    title: "Our part",
    text: (
      <>
        {`We show how the service helps to grow your social presence: first content within ${inText(TERMS.firstContent)}, live by day ${TERMS.live.days}, a report every ${inText(TERMS.report)}.`}
        <FirstMonth />
      </>
    ),
  },
  {
    title: "Your questions",
    text: `We answer what you’d like to know about the process and the packages, from ${formatPrice(CHEAPEST_PLAN.pricePence)} a month with no minimum term.`,
  },
];

const SUGGESTED_LINKS = [
  { label: "See a sample month for your business", href: homeSection("yourMonth") },
  { label: "See our work", href: paths.portfolio },
  { label: "Plans and prices", href: paths.pricing },
];

/** A tick a day: until the first post is live, and that of the report. */
function FirstMonth() {
  const days = TERMS.report.days;
  return (
    <span aria-hidden="true" className="mt-4 block">
      <svg viewBox={`0 0 ${days} 1.6`} className="stroke-rule stroke-2" strokeDasharray=".7 .3">
        <path d={`M0 .8h${days}`} />
        <path d={`M0 .8h${TERMS.live.days}M${days - 1} .8h1`} className="stroke-persimmon" />
      </svg>
      <span className="mt-2 flex justify-between text-sm">
        <span>{`Live by day ${TERMS.live.days}`}</span>
        <span>{`Report on day ${days}`}</span>
      </span>
    </span>
  );
}
