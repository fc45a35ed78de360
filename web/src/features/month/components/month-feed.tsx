import { useEffect, useRef } from "react";
import { dayLabel } from "#contracts/content/planned-label.ts";
import { PictureCredits } from "../../../art/sample-note.tsx";
import { Sample } from "../../../art/sample.tsx";
import { paths } from "../../../paths.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import type { Month } from "../month.ts";
import { openingLabel } from "../opening-label.ts";
import { shorten } from "../words.ts";

/** As long as Instagram shows of a caption before "more", in characters. */
const CAPTION_MAX = 70;

export function MonthFeed({
  month,
  words,
  onOpen,
}: {
  /** Null when the words make none. */
  month: Month | null;
  words: FormData;
  onOpen: (index: number) => void;
}) {
  const feed = useRef<HTMLDivElement>(null);
  useEffect(() => {
    feed.current?.scrollIntoView({ block: "nearest" });
  }, []);

  if (month === null) {
    return (
      <p role="alert" className="page-width">
        Please enter both a name and a town.
      </p>
    );
  }
  const trial = new URLSearchParams();
  for (const [name, word] of words) if (typeof word === "string") trial.append(name, word);
  return (
    <div ref={feed}>
      <div className="page-width flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div>
          <h3 className="text-2xl wrap-anywhere">{`${month.name}, ${month.title}`}</h3>
          <p className="mt-2 max-w-184 text-on-tide-soft">
            These are samples, made from your name, trade and town. A person writes your real month,
            and nothing goes live until you’ve approved it. <PictureCredits />
          </p>
        </div>
        <ButtonLink href={`${paths.freeTrial}?${trial}`} arrow>
          Start your free trial
        </ButtonLink>
      </div>
      <ol
        // Safari does not make scrollers reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`Posts for ${month.title}`}
        className="mt-7 flex gap-5 overflow-x-auto px-(--gutter) pt-1 pb-8 [scroll-snap-type:x] scroll-px-(--gutter) [scrollbar-color:var(--color-persimmon)_transparent] [scrollbar-width:thin]"
      >
        {month.posts.map(({ sample, plannedOn, plannedTime, place }, index) => (
          <li key={plannedOn} className="w-66 flex-none snap-start">
            <p className="mb-2 text-(length:--text-sm) text-on-tide-soft">
              <strong className="text-on-tide">{dayLabel(plannedOn)}</strong> {plannedTime}
            </p>
            <div className="relative text-ink">
              <Sample
                post={{ ...sample, caption: shorten(sample.caption, CAPTION_MAX) }}
                business={month.business}
                ago={place}
              />
              <button
                type="button"
                className="absolute inset-0 rounded-lg"
                onClick={() => onOpen(index)}
              >
                <span className="sr-only">{openingLabel({ plannedOn, place })}</span>
              </button>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
