import { findPicture } from "../../../art/find-picture.ts";
import { PostCard } from "../../../art/post-card.tsx";
import { Afloat, PictureAfloat, Tide } from "../../../art/tide-chart.tsx";
import type { Colours } from "../../../content/businesses.ts";
import type { SamplePost } from "../../../content/sample-post.ts";
import type { Month } from "../month.ts";

export function MonthChart({ month, onOpen }: { month: Month; onOpen: (index: number) => void }) {
  return (
    // A phone shows a third of it.
    <section
      aria-label={`Tide chart of ${month.title}`}
      // Safari does not make scrollers reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="month-chart"
    >
      <Tide
        label={`${month.title} as a tide chart: twelve posts of ${month.name}, one with every high water.`}
        days={month.days}
      >
        {month.posts.map(({ plannedOn, sample }, index) => (
          <Afloat key={plannedOn} index={index} onOpen={() => onOpen(index)}>
            <Post sample={sample} colours={month.business.colours} />
          </Afloat>
        ))}
      </Tide>
    </section>
  );
}

function Post({ sample, colours }: { sample: SamplePost; colours: Colours }) {
  const file = findPicture(sample.picture);
  return file === undefined ? (
    <svg width="100" height="125">
      <PostCard card={sample.card} colours={colours} />
    </svg>
  ) : (
    <PictureAfloat file={file} />
  );
}
