import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import {
  type MediaState,
  type MediaType,
  MEDIA_STATES,
  MEDIA_REFUSALS,
  MEDIA_TYPE_KEYS,
} from "#contracts/content/media.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, findRowOf, oneRowOf } from "#db/client.ts";
import { hasSubscriptionInService } from "#db/content/in-service-sql.ts";
import { businesses } from "#db/schema/content.ts";
import { media, uploadParts } from "#db/schema/media.ts";

type FoundMedia = { state: MediaState; type: MediaType | null };

export async function findMedia(db: Db, mediaId: string): Promise<FoundMedia | null> {
  const [found] = await db
    .select({ state: media.state, type: media.type })
    .from(media)
    .where(eq(media.id, mediaId));
  return found ?? null;
}

const OwnUploadRow = z.object({
  state: z.enum(MEDIA_STATES),
  bytes: z.int(),
  uploadId: z.nullable(z.string()),
  parts: z.array(z.object({ partNumber: z.int(), etag: z.string() })),
});
export type OwnUpload = z.infer<typeof OwnUploadRow>;

export function findOwnUpload(db: Db, { user, mediaId }: { user: CurrentUserAt; mediaId: string }) {
  return findRowOf(db, OwnUploadRow)`select file.state, file.bytes, file.upload_id, coalesce((
      select jsonb_agg(jsonb_build_object('partNumber', part.part, 'etag', part.etag) order by part.part)
      from ${uploadParts} part where part.media_id = file.id
    ), '[]') as parts
    from ${businesses} business join ${media} file on file.business_id = business.id
    where file.id = ${mediaId} and business.user_id = ${user.userId}::uuid and ${isValidSession(user, user.at)}`;
}

const UploadRow = z.object({ bytes: z.int(), uploadId: z.nullable(z.string()) });

/** Finds an upload that is not finished. */
export function findUpload(db: Db, mediaId: string) {
  return findRowOf(db, UploadRow)`select file.bytes, file.upload_id from ${media} file
      where file.id = ${mediaId} and file.state = 'uploading'`;
}

export const MediaRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(MEDIA_STATES),
  type: z.nullable(z.enum(MEDIA_TYPE_KEYS)),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  refusal: z.nullable(z.enum(MEDIA_REFUSALS)),
  hasPoster: z.boolean(),
});
export type MediaRow = z.infer<typeof MediaRow>;

const MaterialRow = z.object({
  isSessionValid: z.boolean(),
  canAdd: z.boolean(),
  material: z.array(namedAsInSql(MediaRow)),
});

/**
 * Lists what a user uploaded, the newest first.
 *
 * @returns null when the session has ended
 */
export async function listMaterial(
  db: Db,
  user: CurrentUserAt,
): Promise<z.infer<typeof MaterialRow> | null> {
  const userId = sql`${user.userId}::uuid`;
  const found = await oneRowOf(db, MaterialRow)`
    select ${isValidSession(user, user.at)} as is_session_valid, ${hasSubscriptionInService(userId)} as can_add, coalesce((
      select jsonb_agg(to_jsonb(file) order by file.created_at desc, file.id desc)
      from ${businesses} business join ${media} file on file.business_id = business.id
      where business.user_id = ${userId} and file.uploaded_by is null
    ), '[]') as material`;
  return found.isSessionValid ? found : null;
}
