import { type KeyboardEvent, useState } from "react";
import type { Colours } from "#contracts/sample-month/businesses.ts";
import type { Month } from "#contracts/sample-month/month.ts";
import type { SamplePost } from "#contracts/sample-month/sample-post.ts";
import { shorten } from "#contracts/sample-month/words.ts";
import { findPicture } from "../../../art/find-picture.ts";
import { SampleCard } from "../../../art/sample-card.tsx";
import { Afloat, PictureAfloat, Tide } from "../../../art/tide-chart.tsx";
import { openingLabel } from "../opening-label.ts";

/** Characters above a post. */
const NAME_MAX = 17;

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One stop of the Tab key, as the same posts follow below it. */
export function MonthChart({ month, onOpen }: { month: Month; onOpen: (index: number) => void }) {
  const [current, setCurrent] = useState(0);

  function press(event: KeyboardEvent<SVGPathElement>): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onOpen(current);
      return;
    }
    const count = month.posts.length;
    const next = (current + (STEPS[event.key] ?? 0) + count) % count;
    if (next === current) return;
    event.preventDefault();
    const posts =
      event.currentTarget.ownerSVGElement?.querySelectorAll<SVGPathElement>("[role=button]");
    posts?.[next]?.focus();
  }

  return (
    // A phone shows a third of it.
    <div className="month-chart w-full">
      <Tide
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no place in a drawing.
        role="group"
        label={`${month.title} as a tide chart: twelve posts of ${month.name}, one with every high water. The arrow keys go from one to the next.`}
        days={month.days}
      >
        {month.posts.map(({ plannedOn, place, sample, colours }, index) => (
          <Afloat key={plannedOn} index={index} name={shorten(month.business.handle, NAME_MAX)}>
            <Post sample={sample} colours={colours} />
            {/* The whole frame. Around the picture, its letters would have to be in the label. */}
            <path
              d="M-4-22h108v178H-4z"
              fill="transparent"
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
              role="button"
              aria-label={openingLabel({ plannedOn, place })}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onClick={() => onOpen(index)}
              onKeyDown={press}
            />
          </Afloat>
        ))}
      </Tide>
    </div>
  );
}

function Post({ sample, colours }: { sample: SamplePost; colours: Colours }) {
  const file = findPicture(sample.picture);
  return file === undefined ? (
    <svg width="100" height="125">
      <SampleCard card={sample.card} colours={colours} />
    </svg>
  ) : (
    <PictureAfloat file={file} />
  );
}
