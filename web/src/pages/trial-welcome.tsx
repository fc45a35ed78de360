import { COMPANY } from "#contracts/company.ts";
import { TRIAL } from "#contracts/content/trial.ts";
import { DAY_MS, HOUR_MS } from "#contracts/durations.ts";
import { BUSINESSES } from "#contracts/sample-month/businesses.ts";
import { post } from "#contracts/sample-month/sample-post.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import { SampleNote } from "../art/sample-note.tsx";
import { Sample } from "../art/sample.tsx";
import type { Step } from "../content/step.ts";
import { receipt } from "../features/enquiries/receipt.ts";
import { localStorageOrNull } from "../lib/browser-storage.ts";
import { inWords } from "../lib/in-words.ts";
import { useInBrowser } from "../lib/use-in-browser.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { WhatNext } from "../sections/what-next.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";

export const page: Page = {
  title: "Welcome to your free trial",
  description: `Your ${inWords(TERMS.trial.days)}-day trial has begun. This is what happens next.`,
  noindex: true,
  Body: TrialWelcome,
};

/** @param startedAt ISO 8601; null in a browser that did not ask for the trial */
function stepsFrom(startedAt: string | null): readonly Step[] {
  const by = (ms: number, options: Intl.DateTimeFormatOptions) =>
    `By ${new Intl.DateTimeFormat("en-GB", { ...options, timeZone: COMPANY.timeZone }).format(Date.parse(startedAt ?? "") + ms)}`;
  return [
    {
      when:
        startedAt === null
          ? `Within ${inText(TERMS.reply)}`
          : by(TERMS.reply.hours * HOUR_MS, {
              weekday: "long",
              hour: "2-digit",
              minute: "2-digit",
            }),
      title: "We get in touch",
      text: "One of the team will call or email to learn about your business, your customers and how you like to sound.",
    },
    {
      when: `During your ${inText(TERMS.trial)}`,
      title: `You judge ${TRIAL.posts} posts or ${TRIAL.reels} reel`,
      text: "We email you a link to them, with captions: approve each or ask for a change, without an account. Nothing goes live without your yes.",
    },
    {
      when:
        startedAt === null
          ? `By day ${TERMS.trial.days}`
          : by(TERMS.trial.days * DAY_MS, { day: "numeric", month: "long" }),
      title: "We talk about what suits you",
      text: "If you like what you see, we’ll go through the packages together. If not, the trial simply ends: there’s no card to cancel.",
    },
  ];
}

function startOfTrial(): string | null {
  const sent = receipt.read(localStorageOrNull());
  const isRunning =
    sent?.payload.form_type === "free-trial" &&
    Date.parse(sent.timestamp) + TERMS.trial.days * DAY_MS > Date.now();
  return isRunning ? sent.timestamp : null;
}

const SAMPLES = [
  post(
    ["words", "Corner / table’s / free."],
    "First pot’s on and the corner table is free. Come in out of the wind, Margate.",
    { picture: "coffee-counter" },
  ),
  post(
    ["hours", "What to / order", "Rain: soup / Sun: ices / Wednesday: cake"],
    "Our menu, by the weather. Which one are you today?",
  ),
  post(
    ["question", "Jam first / or cream?", "Jam, obviously / Cream. Come on"],
    "We’ve stopped arguing about it in the kitchen. Your turn.",
  ),
];

function TrialWelcome() {
  const startedAt = useInBrowser(startOfTrial, null);
  return (
    <>
      <WhatNext
        title="Welcome aboard."
        lead={`Your ${hyphenated(TERMS.trial)} free trial has begun. You don’t need to do anything yet; here’s what happens next.`}
        picture="bakery-queue"
        steps={stepsFrom(startedAt)}
        meanwhile="In a hurry?"
      >
        <p className="text-ink-soft">Choose a time yourself and we can start on the call.</p>
        <ButtonLink href={paths.scheduleDemo} arrow>
          Schedule a call
        </ButtonLink>
        <ButtonLink href={paths.home} variant="quiet">
          Back to the home page
        </ButtonLink>
      </WhatNext>
      <Section
        id="samples"
        tone="deep"
        title="This is how they come"
        lead={
          <>
            Each post as your followers would see it, with its picture and its words. <SampleNote />
          </>
        }
      >
        <ul className="grid items-start gap-5 sm:grid-cols-3">
          {SAMPLES.map((sample, index) => (
            <li key={sample.caption}>
              <Sample post={sample} business={BUSINESSES.food} index={index} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
