import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { MediaRow } from "#db/content/media/find-media.ts";
import { isBusinessOf } from "#db/content/post-owner.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";
import { postDraftMedia, postDrafts } from "#db/schema/drafts.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { Timestamp } from "#db/timestamps.ts";

const Row = MediaRow.extend({
  sha256: z.nullable(z.string()),
  /** The length of a video. */
  seconds: z.nullable(z.int()),
  uploadedBy: z.nullable(z.string()),
  createdAt: Timestamp,
});
export type CustomerFile = z.infer<typeof Row>;

/**
 * Lists the files of a customer and all that operators added, the newest first: a draft may have the oldest.
 *
 * @param key id of the user, or of the free-trial enquiry
 */
export async function listMaterialOfCustomer(db: Db, key: string): Promise<CustomerFile[]> {
  return rowsOf(db, Row)`select file.id, file.name, file.state, file.type, file.bytes, file.width,
      file.height, file.refusal, file.sha256,
      file.seconds, file.has_poster, file.uploaded_by, file.created_at
    from ${businesses} business join ${media} file on file.business_id = business.id
    where ${isBusinessOf(key)} and file.state <> 'uploading'
    order by file.created_at desc, file.id desc`;
}

const Use = z.object({
  mediaId: z.string(),
  /** Names a post, or a draft if `isDraft`. */
  id: z.string(),
  isDraft: z.boolean(),
  /** London date; empty for a draft without a day. */
  plannedOn: z.string(),
});

/** Which posts and drafts have the files of a customer, in any version, the newest first. */
export async function listUses(db: Db, key: string): Promise<z.infer<typeof Use>[]> {
  return rowsOf(db, Use)`
    with business as (select business.id from ${businesses} business where ${isBusinessOf(key)})
    select shown.media_id, post.id, false as is_draft, to_char(proposed.planned_on, 'YYYY-MM-DD') as planned_on
    from business join ${posts} post on post.business_id = business.id
    join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
    join lateral (
      select distinct version.media_id from ${postVersionMedia} version where version.post_id = post.id
    ) shown on true
    union all
    select shown.media_id, draft.id, true, coalesce(to_char(draft.planned_on, 'YYYY-MM-DD'), '')
    from business join ${postDrafts} draft on draft.business_id = business.id
    join ${postDraftMedia} shown on shown.draft_id = draft.id
    order by planned_on desc, id`;
}
