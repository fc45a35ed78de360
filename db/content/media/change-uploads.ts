import { sql, and, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import type { StartUploadRequest } from "#contracts/api/content/material.ts";
import { MEDIA_MAX, type MediaType, type MediaRefusal } from "#contracts/content/media.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { type Db, findValueOf, hasRow, oneRowOf } from "#db/client.ts";
import { mayChangeBrief } from "#db/content/in-service-sql.ts";
import { ensureBusiness } from "#db/content/post-owner.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { media, uploadParts } from "#db/schema/media.ts";
import { isHeld } from "./change-media.ts";

type StartUpload = {
  user: CurrentUserAt;
  newBusinessId: string;
  newMediaId: string;
  file: StartUploadRequest;
};

const Upload = z.object({
  id: z.string(),
  uploadId: z.nullable(z.string()),
  parts: z.array(z.int()),
});
type Upload = z.infer<typeof Upload>;

const StartedRow = z.object({
  mayAdd: z.boolean(),
  isFull: z.boolean(),
  upload: z.nullable(Upload),
});

/** Begins an upload, or finds the unfinished one of the same file: two tabs share it. Two at once may pass the limit by one. */
export async function startUpload(
  db: Db,
  input: StartUpload,
): Promise<Upload | "full" | "refused"> {
  const first = await start(db, input);
  const isBegunByAnother = first.mayAdd && !first.isFull && first.upload === null;
  const { mayAdd, isFull, upload } = isBegunByAnother ? await start(db, input) : first;
  if (!mayAdd) return "refused";
  if (upload !== null) return upload;
  if (isFull) return "full";
  throw new Error("the upload began and ended in between");
}

async function start(db: Db, { user, newBusinessId, newMediaId, file }: StartUpload) {
  const at = sql`${user.at}::timestamptz`;
  return oneRowOf(db, StartedRow)`with allowed as (select ${mayChangeBrief(user)} as may_add),
  business as (
    ${ensureBusiness({ newBusinessId, userId: user.userId, enquiryId: null, at: user.at }, sql`(select may_add from allowed)`)}
  ), known as (
    select file.id, file.upload_id from business join ${media} file on file.business_id = business.id
    where file.state = 'uploading' and file.fingerprint = ${file.fingerprint} and file.bytes = ${file.bytes}::int
  ), counted as (
    select count(*) >= ${MEDIA_MAX}::int as is_full
    from business join ${media} file on file.business_id = business.id
    where file.uploaded_by is null and not ${isHeld(sql`file.id`)}
  ), begun as (
    insert into ${media} (id, business_id, state, name, bytes, fingerprint, created_at)
    select ${newMediaId}, business.id, 'uploading', ${file.name}, ${file.bytes}::int, ${file.fingerprint}, ${at}
    from business, counted where not is_full and not exists (select from known)
    on conflict do nothing
    returning id, upload_id
  )
  select may_add, is_full, (
    select jsonb_build_object('id', one.id, 'uploadId', one.upload_id, 'parts', array(
      select part.part from ${uploadParts} part where part.media_id = one.id order by part.part
    )) from (select * from known union all select * from begun) one
  ) as upload
  from allowed, counted`;
}

/** @returns the id that stands: of two requests at once the first one's; null when the upload is gone */
export function saveUploadId(
  db: Db,
  { mediaId, uploadId }: { mediaId: string; uploadId: string },
): Promise<string | null> {
  return findValueOf(db, z.string())`
    update ${media} file set upload_id = coalesce(file.upload_id, ${uploadId})
    where file.id = ${mediaId} and file.state = 'uploading' returning file.upload_id`;
}

type SavePart = {
  mediaId: string;
  part: number;
  /** R2 answered with it. */
  etag: string;
  /** The first part shows it; null for the others. */
  type: MediaType | null;
};

/** A part that is sent again replaces the earlier one, as in R2. */
export async function savePart(db: Db, { mediaId, part, etag, type }: SavePart): Promise<void> {
  await db.execute(sql`with upload as (
      update ${media} file set type = coalesce(${type}, file.type)
      where file.id = ${mediaId} and file.state = 'uploading' returning file.id
    )
    insert into ${uploadParts} (media_id, part, etag) select upload.id, ${part}::int, ${etag} from upload
    on conflict (media_id, part) do update set etag = excluded.etag`);
}

/**
 * Completes an upload whose parts have become one object.
 *
 * @returns false when another request completed or removed it
 */
export function completeUpload(db: Db, event: EventOf<"MaterialUploaded">): Promise<boolean> {
  const { mediaId, userId } = event.data;
  return hasRow(db)`with completed as (
    update ${media} file set state = 'checking', upload_id = null
    where file.id = ${mediaId} and file.state = 'uploading' returning file.id
  ), parts as (
    delete from ${uploadParts} part using completed where part.media_id = completed.id
  ), event as (
    ${insertEvent(event, { type: "user", id: userId }, sql`from completed`)}
  )
  select id from completed`;
}

/** Deletes the upload of a file whose type or size is refused. */
export async function dropUpload(db: Db, mediaId: string): Promise<void> {
  await db.delete(media).where(and(eq(media.id, mediaId), eq(media.state, "uploading")));
}

type CheckedMedia =
  | { state: "refused"; refusal: MediaRefusal }
  | {
      state: "ready";
      sha256: string;
      bytes: number;
      width: number | null;
      height: number | null;
      seconds: number | null;
      hasPoster: boolean;
    };

export async function finishCheck(db: Db, mediaId: string, checked: CheckedMedia): Promise<void> {
  await db
    .update(media)
    .set(checked)
    .where(and(eq(media.id, mediaId), inArray(media.state, ["uploading", "checking"])));
}
