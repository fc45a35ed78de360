import { ScenePicture } from "../art/scenes.tsx";
import type { Page } from "../lib/page.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: "Your call is booked | Tidepost",
  description: "Your call has been successfully booked. This is what to expect.",
  noindex: true,
  Body: CallBooked,
};

const TO_EXPECT = [
  "We discuss your business goals.",
  "We show how the service helps to grow your social presence.",
  "We answer your questions about the process and the packages.",
];

function CallBooked() {
  return (
    <>
      <PageHead
        title="We’re Excited to Work Together!"
        lead="Your call has been successfully booked."
      />
      <div className="page-width grid gap-x-10 gap-y-12 pb-(--section) lg:grid-cols-12">
        <section aria-labelledby="expect" className="lg:col-span-7">
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
        <div className="flex flex-col items-start gap-6 lg:col-span-4 lg:col-start-9">
          <ScenePicture name="coffee" alt="" className="aspect-4/3 w-full" />
          <p className="font-display text-3xl font-bold">Speak soon!</p>
          <ButtonLink href={paths.home} variant="secondary">
            Return to Home
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
