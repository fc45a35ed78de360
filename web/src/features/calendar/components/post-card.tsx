import { type ReactNode, useEffect, useRef } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { Button } from "../../../ui/button.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { part } from "../../../ui/part.tsx";
import { useDecisions } from "../hooks/use-decisions.ts";
import { POST_STATES } from "../post-states.ts";
import { DecisionButtons } from "./decision-buttons.tsx";
import { PostDrawing } from "./post-drawing.tsx";
import { StateWord } from "./state-word.tsx";
import { WhatChanged } from "./what-changed.tsx";

const ChangeRequestForm = part(
  async () => (await import("./change-request-form.tsx")).ChangeRequestForm,
  <Loading />,
);

type PostCardProps = {
  post: CalendarPost;
  /** The post is published under this name; null before the customer said it. */
  businessName: string | null;
  note?: string | undefined;
  canDecide: boolean;
  canTakeBack: boolean;
  /** Buttons at the foot of the screen decide. */
  hasButtonsElsewhere?: boolean;
  children?: ReactNode;
};

const NOTE = "measure my-4 border-l-3 pl-3 whitespace-pre-wrap wrap-anywhere";

export function PostCard({
  post,
  businessName,
  note,
  canDecide,
  canTakeBack,
  hasButtonsElsewhere = false,
  children,
}: PostCardProps) {
  const card = useRef<HTMLElement>(null);
  const wasAsking = useRef(false);
  const { outcome, acted, unsent, asking } = useDecisions();
  const isWaiting = canDecide && post.state === "waiting";
  const isTakeable = canTakeBack && post.state === "approved" && !post.isStopping;
  const isAsking = asking === post.id && (isWaiting || isTakeable);
  const error = outcome?.tone === "error" && acted === post.id ? outcome.text : null;
  useEffect(() => {
    if (!isAsking && wasAsking.current) card.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const label = plannedLabel(post);
  const decided = decidedByLine(post);
  const schedulers = post.scheduled.map((platform) => PLATFORMS[platform]).join(", ");

  return (
    <article
      ref={card}
      id={post.id}
      tabIndex={-1}
      aria-label={label}
      className={`calendar-post border-t-3 -outline-offset-3 focus-visible:outline-3 ${POST_STATES[post.state].edge}`}
    >
      <div className="flex flex-wrap gap-x-3 text-xs text-ink-soft">
        <StateWord state={post.state} />
        {placeLabel(post)}
        {post.version > 1 && post.state === "waiting" && `, version ${post.version}`}
      </div>
      <h3 className="text-base max-[80rem]:in-[.calendar-details]:text-sm">{label}</h3>
      <PostDrawing post={post} businessName={businessName} label={label} />
      <OtherWords post={post} />
      {post.previous !== null && post.state === "waiting" && (
        <WhatChanged post={post} before={post.previous} isOpen={error !== null} />
      )}
      {decided !== null && <p className="mt-1 text-(length:--text-sm) text-ink-soft">{decided}</p>}
      {schedulers !== "" && !post.isStopping && (
        <p className="mt-1 text-(length:--text-sm) text-ink-soft">
          {CALENDAR_MESSAGES.scheduled(schedulers, label)}
          {isTakeable && ` ${CALENDAR_MESSAGES.undoHint(schedulers)}`}
        </p>
      )}
      {post.isStopping && <p className="mt-1 font-semibold">{CALENDAR_MESSAGES.stopping}</p>}
      {(post.state === "changes_requested" || post.isStopping) && (
        <p className={`${NOTE} border-changes`}>{post.words}</p>
      )}
      {note !== undefined && <p className={`${NOTE} border-persimmon`}>{note}</p>}
      {post.publications.length > 0 && (
        <ul>
          {post.publications.map(({ platform, url }) => (
            <li key={platform} className="py-1.5">
              <a href={url} rel="noreferrer" className="text-link">
                See it on {PLATFORMS[platform]}
              </a>
            </li>
          ))}
        </ul>
      )}
      <FormError
        message={
          error === null || unsent === null || isAsking
            ? error
            : CALENDAR_MESSAGES.unsent(error, unsent)
        }
      />
      {isWaiting && !isAsking && !hasButtonsElsewhere && <DecisionButtons post={post} />}
      {isTakeable && !isAsking && <UndoButtons post={post} label={label} />}
      {isAsking && <ChangeRequestForm post={post} />}
      {children}
    </article>
  );
}

/** What no drawing shows: the words for other platforms, and the comment below the post. */
function OtherWords({ post }: { post: CalendarPost }) {
  const lines = [
    ...post.platforms.map((platform) => [`On ${PLATFORMS[platform]}`, post.texts[platform]]),
    ["First comment", post.firstComment],
  ] as const;
  return lines.map(
    ([name, words]) =>
      words != null && (
        <p key={name} className="measure my-4 text-sm whitespace-pre-wrap wrap-anywhere">
          <strong>{name}: </strong>
          {words}
        </p>
      ),
  );
}

/** A post that a platform will publish by itself is stopped first, with words for the team. */
function UndoButtons({ post, label }: { post: CalendarPost; label: string }) {
  const { running, undo, ask } = useDecisions();
  const isScheduled = post.scheduled.length > 0;
  return (
    <div className="mt-3 flex flex-wrap gap-x-6">
      <Button
        variant="quiet"
        disabled={running !== null}
        onClick={() => (isScheduled ? ask(post.id) : undo(post))}
      >
        {running === post.id ? "Undoing..." : "Undo approval"}
        <span className="sr-only">: {label}</span>
      </Button>
      {!isScheduled && (
        <Button variant="quiet" disabled={running !== null} onClick={() => ask(post.id)}>
          Ask for changes<span className="sr-only">: {label}</span>
        </Button>
      )}
    </div>
  );
}

/** @returns for example `Sam approved it by email`; null for a post that waits */
function decidedByLine({ decidedBy, state }: CalendarPost): string | null {
  if (decidedBy === null) return null;
  const way = decidedBy.via === "link" ? " from an email" : "";
  const did = state === "changes_requested" ? "asked for changes" : "approved this";
  return `${whoOf(decidedBy)} ${did}${way}.`;
}

function whoOf({ isYou, name }: NonNullable<CalendarPost["decidedBy"]>): string {
  return isYou ? "You" : (name ?? "The account owner");
}
