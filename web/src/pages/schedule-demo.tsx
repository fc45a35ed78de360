import { PEOPLE } from "#contracts/company.ts";
import { hyphenated, TERMS } from "#contracts/terms.ts";
import { BOOKING } from "../content/booking.ts";
import { spellOutCapitalised } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { BookingCalendar } from "../sections/booking-calendar.tsx";
import { People } from "../sections/people.tsx";
import { PicturedPage } from "../sections/pictured-page.tsx";

export const page: Page = {
  title: "Book a free discovery call",
  description: `${spellOutCapitalised(TERMS.discoveryCall.minutes)} minutes on the phone about your business and your social media. Free, and you owe us nothing afterwards.`,
  Body: () => (
    <PicturedPage
      title={`${spellOutCapitalised(TERMS.discoveryCall.minutes)} minutes, free of charge.`}
      lead={`A ${hyphenated(TERMS.discoveryCall)} discovery call about your business. You leave with ideas whether you join or not.`}
      picture="neighbours"
      aside={<Topics />}
    >
      <section aria-labelledby="calendar" className="mt-10">
        <h2 id="calendar" className="sr-only">
          When suits you?
        </h2>
        <BookingCalendar url={BOOKING.discoveryCall} title="Calendar for a discovery call" />
      </section>
    </PicturedPage>
  ),
};

const TOPICS = [
  "What you sell, to whom, and when they decide",
  "What you post today and what it brings",
  "Which plan would fit, or whether none does",
];

function Topics() {
  return (
    <section aria-labelledby="topics">
      <h2 id="topics" className="text-xl">
        What we talk about
      </h2>
      <ol className="mt-4">
        {TOPICS.map((topic, index) => (
          <li key={topic} className="flex gap-5 border-b border-rule py-4">
            <span
              aria-hidden="true"
              className="w-6 flex-none font-display text-2xl leading-none font-bold text-persimmon-text"
            >
              {index + 1}
            </span>
            {topic}
          </li>
        ))}
      </ol>
      <p className="mt-5 text-ink-soft">
        We take only a few calls a day, so each one gets the time it needs.
      </p>
      <People people={PEOPLE.accountManagers} title="You’ll talk to one of us" className="mt-8" />
    </section>
  );
}
