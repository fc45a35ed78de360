import { shownClaims } from "../content/claims.ts";
import { Figures } from "../ui/figures.tsx";
import { ClaimNote } from "./claim-note.tsx";

export function NightclubStory() {
  const figures = shownClaims("storyReturn", "storyTicketCost", "storyWeekdays");
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="story" className="section-space bg-paper-deep">
      <div className="page-width grid gap-x-10 lg:grid-cols-2">
        <div>
          <h2 id="story" className="text-3xl">
            A nightclub with empty Wednesdays.
          </h2>
          <ClaimNote about={figures} className="mt-5 text-lg text-ink-soft" />
        </div>
        <div>
          <p className="mt-5 text-lg">
            Weekends sold themselves; midweek didn’t. We cut the crowd’s own footage into reels, put
            a small daily budget behind the ones that were shared, and sold tickets to those who had
            watched to the end.
          </p>
          <Figures claims={figures} className="mt-8 grid-cols-3" />
        </div>
      </div>
    </section>
  );
}
