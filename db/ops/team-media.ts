import { sql } from "drizzle-orm";
import * as z from "zod";
import type { MediaType } from "#contracts/content/media.ts";
import { type Db, oneRowOf, hasRow } from "#db/client.ts";
import { isHeld } from "#db/content/media/change-media.ts";
import { ensureBusiness, isBusinessOf, type Owned, postOwnerOf } from "#db/content/post-owner.ts";
import { businesses } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";
import { insertOpsAction } from "./record-actions.ts";

type AddMedia = {
  id: string;
  newBusinessId: string;
  owner: Owned;
  name: string;
  bytes: number;
  type: MediaType;
  sha256: string;
  /** The operator's name. */
  by: string;
  /** ISO 8601 */
  at: string;
};

/**
 * Adds a file of an operator, which `finishCheck` makes ready once its objects are there; otherwise it goes like any
 * unfinished upload.
 *
 * @returns false while the same file is being added
 */
export function addMedia(db: Db, input: AddMedia): Promise<boolean> {
  const { id, newBusinessId, owner, name, bytes, type, sha256, by, at } = input;
  const action = {
    action: "media.added",
    by,
    subject: postOwnerOf({ userId: owner.userId, enquiryId: owner.enquiryId ?? undefined }),
    data: { mediaId: id, sha256 },
  };
  return hasRow(db)`with business as (
    ${ensureBusiness({ ...owner, newBusinessId, at })}
  ), added as (
    insert into ${media} (id, business_id, state, name, bytes, fingerprint, type, uploaded_by, created_at)
    select ${id}, business.id, 'uploading', ${name}, ${bytes}::int, ${sha256}, ${type}, ${by}, ${at}::timestamptz
    from business
    on conflict do nothing returning id
  ), audited as (
    ${insertOpsAction(action, sql`from added`)}
  )
  select id from added`;
}

/**
 * Removes a file that no post and no draft has, whoever added it. The objects follow the row.
 *
 * @param input `key`: id of a user or of a free-trial enquiry; `by`: the operator's name
 */
export async function removeMediaOfTeam(
  db: Db,
  { key, mediaId, by }: { key: string; mediaId: string; by: string },
): Promise<"removed" | "kept" | "unknown"> {
  const action = { action: "media.removed", by, subject: { type: "media", id: mediaId } };
  const { isOwn, isRemoved } = await oneRowOf(
    db,
    z.object({ isOwn: z.boolean(), isRemoved: z.boolean() }),
  )`with target as (
    select file.id from ${businesses} business join ${media} file on file.business_id = business.id
    where ${isBusinessOf(key)} and file.id = ${mediaId} and file.state in ('ready', 'refused')
  ), removed as (
    delete from ${media} file using target where file.id = target.id and not ${isHeld(sql`target.id`)}
    returning file.id
  ), audited as (${insertOpsAction(action, sql`from removed`)})
  select exists (select from target) as is_own, exists (select from removed) as is_removed`;
  if (isRemoved) return "removed";
  return isOwn ? "kept" : "unknown";
}
