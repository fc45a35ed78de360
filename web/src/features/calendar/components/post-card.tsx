import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { placeLabel } from "#contracts/content/place-label.ts";
import { plannedLabel } from "#contracts/content/planned-label.ts";
import { CHANGE_WORDS_MAX } from "#contracts/content/posts.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { readText } from "../../../lib/form-text.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { decidedByLine } from "../decided-by.ts";
import type { Decide } from "../hooks/use-decisions.ts";
import { PostPictures } from "./post-pictures.tsx";

export type PostCardProps = {
  post: CalendarPost;
  /** Id of the post about which a decision is on its way. */
  running: string | null;
  error: string | null;
  /** Words that the error is about. */
  unsent: string | null;
  note?: string | undefined;
  canDecide: boolean;
  canTakeBack: boolean;
  onDecide: Decide;
  /** Below the decision. */
  children?: ReactNode;
};

export function PostCard({
  post,
  running,
  error,
  unsent,
  note,
  canDecide,
  canTakeBack,
  onDecide,
  children,
}: PostCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  const wasAsking = useRef(false);
  const isWaiting = canDecide && post.state === "waiting";
  const isTakeable = canTakeBack && post.state === "approved";
  const mayAsk = isWaiting || isTakeable;
  useEffect(() => {
    // The pressed button is gone.
    if (isAsking) card.current?.querySelector("textarea")?.focus();
    else if (wasAsking.current) card.current?.querySelector("button")?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const label = plannedLabel(post);
  const decided = decidedByLine(post);

  function ask(form: HTMLFormElement): void {
    const words = readText(new FormData(form), "words").trim();
    setIsMissing(words === "");
    if (words === "") form.querySelector("textarea")?.focus();
    else onDecide(words);
  }

  /** Only while the focus is on a button of the card, so that no key of a screen reader decides by mistake. */
  function press(event: KeyboardEvent): void {
    const isKey = event.isTrusted && !(event.ctrlKey || event.metaKey || event.altKey);
    if (!isKey || !isWaiting || isAsking || running !== null) return;
    const key = event.key.toLowerCase();
    if (key !== "a" && key !== "c") return;
    event.preventDefault();
    if (key === "a") onDecide(null);
    else setIsAsking(true);
  }

  return (
    <li ref={card} id={post.id} className="calendar-post">
      <h3 className="text-lg">{label}</h3>
      <p className="calendar-platforms">
        {placeLabel(post)}
        {post.version > 1 && post.state === "waiting" && `, version ${post.version}`}
      </p>
      <p className="calendar-text">{post.text}</p>
      <PostPictures media={post.media} label={label} />
      {decided !== null && <p className="calendar-platforms">{decided}</p>}
      {post.state === "changes_requested" && <p className="calendar-words">{post.words}</p>}
      {note !== undefined && <p className="calendar-words">{note}</p>}
      {post.publications.length > 0 && (
        <ul className="calendar-links">
          {post.publications.map(({ platform, url }) => (
            <li key={platform}>
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
        <div className="customer-ways">
          <Button
            disabled={running !== null}
            aria-keyshortcuts="A"
            onKeyDown={press}
            onClick={({ isTrusted }) => isTrusted && onDecide(null)}
          >
            {running === post.id ? "Approving..." : "Approve"}
            <span className="sr-only">: {label}</span>
          </Button>
          <Button
            variant="secondary"
            disabled={running !== null}
            aria-keyshortcuts="C"
            onKeyDown={press}
            onClick={() => setIsAsking(true)}
          >
            Ask for changes<span className="sr-only">: {label}</span>
          </Button>
        </div>
      )}
      {isTakeable && !isAsking && (
        <Button variant="quiet" disabled={running !== null} onClick={() => setIsAsking(true)}>
          Undo approval<span className="sr-only">: {label}</span>
        </Button>
      )}
      {mayAsk && isAsking && (
        <form
          noValidate
          onInput={() => setIsMissing(false)}
          onSubmit={(event) => {
            event.preventDefault();
            if (event.isTrusted) ask(event.currentTarget);
          }}
        >
          <TextArea
            label="What should we change?"
            name="words"
            required
            maxLength={CHANGE_WORDS_MAX}
            rows={4}
            error={isMissing ? CALENDAR_MESSAGES.wordsNeeded : undefined}
          />
          <div className="customer-ways">
            <Button type="submit" disabled={running !== null}>
              {running === post.id ? "Sending..." : "Send"}
            </Button>
            <Button
              variant="quiet"
              disabled={running !== null}
              onClick={() => {
                setIsMissing(false);
                setIsAsking(false);
              }}
            >
              Back
            </Button>
          </div>
        </form>
      )}
      {children}
    </li>
  );
}
