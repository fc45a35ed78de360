import { COMPANY } from "#contracts/company.ts";
import { TRIAL } from "#contracts/content/trial.ts";
import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import { FreeTrialForm } from "../features/enquiries/components/free-trial-form.tsx";
import { inWords, spellOutCapitalised } from "../lib/in-words.ts";
import type { Page } from "../page.ts";
import { paths } from "../paths.ts";
import { Ticked } from "../ui/icons.tsx";
import { TextLink } from "../ui/link.tsx";
import { NoScriptNote } from "../ui/no-script-note.tsx";
import { PageHead } from "../ui/page-title.tsx";

export const page: Page = {
  title: `${hyphenated(TERMS.trial)} free trial`,
  description: `Try ${COMPANY.name} for ${inWords(TERMS.trial.days)} days without a card: ${inWords(TRIAL.posts)} custom posts or ${inWords(TRIAL.reels)} edited reel, with captions, made for your business.`,
  Body: () => (
    <>
      <PageHead
        title={`${spellOutCapitalised(TERMS.trial.days)} days. Your posts. No card.`}
        lead="Tell us who you are and what you want from social media. We make something real for you, and you decide what happens next."
      />
      <div className="page-width grid gap-x-10 gap-y-12 pb-28 lg:grid-cols-12">
        <aside className="lg:order-last lg:col-span-4 lg:col-start-9">
          <section aria-labelledby="included" className="border-t-2 border-ink pt-5">
            <h2 id="included" className="text-xl">
              What you get
            </h2>
            <ul className="mt-5 grid gap-4">
              {INCLUDED.map((line) => (
                <Ticked key={line}>{line}</Ticked>
              ))}
            </ul>
            <p className="mt-6 text-sm text-ink-soft">
              Would you rather talk first?{" "}
              <TextLink href={paths.scheduleDemo}>Book a free call</TextLink>.
            </p>
          </section>
        </aside>
        <div className="lg:col-span-7">
          <NoScriptNote />
          <FreeTrialForm />
        </div>
      </div>
    </>
  ),
};

const INCLUDED = [
  `${TRIAL.posts} custom posts or ${TRIAL.reels} edited reel, with captions`,
  "Made in your colours and your voice, by the people who would do it every month",
  "Nothing goes live until you’ve approved it",
  `A call from a person within ${inText(TERMS.reply)}`,
];
