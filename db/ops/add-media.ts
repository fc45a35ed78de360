import { sql } from "drizzle-orm";
import * as z from "zod";
import type { MediaType } from "#contracts/content/media.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { posts } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";
import { insertOpsAction } from "./ops-action-sql.ts";

type AddMedia = {
  id: string;
  /** Names the business. */
  postId: string;
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
 * @returns false without such a post, or while the same file is being added
 */
export async function addMedia(db: Db, input: AddMedia): Promise<boolean> {
  const { id, postId, name, bytes, type, sha256, by, at } = input;
  const action = {
    action: "media.added",
    by,
    subject: { type: "post", id: postId },
    data: { mediaId: id, sha256 },
  };
  const added = await rowsOf(
    db,
    sql`with added as (
      insert into ${media} (id, business_id, state, name, bytes, fingerprint, type, uploaded_by, created_at)
      select ${id}, post.business_id, 'uploading', ${name}, ${bytes}::int, ${sha256}, ${type}, ${by}, ${at}::timestamptz
      from ${posts} post where post.id = ${postId}
      on conflict do nothing returning id
    ), audited as (
      ${insertOpsAction(action, sql`from added`)}
    )
    select id from added`,
    z.object({ id: z.string() }),
  );
  return added.length > 0;
}
