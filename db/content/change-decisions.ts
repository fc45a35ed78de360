import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { DecisionOutcome } from "#contracts/api/content/calendar.ts";
import type { DecisionWay, PostDecision } from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, lastRowOf, lastRowsOf, oneValueOf } from "#db/client.ts";
import {
  insertEvent,
  insertEventsWithPromises,
  insertEventWithPromises,
} from "#db/events/insert-event.ts";
import { constraintOf } from "#db/query-error.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import {
  approvers,
  businesses,
  postDecisions,
  postPublications,
  posts,
  postSchedulings,
  postStopRequests,
  postVersions,
} from "#db/schema/content.ts";
import { Timestamp } from "#db/timestamps.ts";
import type { DueDecisions } from "./find-decisions.ts";
import { isFormerCustomer } from "./in-service-sql.ts";
import { postOwnerOf, isBusinessOf } from "./post-owner.ts";

export type Decider = { kind: "user"; user: CurrentUserAt } | { kind: "link"; tokenHash: string };

type SeenVersion = { postId: string; version: number; contentHash: string };

type DecidePosts = {
  decider: Decider;
  /** Events of one type and owner; each names the version and text that were seen. */
  events: readonly EventOf<"PostApproved" | "PostChangesRequested" | "PostApprovalUndone">[];
  /** Null without a request for changes. */
  words: string | null;
  /** Whether an approval that is not published yet becomes a request for changes: of one post. */
  takesBack: boolean;
};

const DecidedRow = z.object({
  isSessionValid: z.boolean(),
  isTarget: z.boolean(),
  isDecided: z.boolean(),
  /** The version that was seen is the newest one, and not withdrawn. */
  isPresent: z.boolean(),
  standing: z.nullable(z.enum(["same", "other"])),
});

/**
 * Saves decisions about versions, each by itself. The posts are locked first, so that a new version and other decisions wait, and the first
 * decision of a post stands.
 *
 * @returns an outcome for each event, in their order; null when the session has ended
 */
export async function decidePosts(
  db: Db,
  { decider, events, words, takesBack }: DecidePosts,
): Promise<DecisionOutcome[] | null> {
  const [one] = events;
  if (one === undefined) return [];
  const { via } = one.data;
  const decision: PostDecision = one.type === "PostApproved" ? "approved" : "changes_requested";
  const isSessionValid =
    decider.kind === "user" ? isValidSession(decider.user, decider.user.at) : sql`true`;
  const ofPosts = selectTargetsOf(
    decider,
    events.map(({ id, occurredAt: at, data }) => ({ eventId: id, at, ...data })),
  );
  const undoes = one.type === "PostApprovalUndone";
  const change = undoes ? DELETE_APPROVAL : saveDecision({ decision, words, via, takesBack });
  const rows = await unlessPublished(
    lastRowsOf(db, DecidedRow, [
      sql`${ofPosts} select from target`,
      sql`${ofPosts}, present as (
        select * from target where version = seen_version and withdrawn_at is null and not has_left
      ), decided as (
        ${change}
      ), announced as (
        select distinct on (target.id) target.event_id
        from decided join present target on target.id = decided.post_id and target.content_hash = decided.content_hash
        order by target.id, target.event_id
      ), ${insertEventsWithPromises(
        "event",
        events,
        postOwnerOf(one.data),
        sql`from announced`,
        sql`announced.event_id = given."eventId"`,
      )}
      select ${isSessionValid} as is_session_valid,
        exists (select from target where target.event_id = seen.event_id) as is_target,
        exists (select from present target where target.event_id = seen.event_id) as is_present,
        exists (select from announced where announced.event_id = seen.event_id) as is_decided, (
          select case when decided.decision = ${decision} and decided.words is not distinct from ${words}::text
            then 'same' else 'other' end
          from present target join ${postDecisions} decided on decided.post_id = target.id and decided.version = target.version
          where target.event_id = seen.event_id and decided.content_hash = target.content_hash
        ) as standing
      from seen order by seen.position`,
    ]),
  );
  if (rows === null) return events.map(() => "other_decision");
  return rows.every((row) => row.isSessionValid) ? rows.map((row) => outcomeOf(row, undoes)) : null;
}

/** A part of the statement of `decidePosts`, as is {@link saveDecision}. */
const IS_UNPUBLISHED_APPROVAL = sql`decided.post_id = target.id and decided.version = target.version
        and decided.content_hash = target.content_hash and decided.decision = 'approved'
        and not exists (select from ${postPublications} live where live.post_id = target.id)
        and not exists (select from ${postSchedulings} scheduled where scheduled.post_id = target.id)`;

const DELETE_APPROVAL = sql`delete from ${postDecisions} decided using present target
      where ${IS_UNPUBLISHED_APPROVAL} returning decided.post_id, decided.content_hash`;

function saveDecision({
  decision,
  words,
  via,
  takesBack,
}: Pick<DecidePosts, "words" | "takesBack"> & { decision: PostDecision; via: DecisionWay }): SQL {
  return takesBack
    ? sql`update ${postDecisions} decided set decision = ${decision}, words = ${words}, decided_at = target.at, via = ${via},
        approver_id = target.approver_id, decided_by = target.decided_by, announced_event_id = null
      from present target where ${IS_UNPUBLISHED_APPROVAL}
      returning decided.post_id, decided.content_hash`
    : sql`insert into ${postDecisions} (
        post_id, version, content_hash, decision, words, decided_at, via, approver_id, decided_by
      )
      select target.id, target.version, proposed.content_hash, ${decision}, ${words}, target.at, ${via}, target.approver_id, target.decided_by
      from present target join ${postVersions} proposed
        on proposed.post_id = target.id and proposed.version = target.version and proposed.content_hash = target.content_hash
      on conflict do nothing
      returning post_id, content_hash`;
}

function outcomeOf(
  { isDecided, isPresent, standing, isTarget }: z.infer<typeof DecidedRow>,
  undoes: boolean,
): DecisionOutcome {
  if (isDecided) return "decided";
  if (undoes && isPresent) return standing === null ? "decided_before" : "other_decision";
  if (standing !== null) return standing === "same" ? "decided_before" : "other_decision";
  return isTarget ? "changed" : "not_found";
}

/** The posts that were seen, `seen`, and those of them that the decider may decide, `target`. */
function selectTargetsOf(
  decider: Decider,
  given: readonly (SeenVersion & { eventId: string; at: string })[],
): SQL {
  const seen = given.map(({ eventId, at, postId, version, contentHash }, position) => ({
    position,
    event_id: eventId,
    at,
    post_id: postId,
    version,
    content_hash: contentHash,
  }));
  return sql`with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
        as seen(position int, event_id text, at timestamptz, post_id text, version int, content_hash text)
    ), target as (${selectTargets(decider)})`;
}

/** Locks in the order of ids, so that two decisions about the same posts do not wait for each other. */
function selectTargets(decider: Decider): SQL {
  const post = sql`seen join ${posts} post on post.id = seen.post_id join ${businesses} business on business.id = post.business_id`;
  const columns = sql`seen.event_id, seen.at, seen.version as seen_version, seen.content_hash,
    post.id, post.version, post.withdrawn_at, ${isFormerCustomer(sql`business.user_id`)} as has_left`;
  if (decider.kind === "user") {
    const { user } = decider;
    return sql`select ${columns}, null::text as approver_id, null::text as decided_by
      from ${post}
      where business.user_id = ${user.userId}::uuid and ${isValidSession(user, user.at)}
      order by post.id
      for update of post`;
  }
  // The lock on the link: an approver who is removed at the same time decides before or not at all.
  return sql`select ${columns}, link.approver_id, approver.name as decided_by
    from ${post}
    join ${approvalLinks} link on link.business_id = business.id
    join ${approvalLinkPosts} named on named.link_id = link.id and named.post_id = post.id
    left join ${approvers} approver on approver.id = link.approver_id
    where named.version = seen.version and link.token_hash = ${decider.tokenHash} and link.expires_at > seen.at
    order by post.id
    for update of post for share of link`;
}

const APPROVAL_KEYS = new Set(["post_publications_approval_fk", "post_schedulings_approval_fk"]);

/** A publication or scheduling at the same time: its foreign key refuses to take the approval back. */
async function unlessPublished<T>(statement: Promise<T>): Promise<T | null> {
  try {
    return await statement;
  } catch (error) {
    if (APPROVAL_KEYS.has(constraintOf(error) ?? "")) return null;
    throw error;
  }
}

const Stop = z.object({ isAsked: z.boolean(), isAskedBefore: z.boolean() });

/**
 * Asks to stop an approved post that platforms' schedulers have: an operator takes it out, and the yes is taken back then.
 *
 * @param toEvent makes the event, once it is known when the post goes live
 * @returns null when no scheduler has it, or other changes were asked for before
 */
export async function requestStop(
  db: Db,
  {
    decider,
    seen,
    words,
    toEvent,
  }: {
    decider: Decider;
    seen: SeenVersion;
    words: string;
    toEvent: (goesLiveAt: string) => EventOf<"PostStopRequested">;
  },
): Promise<{ event: EventOf<"PostStopRequested">; isNew: boolean } | null> {
  const goesLiveAt = await oneValueOf(db, z.nullable(Timestamp))`
    select min(goes_live_at) from ${postSchedulings} where post_id = ${seen.postId}`;
  if (goesLiveAt === null) return null;
  const event = toEvent(goesLiveAt);
  const { id, occurredAt: at, data } = event;
  const ofPost = selectTargetsOf(decider, [{ ...seen, eventId: id, at }]);
  const { isAsked, isAskedBefore } = await lastRowOf(db, Stop, [
    // The same press twice: the one that waits for the post sees what the other asked for.
    sql`${ofPost} select from target`,
    // The lock on the schedulings: one may end while the statement waits.
    sql`${ofPost}, scheduled as (
      select target.id, target.version, target.at from target
      join ${postSchedulings} scheduled on scheduled.post_id = target.id
        and scheduled.version = target.seen_version and scheduled.content_hash = target.content_hash
      where target.version = target.seen_version and target.withdrawn_at is null and not target.has_left
      for update of scheduled
    ), asked as (
      insert into ${postStopRequests} (post_id, version, words, via, requested_at)
      select distinct id, version, ${words}, ${data.via}, at from scheduled on conflict do nothing returning post_id
    ), ${insertEventWithPromises("event", event, postOwnerOf(data), sql`from asked`)}
    select exists (select from asked) as is_asked, exists (
      select from target join ${postStopRequests} stop on stop.post_id = target.id and stop.version = target.version
      where stop.words = ${words} and stop.settled_at is null
    ) as is_asked_before`,
  ]);
  return isAsked || isAskedBefore ? { event, isNew: isAsked } : null;
}

/** One statement: of two workers one takes the decisions, and writes the event. */
export async function announceDecisions(
  db: Db,
  { approverId, decidedBy }: DueDecisions,
  event: EventOf<"DecisionsAnnounced">,
): Promise<void> {
  const owner = postOwnerOf(event.data);
  await db.execute(sql`with announced as (
      update ${postDecisions} decided set announced_event_id = ${event.id}
      from ${posts} post, ${businesses} business
      where post.id = decided.post_id and business.id = post.business_id and ${isBusinessOf(owner.id)}
        and decided.announced_event_id is null and decided.approver_id is not distinct from ${approverId}::text
        and decided.decided_by is not distinct from ${decidedBy}::text
      returning decided.post_id
    ) ${insertEvent(event, owner, sql`from announced limit 1`)}`);
}
