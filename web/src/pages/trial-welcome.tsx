import { TRIAL } from "#contracts/content/trial.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import type { Step } from "../content/step.ts";
import { inWords } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { WhatNext } from "../sections/what-next.tsx";
import { ButtonLink } from "../ui/button.tsx";

export const page: Page = {
  title: "Welcome to your free trial",
  description: `Your ${inWords(TERMS.trial.days)}-day trial has begun. This is what happens next.`,
  noindex: true,
  Body: TrialWelcome,
};

const STEPS: readonly Step[] = [
  {
    when: `Within ${inText(TERMS.reply)}`,
    title: "We get in touch",
    text: "One of the team will call or email to learn about your business, your customers and how you like to sound.",
  },
  {
    when: `During your ${inText(TERMS.trial)}`,
    title: `You judge ${TRIAL.posts} posts or ${TRIAL.reels} reel`,
    text: "We email you a link to them, with captions: approve each or ask for a change, without an account. Nothing goes live without your yes.",
  },
  {
    when: `By day ${TERMS.trial.days}`,
    title: "We talk about what suits you",
    text: "If you like what you see, we’ll go through the packages together. If not, the trial simply ends: there’s no card to cancel.",
  },
];

function TrialWelcome() {
  return (
    <WhatNext
      title="Welcome aboard."
      lead={`Your ${hyphenated(TERMS.trial)} free trial has begun. You don’t need to do anything yet; here’s what happens next.`}
      steps={STEPS}
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
  );
}
