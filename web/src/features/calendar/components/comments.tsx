import { type Dispatch, type FormEvent, type SetStateAction, useRef, useState } from "react";
import useSWR from "swr";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import type { Comment, CommentsResponse } from "#contracts/api/content/comments.ts";
import { COMPANY } from "#contracts/company.ts";
import { COMMENT_MAX } from "#contracts/content/posts.ts";
import { COMMENT_MESSAGES } from "#contracts/messages/comments.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { success, useAction } from "../../../lib/use-action.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { FormError } from "../../../ui/form-error.tsx";
import { LoadError } from "../../../ui/load-error.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { apiErrors } from "../../session/api-errors.ts";
import { fetchComments, writeComment } from "../api/comments.ts";
import { saveUnsentComment, unsentComment } from "../unsent-words.ts";

const EARLIER_ERRORS = apiErrors(COMMENT_MESSAGES.commentsFailed);
const ERRORS = apiErrors(COMMENT_MESSAGES.commentFailed);

type CommentsProps = {
  post: CalendarPost;
  /** The token of an approval link; null for the signed-in user. */
  token: string | null;
  /** The approver's name; null for the owner. */
  reader: string | null;
  /** Names the post for screen readers. */
  label: string;
  onCount: Dispatch<SetStateAction<number>>;
};

export function Comments({ post, label, token, reader, onCount }: CommentsProps) {
  const { data, error, mutate } = useSWR(
    ["comments", post.id],
    () => fetchComments(post.id, token),
    { onSuccess: ({ comments, earlier }) => earlier === null && onCount(comments.length) },
  );
  /** All that was known when earlier ones were loaded. */
  const [known, setKnown] = useState<CommentsResponse | null>(null);
  const action = useAction();
  const list = useRef<HTMLOListElement>(null);
  const [isMissing, setIsMissing] = useState(false);

  function write(text: string): void {
    setIsMissing(false);
    saveUnsentComment(post.id, text);
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.querySelector("textarea");
    const unsent = unsentComment(post.id);
    const text = unsent?.text.trim() ?? "";
    setIsMissing(text === "");
    if (unsent === null || text === "") {
      field?.focus();
      return;
    }
    await action.run(ERRORS, async () => {
      const { version } = post;
      const written = await writeComment(post.id, token, { key: unsent.key, version, text });
      await mutate((page) => page && { ...page, comments: withOne(page.comments, written) }, {
        revalidate: false,
      });
      if (!data?.comments.some(({ id }) => id === written.id)) onCount((count) => count + 1);
      saveUnsentComment(post.id, "");
      if (field !== null) field.value = "";
      return success(COMMENT_MESSAGES.commented);
    });
    if (form.querySelector("[data-outcome=error]") === null) field?.focus();
  }

  async function loadEarlier(comments: readonly Comment[], before: string): Promise<void> {
    await action.runAs("earlier", EARLIER_ERRORS, async () => {
      const page = await fetchComments(post.id, token, before);
      setKnown({ ...page, comments: [...page.comments, ...comments] });
      return null;
    });
    // The button was disabled meanwhile, and may be gone.
    list.current?.focus();
  }

  if (data === undefined) {
    return error === undefined ? (
      <Loading />
    ) : (
      <LoadError text={COMMENT_MESSAGES.commentsFailed} onRetry={mutate} />
    );
  }
  const { comments, earlier } = withKnown(known, data);
  const { outcome } = action;
  return (
    <>
      {earlier !== null && (
        <Button
          type="button"
          variant="secondary"
          className="mb-6"
          disabled={action.isRunning}
          onClick={() => void loadEarlier(comments, earlier)}
        >
          {COMMENT_MESSAGES.earlierComments}
          <span className="sr-only">: {label}</span>
        </Button>
      )}
      {comments.length > 0 && (
        <ol className="mb-6 grid gap-3" ref={list} tabIndex={-1}>
          {comments.map((comment, index) => (
            <Line
              key={comment.id}
              comment={comment}
              reader={reader}
              isNewVersion={isNewVersion(comments, index)}
            />
          ))}
        </ol>
      )}
      <form noValidate onSubmit={(event) => void send(event)}>
        <FormError message={outcome?.tone === "error" ? outcome.text : null} />
        <TextArea
          label="Your comment"
          name="comment"
          required
          maxLength={COMMENT_MAX}
          defaultValue={unsentComment(post.id)?.text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
          readOnly={action.isRunning}
          error={isMissing ? COMMENT_MESSAGES.commentMissing : undefined}
        />
        <output className="mt-2 mb-4 block text-(length:--text-sm) text-ink-soft wrap-anywhere">
          {outcome?.tone === "success"
            ? outcome.text
            : post.state === "waiting" && COMMENT_MESSAGES.commentHint}
        </output>
        <Button type="submit" variant="secondary" disabled={action.isRunning}>
          {action.running === "submit" ? "Sending..." : "Send comment"}
          <span className="sr-only">: {label}</span>
        </Button>
      </form>
    </>
  );
}

/** The newest page, behind earlier ones. */
function withKnown(known: CommentsResponse | null, page: CommentsResponse): CommentsResponse {
  const index = known?.comments.findIndex(({ id }) => id === page.comments[0]?.id) ?? 0;
  return known === null || index <= 0
    ? page
    : { ...known, comments: [...known.comments.slice(0, index), ...page.comments] };
}

/** A comment that was sent again is shown once. */
const withOne = (comments: readonly Comment[], written: Comment): Comment[] => [
  ...comments.filter(({ id }) => id !== written.id),
  written,
];

function authorOf({ author, name }: Comment, reader: string | null): string {
  const isOwn = reader === null ? author === "user" : author === "approver" && name === reader;
  if (isOwn) return "You";
  return name ?? (author === "operator" ? COMPANY.name : "Account owner");
}

type LineProps = {
  comment: Comment;
  reader: string | null;
  isNewVersion: boolean;
};

function Line({ comment, reader, isNewVersion }: LineProps) {
  const { author, text, version, writtenAt } = comment;
  return (
    <>
      {isNewVersion && (
        <li className="text-(length:--text-sm) text-ink-soft wrap-anywhere">Version {version}</li>
      )}
      <li
        data-author={author}
        className="border-l-3 border-control bg-paper px-4 py-3 data-[author=operator]:border-persimmon"
      >
        <p className="text-(length:--text-sm) text-ink-soft wrap-anywhere">
          <strong className="text-ink">{authorOf(comment, reader)}</strong>{" "}
          <time dateTime={writtenAt}>{formatDateTime(writtenAt)}</time>
        </p>
        <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{text}</p>
      </li>
    </>
  );
}

function isNewVersion(comments: readonly Comment[], index: number): boolean {
  const { version } = comments[index] ?? { version: 1 };
  return version > (comments[index - 1]?.version ?? 1);
}
