import { useState } from "react";
import { PLANS } from "#contracts/catalogue.ts";
import { formatPrice } from "#contracts/money.ts";
import { BigWords } from "../art/big-words.tsx";
import { BOOKING, STRATEGY_CALL_MINUTES } from "../content/booking.ts";
import { CASE_STUDIES } from "../content/case-studies.ts";
import { EXHIBITS, isShown, shownClaims } from "../content/claims.ts";
import { withVat } from "../content/promises.ts";
import { strategyCallBooking } from "../features/tracking/events.ts";
import { track } from "../features/tracking/track.ts";
import { inWordsFirst } from "../lib/in-words.ts";
import type { Page } from "../lib/page.ts";
import { BookingCalendar } from "../sections/booking-calendar.tsx";
import { ClosingBand } from "../sections/closing-band.tsx";
import { Testimonials } from "../sections/testimonials.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { PhoneAnalytics } from "../ui/phone-analytics.tsx";
import { PostFrame } from "../ui/post-frame.tsx";
import { Section } from "../ui/section.tsx";
import { Steps } from "../ui/steps.tsx";

export const page: Page = {
  title: `Free ${STRATEGY_CALL_MINUTES}-minute strategy call | Tidepost`,
  description: `${inWordsFirst(STRATEGY_CALL_MINUTES)} minutes on what your business should post, where and how often. Free, with a plan you can keep.`,
  noindex: true,
  Body: StrategyCall,
};

const BENEFITS = [
  {
    when: "1",
    title: "A look at your feed through a stranger’s eyes",
    text: "What someone who’s never heard of you takes away in ten seconds.",
  },
  {
    when: "2",
    title: "Three posts to make first",
    text: "Ideas for your business, with the caption and the hour to post them.",
  },
  {
    when: "3",
    title: "A month on one page",
    text: "A rhythm you could keep, with us or without us.",
  },
] as const;

const TIDEPOST = {
  handle: "tidepost",
  place: "Free strategy call",
  colours: { ground: "#0b3a53", ink: "#faf6ee", accent: "#fb692f" },
};

const CHEAPEST = formatPrice(Math.min(...PLANS.map(({ pricePence }) => pricePence)));

function StrategyCall() {
  const [isBooking, setIsBooking] = useState(false);
  const [slots] = shownClaims("callSlots");
  const [nightclub, restaurant] = CASE_STUDIES;
  function openBooking(): void {
    setIsBooking(true);
    track(strategyCallBooking(crypto.randomUUID()));
  }
  const book = (
    <Button arrow onClick={openBooking}>
      Book my strategy call
    </Button>
  );
  return (
    <>
      <section className="page-width grid items-center gap-x-10 gap-y-12 py-(--section) lg:grid-cols-12">
        <div className="lg:col-span-8">
          <PageTitle className="text-5xl">{`${inWordsFirst(STRATEGY_CALL_MINUTES)} minutes that plan your month.`}</PageTitle>
          <p className="measure mt-7 text-lg">
            A free {STRATEGY_CALL_MINUTES}-minute strategy call. You bring the business; we bring
            the ideas, and you keep them.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            {book}
            {slots !== undefined && (
              <p className="text-sm">
                Only <strong>{slots.figure}</strong> {slots.label}
              </p>
            )}
          </div>
          <p className="mt-6 text-sm text-ink-soft">
            {`If you stay afterwards: plans from ${withVat(`${CHEAPEST} a month`)}, without a contract.`}
          </p>
        </div>
        <PostFrame
          className="mx-auto w-full max-w-80 lg:col-span-4"
          business={TIDEPOST}
          caption="On the call: your feed on the screen, and three posts to keep."
        >
          <svg viewBox="0 0 100 125" className="absolute size-full" aria-hidden="true">
            <path d="M0 0h100v125H0z" fill={TIDEPOST.colours.ground} />
            <BigWords
              big={["Three", "posts,", "yours", "to keep."]}
              small={[]}
              colours={TIDEPOST.colours}
            />
          </svg>
        </PostFrame>
      </section>
      <Section id="benefits" tone="deep" title="What you leave with">
        <Steps steps={BENEFITS} />
      </Section>
      {isShown(EXHIBITS.caseStudies) && (
        <Section
          id="screens"
          tone="tide"
          title="What it can look like"
          lead={`Two${EXHIBITS.caseStudies.evidence ? "" : " sample"} accounts after a few months of keeping at it.`}
        >
          <ul className="grid gap-10 sm:grid-cols-2">
            {[nightclub, restaurant].map(
              (study) =>
                study !== undefined && (
                  <li key={study.clientName}>
                    <PhoneAnalytics study={study} />
                  </li>
                ),
            )}
          </ul>
        </Section>
      )}
      <Testimonials />
      <ClosingBand title="Pick a time while you’re thinking of it.">{book}</ClosingBand>
      <Dialog
        open={isBooking}
        onClose={() => setIsBooking(false)}
        title={`Your ${STRATEGY_CALL_MINUTES}-minute strategy call`}
      >
        <div className="mt-6">
          <BookingCalendar url={BOOKING.strategyCall} title="Calendar for a strategy call" />
        </div>
      </Dialog>
    </>
  );
}
