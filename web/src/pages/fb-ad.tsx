import { useEffect } from "react";
import { PLANS } from "#contracts/catalogue.ts";
import { PEOPLE } from "#contracts/company.ts";
import { formatPrice } from "#contracts/money.ts";
import { ScenicPicture } from "../art/picture.tsx";
import { BOOKING, AD_CALL_MINUTES } from "../content/booking.ts";
import { CASE_STUDIES } from "../content/case-studies.ts";
import { noteOf, shownClaims } from "../content/claims.ts";
import { EXHIBITS, isShown } from "../content/exhibits.ts";
import { withVat } from "../content/promises.ts";
import { strategyCallBooking } from "../features/tracking/events.ts";
import { track } from "../features/tracking/track.ts";
import { inWords, spellOutCapitalised } from "../lib/in-words.ts";
import { useHash } from "../lib/use-hash.ts";
import type { Page } from "../page.ts";
import { BookingCalendar } from "../sections/booking-calendar.tsx";
import { ClosingBand } from "../sections/closing-band.tsx";
import { People } from "../sections/people.tsx";
import { Testimonials } from "../sections/testimonials.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { PhoneAnalytics } from "../ui/phone-analytics.tsx";
import { Section } from "../ui/section.tsx";
import { Steps } from "../ui/steps.tsx";
import { Tag } from "../ui/tag.tsx";

export const page: Page = {
  title: `Free ${AD_CALL_MINUTES}-minute strategy call`,
  description: `${spellOutCapitalised(AD_CALL_MINUTES)} minutes on what your business should post, where and how often. Free, with a plan you can keep.`,
  noindex: true,
  Body: StrategyCall,
};

const BENEFITS = [
  {
    title: "A look at your feed through a stranger’s eyes",
    text: "What a stranger learns about you in ten seconds.",
  },
  {
    title: "Three posts to make first",
    text: "Ideas for your business, with the caption and when to post them.",
  },
  {
    title: "A month on one page",
    text: "A schedule you can stick to, with or without us.",
  },
] as const;

const POSTS = [
  {
    hour: "Tue 7.30 am",
    idea: "The first pour, before the queue.",
    picture: "coffee-counter",
  },
  {
    hour: "Thu 6 pm",
    idea: "One drink, and who invented it.",
    picture: "cocktail-bar",
  },
  {
    hour: "Sun 11 am",
    idea: "Five reds. Which one is you?",
    picture: "lipsticks",
  },
] as const;

// The specification’s £79 is the price of no plan.
const CHEAPEST = formatPrice(Math.min(...PLANS.map(({ pricePence }) => pricePence)));

/** The fragment of the address while the dialog is open, so that the header's link opens it and Back closes it. */
const BOOKING_OPEN = "book";

function StrategyCall() {
  const isBooking = useHash() === BOOKING_OPEN;
  const [nightclub, restaurant] = CASE_STUDIES;
  useEffect(() => {
    if (isBooking) track(strategyCallBooking(crypto.randomUUID()));
  }, [isBooking]);
  const book = (
    <Button
      arrow
      className="max-sm:w-full"
      onClick={() => window.history.pushState(null, "", `#${BOOKING_OPEN}`)}
    >
      Book my strategy call
    </Button>
  );
  return (
    <>
      <section className="page-width grid items-center gap-x-10 gap-y-10 py-(--section) lg:grid-cols-12">
        <div className="lg:col-span-7">
          <PageTitle className="max-w-[7em] text-4xl">{`Plan your month in ${inWords(AD_CALL_MINUTES)} minutes.`}</PageTitle>
          <p className="measure mt-7 text-lg">
            A free {AD_CALL_MINUTES}-minute strategy call. You bring the business; we bring the
            ideas, and you keep them.
          </p>
          <div id={BOOKING_OPEN} className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            {book}
            {shownClaims("callSlots").map((slots) => (
              <p key={slots.label} className="max-w-72 text-sm">
                Only <strong>{slots.figure}</strong> {slots.label}. <Tag>{noteOf(slots)}</Tag>
              </p>
            ))}
          </div>
          <p className="mt-6 text-sm text-ink-soft">
            {`If you join afterwards: plans from ${withVat(`${CHEAPEST} a month`)}, with no minimum term.`}
          </p>
          <People
            people={PEOPLE.accountManagers}
            title="You’ll talk to one of us"
            className="mt-8"
          />
        </div>
        <figure className="lg:col-span-5">
          <figcaption className="mb-4 font-semibold">
            Three posts to keep, with the best time for each. These three are samples.
          </figcaption>
          <ol className="border-b border-rule">
            {POSTS.map(({ hour, idea, picture }) => (
              <li key={hour} className="flex items-center gap-5 border-t border-rule py-4">
                <ScenicPicture
                  picture={picture}
                  sizes="(width < 64rem) 20vw, 8vw"
                  hero
                  className="aspect-4/5 w-[20%] shrink-0"
                />
                <p className="min-w-0 text-lg">
                  <strong className="block font-display text-2xl">{hour}</strong>
                  {idea}
                </p>
              </li>
            ))}
          </ol>
        </figure>
      </section>
      <Section id="benefits" tone="deep" title="What you leave with">
        <Steps steps={BENEFITS} />
      </Section>
      {isShown(EXHIBITS.caseStudies) && (
        <Section
          id="screens"
          tone="tide"
          title="What it can look like"
          lead={
            <>
              Two accounts after a few months of keeping at it.{" "}
              <Tag>{noteOf(EXHIBITS.caseStudies)}</Tag>
            </>
          }
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
      <ClosingBand title="Pick a time while it’s on your mind.">{book}</ClosingBand>
      <Dialog
        open={isBooking}
        onClose={closeBooking}
        title={`Your ${AD_CALL_MINUTES}-minute strategy call`}
      >
        <div className="mt-6">
          <BookingCalendar url={BOOKING.strategyCall} title="Calendar for a strategy call" />
        </div>
      </Dialog>
    </>
  );
}

function closeBooking(): void {
  if (window.location.hash !== `#${BOOKING_OPEN}`) return;
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
}
