import { useEffect, useRef, useState } from "react";
import { dayLabel } from "#contracts/content/planned-label.ts";
import type { Month, Words } from "#contracts/sample-month/month.ts";
import { ANY_OTHER, tradeMonth } from "#contracts/sample-month/trades.ts";
import { shorten } from "#contracts/sample-month/words.ts";
import { PictureCredits } from "../../../art/sample-note.tsx";
import { Sample } from "../../../art/sample.tsx";
import { START } from "../../../content/start.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { SampleMonthForm } from "../../enquiries/components/sample-month-form.tsx";
import { monthLink } from "../month-link.ts";
import { openingLabel } from "../opening-label.ts";

/** Instagram shows this many characters of a caption before "more". */
const CAPTION_MAX = 70;

/** A visitor who has approved this many posts has seen how it works. */
const APPROVALS_FOR_PLAN = 3;

type MonthFeedProps = {
  /** Null when the words make none. */
  month: Month | null;
  words: Words;
  onOpen: (index: number) => void;
};

export function MonthFeed({ month, words, onOpen }: MonthFeedProps) {
  const feed = useRef<HTMLDivElement>(null);
  const [approved, setApproved] = useState<ReadonlySet<number>>(new Set());
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
  function toggle(index: number): void {
    const after = new Set(approved);
    if (!after.delete(index)) after.add(index);
    setApproved(after);
  }
  const trial = new URLSearchParams({
    company: words.name,
    businessType: tradeMonth(month.trade).type,
    town: words.town,
  });
  const isKnown = month.trade !== ANY_OTHER || words.trade.trim() === "";
  return (
    <div ref={feed} className="scroll-mt-24">
      <div
        data-tone="tide"
        className="page-width flex flex-wrap items-end justify-between gap-x-10 gap-y-4"
      >
        <div>
          <h3 className="text-2xl wrap-anywhere">{`${month.name}, ${month.title}`}</h3>
          <p className="mt-2 max-w-184 text-on-tide-soft">
            These are samples, made from your name, trade and town. A person writes your real month,
            and nothing goes live until you’ve approved it.{" "}
            {!isKnown && "We’ve no samples for your trade yet, so these would suit any business. "}
            <PictureCredits />
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
        className="mt-7 flex gap-5 overflow-x-auto px-(--gutter) pt-1 pb-6 [scroll-snap-type:x] scroll-px-(--gutter) [scrollbar-color:var(--color-persimmon)_transparent] [scrollbar-width:thin]"
      >
        {month.posts.map(({ sample, plannedOn, plannedTime, place, colours }, index) => (
          <li key={plannedOn} className="relative w-66 flex-none snap-start">
            <p className="mb-2 text-(length:--text-sm) text-on-tide-soft">
              <strong className="text-on-tide">{dayLabel(plannedOn)}</strong> {plannedTime}
            </p>
            <div className="relative text-ink">
              <Sample
                post={{ ...sample, caption: shorten(sample.caption, CAPTION_MAX) }}
                business={month.business}
                colours={colours}
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
            <div data-tone="tide" className="mt-3">
              <Button
                variant={approved.has(index) ? "quiet" : "secondary"}
                className="w-full"
                aria-pressed={approved.has(index)}
                onClick={() => toggle(index)}
              >
                {approved.has(index) ? "✓ Approved" : "Approve"}
                <span className="sr-only">{` the post for ${dayLabel(plannedOn)}`}</span>
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div data-tone="tide" className="page-width flex flex-wrap items-center gap-x-6 gap-y-3 pb-6">
        <output className="font-semibold">
          {approved.size < APPROVALS_FOR_PLAN
            ? `${approved.size} of ${month.posts.length} approved`
            : `${approved.size} approved. That’s how a month works: you approve, we do the rest.`}
        </output>
        {approved.size >= APPROVALS_FOR_PLAN && (
          <ButtonLink href={START.href} arrow>
            {START.label}
          </ButtonLink>
        )}
        <ShareMonth words={words} />
      </div>
      <div className="page-width pb-10">
        <SampleMonthForm words={words} />
      </div>
    </div>
  );
}

function ShareMonth({ words }: { words: Words }) {
  const [note, setNote] = useState("");
  const link = monthLink(words, location.origin + paths.home);
  return (
    <>
      <Button
        variant="quiet"
        onClick={() =>
          void navigator.clipboard.writeText(link).then(
            () => setNote("Copied. The link holds your name, trade and town, and nothing else."),
            () => setNote(link),
          )
        }
      >
        Copy a link to this month
      </Button>
      <output className="wrap-anywhere">{note}</output>
    </>
  );
}
