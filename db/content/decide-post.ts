import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { DecisionOutcome } from "#contracts/api/content/calendar.ts";
import type { PostDecision } from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { constraintOf } from "#db/query-error.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import {
  approvers,
  businesses,
  postDecisions,
  postPublications,
  posts,
  postVersions,
} from "#db/schema/content.ts";
import { hasLeft } from "./own-business-sql.ts";
import { postOwnerOf } from "./post-owner.ts";

export type Decider = { kind: "user"; user: CurrentUserAt } | { kind: "link"; tokenHash: string };

type DecidePost = {
  decider: Decider;
  /** Names the version and text that were seen. */
  event: EventOf<"PostApproved"> | EventOf<"PostChangesRequested">;
  /** Null for an approval. */
  words: string | null;
  /** Whether an approval that is not published yet becomes a request for changes. */
  takesBack: boolean;
};

const Row = z.object({
  isSessionValid: z.boolean(),
  isOwn: z.boolean(),
  isDecided: z.boolean(),
  standing: z.nullable(z.enum(["same", "other"])),
});

/**
 * Saves a decision about a version. One statement locks the post, so that a new version and other decisions wait, and the first decision stands.
 *
 * @returns null when the session has ended
 */
export async function decidePost(db: Db, input: DecidePost): Promise<DecisionOutcome | null> {
  const first = await decide(db, input);
  // A statement that waited for the lock has read the rows from before it waited; a second one reads the new rows.
  return first === "changed" || first === "not_found" ? decide(db, input) : first;
}

async function decide(
  db: Db,
  { decider, event, words, takesBack }: DecidePost,
): Promise<DecisionOutcome | null> {
  const { postId, version, contentHash, via } = event.data;
  const at = sql`${event.occurredAt}::timestamptz`;
  const decision: PostDecision = event.type === "PostApproved" ? "approved" : "changes_requested";
  const isSessionValid =
    decider.kind === "user" ? isValidSession(decider.user, decider.user.at) : sql`true`;
  const isThisVersion = sql`own.version = ${version}::int and own.withdrawn_at is null and not own.has_left`;
  const change = takesBack
    ? sql`update ${postDecisions} decided set decision = ${decision}, words = ${words}, decided_at = ${at}, via = ${via},
        approver_id = own.approver_id, decided_by = own.decided_by, announced_event_id = null
      from own where decided.post_id = own.id and decided.version = own.version and ${isThisVersion}
        and decided.content_hash = ${contentHash} and decided.decision = 'approved'
        and not exists (select from ${postPublications} live where live.post_id = own.id)
      returning decided.post_id`
    : sql`insert into ${postDecisions} (
        post_id, version, content_hash, decision, words, decided_at, via, approver_id, decided_by
      )
      select own.id, own.version, proposed.content_hash, ${decision}, ${words}, ${at}, ${via}, own.approver_id, own.decided_by
      from own join ${postVersions} proposed on proposed.post_id = own.id and proposed.version = own.version
      where ${isThisVersion} and proposed.content_hash = ${contentHash}
      on conflict do nothing
      returning post_id`;
  const row = await unlessPublished(
    oneRowOf(
      db,
      sql`with own as (
        ${selectOwn(decider, { postId, version, at })}
      ), decided as (
        ${change}
      ), ${insertEventWithPromises("event", event, postOwnerOf(event.data), sql`from decided`)}
      select ${isSessionValid} as is_session_valid, exists (select from own) as is_own,
        exists (select from decided) as is_decided, (
          select case when decided.decision = ${decision} and decided.words is not distinct from ${words}::text
            then 'same' else 'other' end
          from own join ${postDecisions} decided on decided.post_id = own.id and decided.version = own.version
          where ${isThisVersion} and decided.content_hash = ${contentHash}
        ) as standing`,
      Row,
    ),
  );
  if (row === null) return "other_decision";
  if (!row.isSessionValid) return null;
  if (row.isDecided) return "decided";
  if (row.standing !== null) return row.standing === "same" ? "decided_before" : "other_decision";
  return row.isOwn ? "changed" : "not_found";
}

function selectOwn(
  decider: Decider,
  { postId, version, at }: { postId: string; version: number; at: SQL },
): SQL {
  const post = sql`${posts} post join ${businesses} own on own.id = post.business_id`;
  const left = hasLeft(sql`own.user_id`);
  if (decider.kind === "user") {
    const { user } = decider;
    return sql`select post.id, post.version, post.withdrawn_at, ${left} as has_left, null::text as approver_id, null::text as decided_by
      from ${post}
      where post.id = ${postId} and own.user_id = ${user.userId}::uuid and ${isValidSession(user, user.at)}
      for update of post`;
  }
  // The lock on the link: an approver who is removed at the same time decides before or not at all.
  return sql`select post.id, post.version, post.withdrawn_at, ${left} as has_left, link.approver_id, approver.name as decided_by
    from ${post}
    join ${approvalLinks} link on link.business_id = own.id
    join ${approvalLinkPosts} named on named.link_id = link.id and named.post_id = post.id
    left join ${approvers} approver on approver.id = link.approver_id
    where post.id = ${postId} and named.version = ${version}::int
      and link.token_hash = ${decider.tokenHash} and link.expires_at > ${at}
    for update of post for share of link`;
}

/** A publication at the same time: its foreign key refuses to take the approval back. */
async function unlessPublished<T>(statement: Promise<T>): Promise<T | null> {
  try {
    return await statement;
  } catch (error) {
    if (constraintOf(error) === "post_publications_approval_fk") return null;
    throw error;
  }
}
