import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { PLATFORM_KEYS } from "#contracts/content/brief-answers.ts";
import { POST_FORMAT_KEYS } from "#contracts/content/posts.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { isBusinessOf } from "#db/content/post-owner.ts";
import { PlatformTextsRow, PostFileRow } from "#db/content/select-posts.ts";
import { businesses } from "#db/schema/content.ts";
import { postDraftMedia, postDrafts } from "#db/schema/drafts.ts";
import { media } from "#db/schema/media.ts";
import { Timestamp } from "#db/timestamps.ts";

const Row = z.object({
  id: z.string(),
  /** The proposed post that it changes, and the version that the change began from. */
  postId: z.nullable(z.string()),
  baseVersion: z.nullable(z.int()),
  format: z.enum(POST_FORMAT_KEYS),
  text: z.string(),
  texts: PlatformTextsRow,
  firstComment: z.nullable(z.string()),
  platforms: z.array(z.enum(PLATFORM_KEYS)),
  /** Empty until it is known, as the time. */
  plannedOn: z.string(),
  plannedTime: z.string(),
  note: z.string(),
  assigneeId: z.nullable(z.string()),
  revision: z.int(),
  savedAt: Timestamp,
  savedBy: z.string(),
  readyAt: z.nullable(Timestamp),
  readyBy: z.nullable(z.string()),
  /** In the order of the post. */
  media: z.array(PostFileRow),
});
export type DraftRow = z.infer<typeof Row>;

/** More than three months of the largest plan. */
const DRAFTS_MAX = 200;

/** @param which of `draft` */
function selectDrafts(which: SQL): SQL {
  return sql`select draft.id, draft.post_id, draft.base_version, draft.format, draft.text, draft.texts, draft.first_comment,
      draft.platforms, coalesce(to_char(draft.planned_on, 'YYYY-MM-DD'), '') as planned_on,
      coalesce(to_char(draft.planned_time, 'HH24:MI'), '') as planned_time, draft.note, draft.assignee_id, draft.revision,
      draft.saved_at, draft.saved_by, draft.ready_at, draft.ready_by, coalesce((
        select jsonb_agg(jsonb_build_object('mediaId', file.id, 'sha256', file.sha256, 'alt', shown.alt, 'type', file.type,
          'name', file.name, 'bytes', file.bytes, 'width', file.width, 'height', file.height, 'seconds', file.seconds, 'hasPoster', file.has_poster) order by shown.position)
        from ${postDraftMedia} shown join ${media} file on file.id = shown.media_id
        where shown.draft_id = draft.id
      ), '[]') as media
    from ${postDrafts} draft where ${which}
    order by draft.planned_on nulls last, draft.planned_time nulls last, draft.id limit ${DRAFTS_MAX}::int`;
}

/**
 * Lists the drafts of a customer, the first planned first, those without a day last.
 *
 * @param key id of the user, or of the free-trial enquiry
 */
export async function listDrafts(
  db: Db,
  key: string,
  which: { month: string } | { ids: readonly string[] } | { postId: string },
): Promise<DraftRow[]> {
  const own = sql`draft.business_id = (select business.id from ${businesses} business where ${isBusinessOf(key)})`;
  const chosen =
    "month" in which
      ? sql`(draft.planned_on is null or (draft.planned_on >= ${`${which.month}-01`}::date
          and draft.planned_on < ${`${which.month}-01`}::date + interval '1 month'))`
      : "ids" in which
        ? sql`draft.id = any(${sql.param([...which.ids])}::text[])`
        : sql`draft.post_id = ${which.postId}`;
  return rowsOf(db, Row)`${selectDrafts(sql`${own} and ${chosen}`)}`;
}
