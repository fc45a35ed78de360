import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { PLATFORMS } from "#contracts/content/brief-answers.ts";
import { CHANGE_WORDS_MAX } from "#contracts/content/posts.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";
import { readText } from "../../../lib/form-text.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { Loading } from "../../account/components/loading.tsx";
import { plannedLabel } from "../group-posts.ts";

const Comments = lazy(async () => ({ default: (await import("./comments.tsx")).Comments }));

export function PostCard({
  post,
  running,
  error,
  onDecide,
}: {
  post: CalendarPost;
  /** Id of the post about which a decision is on its way. */
  running: string | null;
  error: string | null;
  /** Takes what to change; null approves. */
  onDecide: (words: string | null) => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    // The pressed button is gone.
    if (isAsking) card.current?.querySelector("textarea")?.focus();
    else if (wasAsking.current) card.current?.querySelector("button")?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const label = plannedLabel(post);
  const platforms = post.platforms.map((name) => PLATFORMS[name]).join(", ");

  function ask(form: HTMLFormElement): void {
    const words = readText(new FormData(form), "words").trim();
    setIsMissing(words === "");
    if (words === "") form.querySelector("textarea")?.focus();
    else onDecide(words);
  }

  return (
    <li ref={card} className="calendar-post">
      <h3 className="text-lg">{label}</h3>
      <p className="calendar-platforms">
        {platforms}
        {post.version > 1 && post.state === "waiting" && `, version ${post.version}`}
      </p>
      <p className="calendar-text">{post.text}</p>
      {post.state === "changes_requested" && (
        <p className="calendar-words">
          <strong>You asked:</strong> {post.words}
        </p>
      )}
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
      <FormError message={error} />
      {post.state === "waiting" && !isAsking && (
        <div className="customer-ways">
          <Button disabled={running !== null} onClick={() => onDecide(null)}>
            {running === post.id ? "Approving..." : "Approve"}
            <span className="sr-only">: {label}</span>
          </Button>
          <Button variant="secondary" disabled={running !== null} onClick={() => setIsAsking(true)}>
            Ask for changes<span className="sr-only">: {label}</span>
          </Button>
        </div>
      )}
      {post.state === "waiting" && isAsking && (
        <form
          noValidate
          onInput={() => setIsMissing(false)}
          onSubmit={(event) => {
            event.preventDefault();
            ask(event.currentTarget);
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
      <Thread post={post} label={label} />
    </li>
  );
}

function Thread({ post, label }: { post: CalendarPost; label: string }) {
  const [isOpened, setIsOpened] = useState(false);
  const [count, setCount] = useState(post.comments);
  return (
    <details className="comments" onToggle={() => setIsOpened(true)}>
      <summary>
        {count === 0 ? "Write a comment" : `Comments (${count})`}
        <span className="sr-only">: {label}</span>
      </summary>
      {isOpened && (
        <Suspense fallback={<Loading />}>
          <Comments post={post} label={label} onCount={setCount} />
        </Suspense>
      )}
    </details>
  );
}
