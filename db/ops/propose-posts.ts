import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as z from "zod";
import { canonicalPost, type PostContent, type PostFormat } from "#contracts/content/posts.ts";
import { isTrialComplete } from "#contracts/content/trial.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { postOwnerOf } from "#db/content/post-owner.ts";
import { writeEvent } from "#db/events/insert-event.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";

export type ProposedPost = PostContent & { id: string };

type ProposePosts = {
  newBusinessId: string;
  posts: readonly ProposedPost[];
  /** The operator's name. */
  by: string;
  event: EventOf<"PostProposed">;
};

export function contentHash(post: PostContent): string {
  return createHash("sha256").update(canonicalPost(post)).digest("hex");
}

/**
 * The posts' ids are the idempotency key of a form that is sent twice.
 *
 * @returns how many are new
 */
export async function proposePosts(
  db: Db,
  { newBusinessId, posts: proposed, by, event }: ProposePosts,
): Promise<number> {
  const key = sql.raw(event.data.userId === null ? "enquiry_id" : "user_id");
  const at = sql`${event.occurredAt}::timestamptz`;
  const given = JSON.stringify(
    proposed.map((post) => ({
      id: post.id,
      format: post.format,
      body: post.text,
      platforms: post.platforms,
      planned_on: post.plannedOn,
      planned_time: post.plannedTime,
      content_hash: contentHash(post),
    })),
  );
  return db.transaction(async (tx) => {
    const { count } = await oneRowOf(
      tx,
      sql`with own as (
      insert into ${businesses} (id, user_id, enquiry_id, created_at)
      values (${newBusinessId}, ${event.data.userId}::uuid, ${event.data.enquiryId ?? null}, ${at})
      on conflict (${key}) do update set ${key} = excluded.${key}
      returning id
    ), given as (
      select * from jsonb_to_recordset(${given}::jsonb) as given(
        id text, format text, body text, platforms jsonb, planned_on date, planned_time time, content_hash text
      )
    ), added as (
      insert into ${posts} (id, business_id, version, created_at)
      select given.id, own.id, 1, ${at} from given, own
      on conflict do nothing
      returning id
    ), versions as (
      insert into ${postVersions} (
        post_id, version, format, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by
      )
      select given.id, 1, given.format, given.body, array(select jsonb_array_elements_text(given.platforms)), given.planned_on,
        given.planned_time, given.content_hash, ${at}, ${by}
      from given join added on added.id = given.id
    )
    select count(*)::int as count from added`,
      z.object({ count: z.int() }),
    );
    if (count > 0) await recordProposal(tx, event);
    return count;
  });
}

/** After the posts are written. Of a free trial, the event says whether it has all that was promised. */
export async function recordProposal(tx: Db, event: EventOf<"PostProposed">): Promise<void> {
  const { enquiryId } = event.data;
  const data =
    enquiryId === undefined
      ? event.data
      : { ...event.data, isTrialComplete: isTrialComplete(await listFormats(tx, enquiryId)) };
  await writeEvent(tx, { ...event, data }, postOwnerOf(data));
}

/** The lock: of two proposals at once, the later one counts both. */
async function listFormats(tx: Db, enquiryId: string): Promise<PostFormat[]> {
  const own = await tx
    .select({ id: businesses.id })
    .from(businesses)
    .where(eq(businesses.enquiryId, enquiryId))
    .for("update");
  const rows = await tx
    .select({ format: postVersions.format })
    .from(posts)
    .innerJoin(
      postVersions,
      and(eq(postVersions.postId, posts.id), eq(postVersions.version, posts.version)),
    )
    .where(
      and(
        inArray(
          posts.businessId,
          own.map(({ id }) => id),
        ),
        isNull(posts.withdrawnAt),
      ),
    );
  return rows.map(({ format }) => format);
}
