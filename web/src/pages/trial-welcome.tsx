import { TRIAL } from "#contracts/content/trial.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import { ScenePicture } from "../art/scenes.tsx";
import type { Step } from "../content/step.ts";
import { inWords } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageHead } from "../ui/page-title.tsx";
import { Steps } from "../ui/steps.tsx";

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
    when: "Then",
    title: "We make your content",
    text: `${TRIAL.posts} custom posts or ${TRIAL.reels} edited reel, with captions. You see everything first and nothing goes live without your yes.`,
  },
  {
    when: `By day ${TERMS.trial.days}`,
    title: "We talk about what suits you",
    text: "If you like what you see, we’ll go through the packages together. If not, the trial simply ends: there’s no card to cancel.",
  },
];

function TrialWelcome() {
  return (
    <>
      <PageHead
        title="Welcome aboard."
        lead={`Your ${hyphenated(TERMS.trial)} free trial has begun. You don’t need to do anything yet; here’s what happens next.`}
      />
      <div className="page-width grid gap-x-10 gap-y-12 pb-(--section) lg:grid-cols-12">
        <div className="lg:col-span-7">
          <h2 className="sr-only">What happens next</h2>
          <Steps steps={STEPS} />
        </div>
        <div className="flex flex-col items-start gap-4 lg:col-span-4 lg:col-start-9">
          <ScenePicture name="calendar" alt="" className="mb-4 hidden aspect-4/3 w-full lg:block" />
          <h2 className="text-xl">In a hurry?</h2>
          <p className="text-ink-soft">Choose a time yourself and we can start on the call.</p>
          <ButtonLink href={paths.scheduleDemo} arrow>
            Schedule a call
          </ButtonLink>
          <ButtonLink href={paths.home} variant="quiet">
            Back to the home page
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
