import { type ReactNode, useEffect, useRef, useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { Button } from "../../../ui/button.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import type { Decisions } from "../hooks/use-decisions.ts";
import { POST_STATES } from "../post-states.ts";
import { ChangeRequestForm } from "./change-request-form.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import { PostDrawing } from "./post-drawing.tsx";
import { StateWord } from "./state-word.tsx";
import { WhatChanged } from "./what-changed.tsx";

type PostCardProps = {
  post: CalendarPost;
  /** Under which the post is published; null before the customer said it. */
  businessName: string | null;
  decisions: Decisions;
  note?: string | undefined;
  canDecide: boolean;
  canTakeBack: boolean;
  children?: ReactNode;
};

export function PostCard({
  post,
  businessName,
  decisions,
  note,
  canDecide,
  canTakeBack,
  children,
}: PostCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  const wasAsking = useRef(false);
  const isWaiting = canDecide && post.state === "waiting";
  const isTakeable = canTakeBack && post.state === "approved" && !post.isStopping;
  const mayAsk = isWaiting || isTakeable;
  const { running, outcome, acted, unsent } = decisions;
  const error = outcome?.tone === "error" && acted === post.id ? outcome.text : null;
  useEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (isAsking) card.current?.querySelector("textarea")?.focus();
    else if (wasAsking.current) card.current?.querySelector("button")?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const label = plannedLabel(post);
  const decided = decidedByLine(post);
  const schedulers = post.scheduled.map((platform) => PLATFORMS[platform]).join(", ");

  return (
    <li
      ref={card}
      id={post.id}
      className={`calendar-post border-t-3 ${POST_STATES[post.state].edge}`}
    >
      <StateWord state={post.state} />
      <h3 className="text-lg">{label}</h3>
      <p className="mt-1 text-(length:--text-sm) text-ink-soft">
        {placeLabel(post)}
        {post.version > 1 && post.state === "waiting" && `, version ${post.version}`}
      </p>
      <PostDrawing post={post} businessName={businessName} label={label} />
      {post.platforms.map((platform) => {
        const own = post.texts[platform];
        return (
          own !== undefined && (
            <p key={platform} className="measure my-4 whitespace-pre-wrap wrap-anywhere">
              <strong>On {PLATFORMS[platform]}: </strong>
              {own}
            </p>
          )
        );
      })}
      {post.firstComment !== null && (
        <p className="measure my-4 whitespace-pre-wrap wrap-anywhere">
          <strong>First comment: </strong>
          {post.firstComment}
        </p>
      )}
      {post.previous !== null && post.state === "waiting" && (
        <WhatChanged post={post} before={post.previous} />
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
        <p className="measure my-4 border-l-3 border-persimmon pl-3 whitespace-pre-wrap wrap-anywhere">
          {post.words}
        </p>
      )}
      {note !== undefined && (
        <p className="measure my-4 border-l-3 border-persimmon pl-3 whitespace-pre-wrap wrap-anywhere">
          {note}
        </p>
      )}
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
          error === null || unsent === null || (mayAsk && isAsking)
            ? error
            : CALENDAR_MESSAGES.unsent(error, unsent)
        }
      />
      {isWaiting && !isAsking && (
        <DecisionButtons post={post} decisions={decisions} onAsk={() => setIsAsking(true)} />
      )}
      {isTakeable && !isAsking && (
        <Button variant="quiet" disabled={running !== null} onClick={() => setIsAsking(true)}>
          Undo approval<span className="sr-only">: {label}</span>
        </Button>
      )}
      {mayAsk && isAsking && (
        <ChangeRequestForm post={post} decisions={decisions} onBack={() => setIsAsking(false)} />
      )}
      {children}
    </li>
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
