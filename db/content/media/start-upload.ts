import { sql } from "drizzle-orm";
import * as z from "zod";
import type { StartUploadRequest } from "#contracts/api/content/material.ts";
import { MEDIA_MAX } from "#contracts/content/media.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { mayChangeBrief } from "#db/content/own-business-sql.ts";
import { businesses } from "#db/schema/content.ts";
import { media, uploadParts } from "#db/schema/media.ts";

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

const Row = z.object({ mayAdd: z.boolean(), isFull: z.boolean(), upload: z.nullable(Upload) });

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
  return oneRowOf(
    db,
    sql`with allowed as (select ${mayChangeBrief(user)} as may_add),
    own as (
      insert into ${businesses} (id, user_id, created_at)
      select ${newBusinessId}, ${user.userId}::uuid, ${at} from allowed where may_add
      on conflict (user_id) do update set user_id = excluded.user_id
      returning id
    ), known as (
      select file.id, file.upload_id from own join ${media} file on file.business_id = own.id
      where file.state = 'uploading' and file.fingerprint = ${file.fingerprint} and file.bytes = ${file.bytes}::int
    ), counted as (
      select count(*) >= ${MEDIA_MAX}::int as is_full
      from own join ${media} file on file.business_id = own.id where file.uploaded_by is null
    ), begun as (
      insert into ${media} (id, business_id, state, name, bytes, fingerprint, created_at)
      select ${newMediaId}, own.id, 'uploading', ${file.name}, ${file.bytes}::int, ${file.fingerprint}, ${at}
      from own, counted where not is_full and not exists (select from known)
      on conflict do nothing
      returning id, upload_id
    )
    select may_add, is_full, (
      select jsonb_build_object('id', one.id, 'uploadId', one.upload_id, 'parts', array(
        select part.part from ${uploadParts} part where part.media_id = one.id order by part.part
      )) from (select * from known union all select * from begun) one
    ) as upload
    from allowed, counted`,
    Row,
  );
}
