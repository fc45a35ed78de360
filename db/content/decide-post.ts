import { sql } from "drizzle-orm";
import * as z from "zod";
import type { PostDecision } from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import type { UserQuery } from "#db/billing/user-session.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { businesses, postDecisions, posts, postVersions } from "#db/schema/content.ts";

type DecidePost = {
  user: UserQuery;
  /** Names the version and text that the user has seen. */
  event: EventOf<"PostApproved"> | EventOf<"PostChangesRequested">;
  /** Null for an approval. */
  words: string | null;
};

const Row = z.object({
  is_session_valid: z.boolean(),
  is_own: z.boolean(),
  is_decided: z.boolean(),
  standing: z.nullable(z.enum(["same", "other"])),
});

export type DecideOutcome =
  | "decided"
  /** The same decision stood already. */
  | "decided_before"
  | "other_decision"
  /** A newer version, another text, or withdrawn. */
  | "changed"
  | "not_found"
  | "signed_out";

/**
 * One statement locks the post, so that a new version and a decision wait for each other, and the primary key of the decisions
 * lets one of two stand.
 */
export async function decidePost(db: Db, input: DecidePost): Promise<DecideOutcome> {
  const first = await decide(db, input);
  // Whoever waited for the lock reads what was written in between.
  return first === "changed" || first === "not_found" ? decide(db, input) : first;
}

async function decide(db: Db, { user, event, words }: DecidePost): Promise<DecideOutcome> {
  const { postId, version, contentHash } = event.data;
  const decision: PostDecision = event.type === "PostApproved" ? "approved" : "changes_requested";
  const row = await oneRowOf(
    db,
    sql`with own as (
      select post.id, post.version, post.withdrawn_at from ${posts} post
      join ${businesses} own on own.id = post.business_id
      where post.id = ${postId} and own.user_id = ${user.userId}::uuid and ${isValidSession(user, user.at)}
      for update of post
    ), decided as (
      insert into ${postDecisions} (post_id, version, content_hash, decision, words, decided_at)
      select own.id, own.version, proposed.content_hash, ${decision}, ${words}, ${user.at}::timestamptz
      from own join ${postVersions} proposed on proposed.post_id = own.id and proposed.version = own.version
      where own.version = ${version}::int and proposed.content_hash = ${contentHash} and own.withdrawn_at is null
      on conflict do nothing
      returning post_id
    ), ${insertEventWithPromises("event", event, { type: "user", id: user.userId }, sql`from decided`)}
    select ${isValidSession(user, user.at)} as is_session_valid, exists (select from own) as is_own,
      exists (select from decided) as is_decided, (
        select case when decided.decision = ${decision} then 'same' else 'other' end
        from own join ${postDecisions} decided on decided.post_id = own.id and decided.version = own.version
        where own.version = ${version}::int and decided.content_hash = ${contentHash} and own.withdrawn_at is null
      ) as standing`,
    Row,
  );
  if (!row.is_session_valid) return "signed_out";
  if (row.is_decided) return "decided";
  if (row.standing !== null) return row.standing === "same" ? "decided_before" : "other_decision";
  return row.is_own ? "changed" : "not_found";
}
