import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { PreviousVersion } from "#contracts/api/content/calendar.ts";
import { PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { MEDIA_TYPE_KEYS } from "#contracts/content/media.ts";
import { DECISION_WAYS, POST_DECISIONS, POST_FORMAT_KEYS } from "#contracts/content/posts.ts";
import { postComments } from "#db/schema/comments.ts";
import {
  businesses,
  postDecisions,
  postPublications,
  posts,
  postSchedulings,
  postStopRequests,
  postVersions,
} from "#db/schema/content.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { Timestamp } from "#db/timestamps.ts";

/** More than a year of the largest plan. */
export const POSTS_MAX = 500;

const Platform = z.enum(PLATFORM_KEYS);

/** London day and hour for which a version is planned: `2026-11-27`, `18:00`. */
export const Planned = z.object({ plannedOn: z.string(), plannedTime: z.string() });

/** The columns of {@link Planned}, of the row `proposed`. */
export const plannedColumns: SQL = sql`to_char(proposed.planned_on, 'YYYY-MM-DD') as planned_on,
      to_char(proposed.planned_time, 'HH24:MI') as planned_time`;

/** The same for `jsonb_build_object`. */
export const plannedPairs = (
  row: SQL,
): SQL => sql`'plannedOn', to_char(${row}.planned_on, 'YYYY-MM-DD'),
          'plannedTime', to_char(${row}.planned_time, 'HH24:MI')`;

export const PlatformTextsRow = z.nullable(z.partialRecord(Platform, z.string()));

export const PostMediaRow = z.object({
  mediaId: z.string(),
  sha256: z.string(),
  alt: z.string(),
  type: z.enum(MEDIA_TYPE_KEYS),
  width: z.int(),
  height: z.int(),
  /** True only for a video. */
  hasPoster: z.boolean(),
});
export type PostMediaRow = z.infer<typeof PostMediaRow>;

export const PostFileRow = PostMediaRow.extend({
  name: z.string(),
  bytes: z.int(),
  /** Null for a picture. */
  seconds: z.nullable(z.int()),
});
export type PostFileRow = z.infer<typeof PostFileRow>;

export const PostRow = z.object({
  id: z.string(),
  /** Null for a free trial, which has an enquiry in its place. */
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  /** The newest one, as everything below. */
  version: z.int(),
  format: z.enum(POST_FORMAT_KEYS),
  text: z.string(),
  texts: PlatformTextsRow,
  firstComment: z.nullable(z.string()),
  platforms: z.array(Platform),
  ...Planned.shape,
  contentHash: z.string(),
  proposedAt: Timestamp,
  decision: z.nullable(z.enum(POST_DECISIONS)),
  words: z.nullable(z.string()),
  decidedAt: z.nullable(Timestamp),
  decidedVia: z.nullable(z.enum(DECISION_WAYS)),
  /** Null of a decision: the owner, or an approver who was removed. */
  approverId: z.nullable(z.string()),
  /** Name of the approver; null of a decision: the owner. */
  decidedBy: z.nullable(z.string()),
  isWithdrawn: z.boolean(),
  /** An operator left out the platforms that have no live address. */
  isRestLeftOut: z.boolean(),
  /** In the order of the post. */
  media: z.array(PostFileRow),
  publications: z.array(z.object({ platform: Platform, url: z.string() })),
  /** Platforms whose own scheduler has it, for the planned hour. */
  scheduled: z.array(Platform),
  /** The owner’s words when they undid the approval of a scheduled post; null once an operator has stopped it. */
  stopWords: z.nullable(z.string()),
  /** Counts those of all versions. */
  comments: z.int(),
  previous: z.nullable(PreviousVersion),
});
export type PostRow = z.infer<typeof PostRow>;

/**
 * SQL of rows of {@link PostRow}.
 *
 * @param where of `post` and its `business`
 */
export function selectPosts(where: SQL): SQL {
  const order = sql`${sql.param([...PLATFORM_KEYS])}::text[]`;
  return sql`select post.id, business.user_id, business.enquiry_id, post.version, proposed.format, proposed.text, proposed.texts,
      proposed.first_comment, proposed.platforms,
      ${plannedColumns},
      proposed.content_hash, proposed.proposed_at, decided.decision, decided.words, decided.decided_at,
      decided.via as decided_via, decided.approver_id, decided.decided_by,
      post.withdrawn_at is not null as is_withdrawn, post.rest_left_out_at is not null as is_rest_left_out, coalesce((
        select jsonb_agg(jsonb_build_object('platform', live.platform, 'url', live.url)
          order by array_position(${order}, live.platform))
        from ${postPublications} live where live.post_id = post.id
      ), '[]') as publications, coalesce((
        select jsonb_agg(scheduled.platform order by array_position(${order}, scheduled.platform))
        from ${postSchedulings} scheduled where scheduled.post_id = post.id
      ), '[]') as scheduled, (
        select stop.words from ${postStopRequests} stop
        where stop.post_id = post.id and stop.version = post.version and stop.settled_at is null
      ) as stop_words, coalesce((
        select jsonb_agg(jsonb_build_object('mediaId', file.id, 'sha256', file.sha256, 'alt', shown.alt, 'type', file.type,
          'name', file.name, 'bytes', file.bytes, 'width', file.width, 'height', file.height, 'seconds', file.seconds, 'hasPoster', file.has_poster) order by shown.position)
        from ${postVersionMedia} shown join ${media} file on file.id = shown.media_id
        where shown.post_id = post.id and shown.version = post.version
      ), '[]') as media, (
        select count(*)::int from ${postComments} comment where comment.post_id = post.id and comment.hidden_at is null
      ) as comments, (
        select jsonb_build_object('version', before.version, 'format', before.format, 'text', before.text, 'platforms', before.platforms,
          ${plannedPairs(sql`before`)},
          'words', asked.words, 'firstComment', before.first_comment, 'mediaIds', coalesce((
            select jsonb_agg(shown.media_id order by shown.position) from ${postVersionMedia} shown
            where shown.post_id = before.post_id and shown.version = before.version
          ), '[]'))
        from ${postVersions} before
        left join ${postDecisions} asked on asked.post_id = before.post_id and asked.version = before.version
        where before.post_id = post.id and before.version = post.version - 1
      ) as previous
    from ${posts} post
    join ${businesses} business on business.id = post.business_id
    join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
    left join ${postDecisions} decided on decided.post_id = post.id and decided.version = post.version
    where ${where}`;
}

/** Condition on `post`: the owner took back the yes while it was scheduled, and no operator has answered. */
export const isToStop: SQL = sql`exists (
    select from ${postStopRequests} stop
    where stop.post_id = post.id and stop.version = post.version and stop.settled_at is null
  )`;

/** Condition in {@link selectPosts}: platforms' own schedulers have the post wherever it is not live. */
export const isScheduledEverywhere: SQL = sql`(exists (
    select from ${postSchedulings} scheduled where scheduled.post_id = post.id
  ) and not exists (
    select from unnest(proposed.platforms) as planned(platform) where not exists (
      select from ${postSchedulings} scheduled where scheduled.post_id = post.id and scheduled.platform = planned.platform
    ) and not exists (
      select from ${postPublications} live where live.post_id = post.id and live.platform = planned.platform
    )
  ))`;

/** Condition in {@link selectPosts}: on some platform the post is neither live nor left out. */
export const isToPublish: SQL = sql`(post.rest_left_out_at is null and not ${isToStop} and exists (
    select from unnest(proposed.platforms) as planned(platform) where not exists (
      select from ${postPublications} live where live.post_id = post.id and live.platform = planned.platform
    )
  ))`;

/** Condition in {@link selectPosts}: when the customer has left, only published posts are shown. */
export const isShownAfter = (hasLeft: SQL): SQL => sql`(not ${hasLeft} or exists (
    select from ${postPublications} live where live.post_id = post.id
  ))`;
