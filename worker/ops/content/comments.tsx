/** @jsxImportSource hono/jsx */
import { createHash, randomUUID } from "node:crypto";
import type { FC } from "hono/jsx";
import * as z from "zod";
import { CommentText } from "#contracts/api/content/comments.ts";
import { COMMENT_MAX } from "#contracts/content/posts.ts";
import { writeCommentOfOperator } from "#db/content/change-comments.ts";
import type { CommentRow, CommentsPage } from "#db/content/find-comments.ts";
import { ownerFactsOf, customerKeyOf } from "#db/content/post-owner.ts";
import type { PostRow } from "#db/content/select-posts.ts";
import type { listUnansweredComments } from "#db/ops/list-unanswered-comments.ts";
import { redactName, displayName } from "../customers/redact.ts";
import { type OpsContext, type OpsDeps, signedInOf, useSignedIn } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { formatLondonTime } from "../layout/format-time.ts";
import { ActionForm, ConfirmForm, FieldError, type ReasonInput } from "../layout/forms.tsx";
import { Page } from "../layout/page.tsx";
import { RowLink } from "../layout/table.tsx";
import { newOpsEvent } from "../new-ops-event.ts";
import { paths } from "../paths.ts";

export type CommentInput = { key: string; text: string; error?: string };

export const newComment = (): CommentInput => ({ key: randomUUID(), text: "" });

const Fields = z.object({
  key: z.uuid(),
  version: z.coerce.number().int().min(1).max(1_000_000),
  text: CommentText,
});

/** The browser's back button shows a form whose key is used. With another text it sends another comment. */
const keyOf = (key: string, text: string): string =>
  createHash("sha256").update(`${key}\n${text}`).digest("hex").slice(0, 32);

/** @returns the form again when it is not complete, or the post is gone */
export async function writeComment(
  c: OpsContext,
  deps: Pick<OpsDeps, "db" | "makeId" | "now">,
  post: PostRow,
): Promise<CommentInput | null> {
  const form = c.get("form");
  const fields = Fields.safeParse(Object.fromEntries(form));
  const text = form.get("text") ?? "";
  if (!fields.success) {
    return {
      ...newComment(),
      text,
      error: `Write a comment of 1 to ${String(COMMENT_MAX)} characters.`,
    };
  }
  const { session } = signedInOf(c);
  const event = newOpsEvent(c, deps, "PostCommented", {
    ...ownerFactsOf(post),
    postId: post.id,
    commentId: deps.makeId("comment"),
    by: "operator",
  });
  const outcome = await writeCommentOfOperator(deps.db, session.userId, {
    ...fields.data,
    key: keyOf(fields.data.key, fields.data.text),
    event,
  });
  return outcome === "not_found" || outcome === "full"
    ? { ...newComment(), text, error: "This post was withdrawn, so the customer can’t see it." }
    : null;
}

export const Comments: FC<{
  post: PostRow;
  thread: CommentsPage;
  input: CommentInput;
}> = ({ post, thread: { comments, hasEarlier }, input }) => {
  const { mayAct } = useSignedIn();
  // A refused text stays, also when the post was withdrawn meanwhile.
  const canWrite = mayAct && (!post.isWithdrawn || input.error !== undefined);
  if (comments.length === 0 && !canWrite) return null;
  return (
    <section id="comments">
      <h2>Comments</h2>
      {hasEarlier ? (
        <p>
          <a href={`${paths.post(post.id)}?before=${comments[0]?.id ?? ""}#comments`}>
            Earlier comments
          </a>
        </p>
      ) : null}
      {comments.length === 0 ? null : (
        <dl class="brief">
          {comments.map((comment) => (
            <div key={comment.id}>
              <dt>
                {authorOf(comment)}, on version {comment.version},{" "}
                <TimeLabel iso={comment.writtenAt} />
              </dt>
              <dd>
                <div class="said">{comment.text}</div>
                {comment.isHidden ? <span class="quiet">Hidden from the customer </span> : null}
                {mayAct ? (
                  <RowLink
                    href={paths.hideComment(post.id, comment.id, actOn(comment))}
                    of={formatLondonTime(comment.writtenAt)}
                    id={comment.id}
                  >
                    {HIDE[actOn(comment)].submit}
                  </RowLink>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {canWrite ? (
        <ActionForm
          class="stack"
          action={paths.commentOnPost(post.id)}
          aria-label="Comment on the post"
          seen={{ version: String(post.version), key: input.key }}
        >
          <label>
            Comment
            <textarea
              name="text"
              rows={3}
              required
              maxlength={COMMENT_MAX}
              aria-describedby="comment-hint"
              aria-invalid={input.error === undefined ? undefined : "true"}
            >
              {`\n${input.text}`}
            </textarea>
            <span class="hint" id="comment-hint">
              The customer gets an email after ten minutes.
            </span>
            <FieldError text={input.error} />
          </label>
          <button type="submit">Send</button>
        </ActionForm>
      ) : null}
    </section>
  );
};

const actOn = ({ isHidden }: CommentRow) => (isHidden ? "show" : "hide");

export const HIDE = {
  hide: {
    heading: "Hide this comment?",
    lead: "The customer and approvers no longer see it. It can be shown again.",
    submit: "Hide this comment",
    flash: "hidden",
  },
  show: {
    heading: "Show this comment again?",
    lead: "The customer and approvers see it again.",
    submit: "Show this comment",
    flash: "shown",
  },
} as const;

export const actOf = (c: OpsContext) => (c.req.param("act") === "show" ? "show" : "hide");

export function hideCommentPage(c: OpsContext, post: PostRow, reason: ReasonInput) {
  const act = actOf(c);
  const { heading, lead, submit } = HIDE[act];
  return (
    <Page
      narrow
      title={submit}
      current="content"
      kicker={<a href={paths.post(post.id)}>Post</a>}
      heading={heading}
    >
      <p>{lead}</p>
      <ConfirmForm
        action={paths.hideComment(post.id, c.req.param("comment") ?? "", act)}
        reason={reason}
        submit={submit}
        isDestructive={act === "hide"}
        cancelUrl={`${paths.post(post.id)}#comments`}
      />
    </Page>
  );
}

function authorOf({ author, authorName: name }: CommentRow): string {
  if (author === "user") return "The customer";
  if (author === "approver") return `Approver ${redactName(name ?? "")}`;
  return name ?? "The team";
}

export const UnansweredComments: FC<Awaited<ReturnType<typeof listUnansweredComments>>> = ({
  comments,
  hasMore,
}) => (
  <section id="comments">
    <h2>{`Comments to answer (${String(comments.length)}${hasMore ? "+" : ""})`}</h2>
    <ul class="log">
      {comments.map((comment) => (
        <li key={comment.postId}>
          <RowLink class="why" href={`${paths.post(comment.postId)}#comments`} id={comment.postId}>
            {comment.text}
          </RowLink>
          <span class="quiet why">
            <TimeLabel iso={comment.writtenAt} />
            {" · "}
            <RowLink
              href={paths.customerContent(customerKeyOf(comment))}
              id={customerKeyOf(comment)}
            >
              {displayName(comment)}
            </RowLink>
          </span>
        </li>
      ))}
    </ul>
    {hasMore ? (
      <p class="notice">{`These are the first ${String(comments.length)}: the others follow as they are answered.`}</p>
    ) : null}
  </section>
);
