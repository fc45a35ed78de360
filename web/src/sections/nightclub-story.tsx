import { ScenePicture } from "../art/scenes.tsx";
import { shownClaims } from "../content/claims.ts";
import { Figures } from "../ui/figures.tsx";
import { ClaimNote } from "./claim-note.tsx";

export function NightclubStory() {
  const figures = shownClaims("storyReturn", "storyTicketCost", "storyWeekdays");
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="story" className="bg-paper-deep">
      <div className="grid lg:grid-cols-2">
        <ScenePicture
          name="ticket"
          alt="Two tickets, one on top of the other."
          className="aspect-2/1 w-full lg:aspect-auto lg:h-full"
        />
        <div className="px-(--gutter) py-(--section) lg:max-w-2xl lg:pl-16">
          <h2 id="story" className="text-3xl">
            A nightclub with empty Wednesdays.
          </h2>
          <ClaimNote about={figures} className="mt-5 text-lg text-ink-soft" />
          <p className="mt-5 text-lg">
            Weekends sold themselves; midweek didn’t. We cut the crowd’s own footage into reels, put
            a small daily budget behind the ones that were shared, and sold tickets to those who had
            watched to the end.
          </p>
          <Figures claims={figures} className="mt-8 grid-cols-3 lg:grid-cols-1 xl:grid-cols-3" />
        </div>
      </div>
    </section>
  );
}
