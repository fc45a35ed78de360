import { shownClaims } from "../content/claims.ts";
import { paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Figures } from "../ui/figures.tsx";
import { ClaimNote } from "./claim-note.tsx";

export const STORY = shownClaims("storyReturn", "storyTicketCost", "storyWeekdays");

/** @param isShort for a page that is not about nightlife, whose reader is led to the one that is */
export function NightclubStory({ isShort = false }: { isShort?: boolean }) {
  if (STORY.length === 0) return null;
  return (
    <section aria-labelledby="story" className="section-space bg-paper-deep">
      <div className="page-width grid gap-x-10 lg:grid-cols-2">
        <div>
          <h2 id="story" className="text-3xl">
            A nightclub with empty Wednesdays.
          </h2>
          <ClaimNote about={STORY} className="mt-5 text-lg text-ink-soft" />
        </div>
        <div>
          {!isShort && (
            <p className="mt-5 text-lg">
              Weekends sold themselves; midweek didn’t. We cut the crowd’s own footage into reels,
              put a small daily budget behind the ones that were shared, and sold tickets to those
              who had watched to the end.
            </p>
          )}
          <Figures claims={STORY} className="mt-8 grid-cols-3" />
          {isShort && (
            <ButtonLink href={`${paths.nightlife}#story`} variant="quiet" arrow className="mt-5">
              How it was done
            </ButtonLink>
          )}
        </div>
      </div>
    </section>
  );
}
