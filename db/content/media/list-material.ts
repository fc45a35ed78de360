import { sql } from "drizzle-orm";
import * as z from "zod";
import { MEDIA_REFUSALS, MEDIA_STATES, MEDIA_TYPE_KEYS } from "#contracts/content/media.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { isServed } from "#db/content/own-business-sql.ts";
import { businesses } from "#db/schema/content.ts";
import { media } from "#db/schema/media.ts";

export const MediaRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(MEDIA_STATES),
  type: z.nullable(z.enum(MEDIA_TYPE_KEYS)),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  refusal: z.nullable(z.enum(MEDIA_REFUSALS)),
});
export type MediaRow = z.infer<typeof MediaRow>;

const Row = z.object({
  isSessionValid: z.boolean(),
  canAdd: z.boolean(),
  material: z.array(MediaRow),
});

/**
 * Lists what a user uploaded, the newest first.
 *
 * @returns null when the session has ended
 */
export async function listMaterial(
  db: Db,
  user: CurrentUserAt,
): Promise<z.infer<typeof Row> | null> {
  const userId = sql`${user.userId}::uuid`;
  const found = await oneRowOf(
    db,
    sql`select ${isValidSession(user, user.at)} as is_session_valid, ${isServed(userId)} as can_add, coalesce((
        select jsonb_agg(to_jsonb(file) order by file.created_at desc, file.id desc)
        from ${businesses} own join ${media} file on file.business_id = own.id
        where own.user_id = ${userId} and file.uploaded_by is null
      ), '[]') as material`,
    Row,
  );
  return found.isSessionValid ? found : null;
}
