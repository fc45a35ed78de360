import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import * as z from "zod";
import { canonicalPost, type PostContent } from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { postOwnerOf } from "#db/content/post-owner.ts";
import { insertEventWithPromises } from "#db/events/insert-event.ts";
import { businesses, posts, postVersions } from "#db/schema/content.ts";

export type ProposedPost = PostContent & { id: string };

type ProposePosts = {
  /** Of a business that is new. */
  businessId: string;
  posts: readonly ProposedPost[];
  /** The operator's name. */
  by: string;
  event: EventOf<"PostProposed">;
};

export function contentHash(post: PostContent): string {
  return createHash("sha256").update(canonicalPost(post)).digest("hex");
}

/** The posts' ids are the idempotency key of a form that is sent twice. @returns how many are new */
export async function proposePosts(
  db: Db,
  { businessId, posts: proposed, by, event }: ProposePosts,
): Promise<number> {
  const owner = postOwnerOf(event.data);
  const key = sql.raw(owner.type === "user" ? "user_id" : "enquiry_id");
  const at = sql`${event.occurredAt}::timestamptz`;
  const given = JSON.stringify(
    proposed.map((post) => ({
      id: post.id,
      body: post.text,
      platforms: post.platforms,
      planned_on: post.plannedOn,
      planned_time: post.plannedTime,
      content_hash: contentHash(post),
    })),
  );
  const { count } = await oneRowOf(
    db,
    sql`with own as (
      insert into ${businesses} (id, user_id, enquiry_id, created_at)
      values (${businessId}, ${event.data.userId}::uuid, ${event.data.enquiryId ?? null}, ${at})
      on conflict (${key}) do update set ${key} = excluded.${key}
      returning id
    ), given as (
      select * from jsonb_to_recordset(${given}::jsonb) as given(
        id text, body text, platforms jsonb, planned_on date, planned_time time, content_hash text
      )
    ), added as (
      insert into ${posts} (id, business_id, version, created_at)
      select given.id, own.id, 1, ${at} from given, own
      on conflict do nothing
      returning id
    ), versions as (
      insert into ${postVersions} (
        post_id, version, text, platforms, planned_on, planned_time, content_hash, proposed_at, proposed_by
      )
      select given.id, 1, given.body, array(select jsonb_array_elements_text(given.platforms)), given.planned_on,
        given.planned_time, given.content_hash, ${at}, ${by}
      from given join added on added.id = given.id
    ), ${insertEventWithPromises("event", event, owner, sql`where exists (select from added)`)}
    select count(*)::int as count from added`,
    z.object({ count: z.int() }),
  );
  return count;
}
