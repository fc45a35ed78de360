import { hyphenated, inText, TERMS } from "#contracts/terms.ts";
import { ScenicPicture } from "../art/picture.tsx";
import { START } from "../content/start.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/page-title.tsx";

const PROMISES = [
  "No minimum term",
  "Cancel anytime",
  `${hyphenated(TERMS.guarantee)} money-back guarantee`,
  "You approve everything",
];

/** Phones show them, where the tide chart begins below the first screen; nothing else on the page shows these. */
const PICTURES = ["coffee-counter", "seaside-hotel", "neighbours"];

export function Hero() {
  return (
    <section aria-label="Introduction" className="relative overflow-x-clip bg-paper">
      <div className="page-width grid gap-x-10 gap-y-4 sm:gap-y-6 pt-[clamp(2.25rem,1.5rem+2.6vw,4.25rem)] lg:grid-cols-12">
        <div className="lg:col-span-12">
          <PageTitle className="max-w-[7em] text-5xl lg:max-w-none [@media(height<50rem)]:lg:text-[4.25rem]">
            Posts that come in{" "}
            <span className="[@media(height>=50rem)]:lg:block">like the tide.</span>
          </PageTitle>
          <div data-first="" className="mt-4 flex justify-between gap-3 sm:hidden">
            {PICTURES.map((picture) => (
              <ScenicPicture
                key={picture}
                picture={picture}
                sizes="29vw"
                className="lifted aspect-4/5 w-full min-w-0 rounded-lg"
              />
            ))}
          </div>
        </div>
        <p className="measure max-sm:text-base sm:text-lg lg:col-span-6">
          We make posts and reels for your business, month after month. A dedicated account manager
          plans them, you approve them, and they go out on time.
        </p>
        <div className="lg:col-span-6">
          <div className="flex flex-wrap gap-4">
            <ButtonLink href={START.href} arrow data-start="">
              {START.label}
            </ButtonLink>
            <ButtonLink href={paths.freeTrial} variant="secondary">
              {`Try it free for ${inText(TERMS.trial)}`}
            </ButtonLink>
          </div>
          <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-soft">
            {PROMISES.map((promise) => (
              <li key={promise} className="flex items-center gap-2">
                <span aria-hidden="true" className="size-1.5 bg-persimmon" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
