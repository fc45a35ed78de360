/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import type { listUnansweredComments } from "#db/content/find-comments.ts";
import { customerKeyOf } from "#db/content/post-owner.ts";
import { displayName } from "../customers/redact.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { paths } from "../paths.ts";

export const UnansweredComments: FC<Awaited<ReturnType<typeof listUnansweredComments>>> = ({
  comments,
  hasMore,
}) => (
  <section id="comments">
    <h2>{`Comments to answer (${String(comments.length)}${hasMore ? "+" : ""})`}</h2>
    {comments.length === 0 ? (
      <p>None.</p>
    ) : (
      <ul class="log">
        {comments.map((comment) => (
          <li key={comment.postId}>
            <a class="why" href={`${paths.post(comment.postId)}#comments`}>
              {comment.text}
            </a>
            <span class="quiet why">
              <TimeLabel iso={comment.writtenAt} />
              {" · "}
              <a href={paths.customerContent(customerKeyOf(comment))}>
                {displayName(comment, { isRevealed: false })}
              </a>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
