import { BOOKING } from "../content/booking.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ScenicPicture } from "../sections/scenic-picture.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { NextLinks } from "../ui/next-links.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Your call is booked",
  description: "Your call has been successfully booked. This is what to expect.",
  noindex: true,
  Body: CallBooked,
};

const TO_EXPECT = [
  "We discuss your business goals.",
  "We show how the service helps to grow your social presence.",
  "We answer your questions about the process and the packages.",
];

const SUGGESTED_LINKS = [
  { label: "See our work", href: paths.portfolio },
  { label: "See post examples", href: paths.postExamples },
  { label: "Plans and prices", href: paths.pricing },
];

function CallBooked() {
  return (
    <>
      <PageHead
        title="We’re Excited to Work Together!"
        lead="Your call has been successfully booked."
      />
      <div className="page-width grid gap-x-10 gap-y-12 pb-28 lg:grid-cols-12">
        <section aria-labelledby="expect" className="border-t-2 border-ink pt-5 lg:col-span-7">
          <h2 id="expect" className="text-2xl">
            What to Expect
          </h2>
          <ol className="mt-6 border-b border-rule">
            {TO_EXPECT.map((line, index) => (
              <li
                key={line}
                className="flex items-baseline gap-6 border-t border-rule py-6 text-lg"
              >
                <span className="w-10 shrink-0 font-display text-2xl font-bold text-persimmon-text">
                  {index + 1}
                </span>
                {line}
              </li>
            ))}
          </ol>
        </section>
        <section
          aria-labelledby="meanwhile"
          className="border-t-2 border-ink pt-5 lg:col-span-4 lg:col-start-9"
        >
          <h2 id="meanwhile" className="text-2xl">
            Before we talk
          </h2>
          <p className="mt-3 text-ink-soft">
            {`${BOOKING.provider} has emailed you the time, with links to move or cancel it. Until then:`}
          </p>
          <NextLinks ways={SUGGESTED_LINKS} className="mt-4" />
        </section>
        <div
          data-tone="tide"
          className="grid items-center bg-tide text-on-tide sm:grid-cols-2 lg:col-span-12"
        >
          <div className="flex flex-col items-start gap-6 p-6 sm:p-10">
            <p className="font-display text-3xl font-bold">Speak soon!</p>
            <ButtonLink href={paths.home} variant="secondary">
              Return to Home
            </ButtonLink>
          </div>
          <ScenicPicture
            picture="flat-white"
            scene="coffee"
            sizes="(width < 36rem) 92vw, 46vw"
            className="aspect-4/3 w-full sm:order-first sm:aspect-auto sm:h-72"
          />
        </div>
      </div>
    </>
  );
}
