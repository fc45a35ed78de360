import { sql } from "drizzle-orm";
import { isPublished, PostRow, selectPosts } from "#db/content/select-posts.ts";
import { type Db, rowsOf } from "#db/client.ts";

const POSTS_MAX = 200;

/** Lists a user's posts, the last planned first. */
export async function listPostsOfUser(db: Db, userId: string): Promise<PostRow[]> {
  return rowsOf(
    db,
    sql`${selectPosts(sql`own.user_id = ${userId}::uuid`)}
      order by proposed.planned_on desc, proposed.planned_time desc, post.id desc limit ${POSTS_MAX}::int`,
    PostRow,
  );
}

/**
 * Lists posts of all customers that are neither published nor withdrawn: what waits for us before what waits for customers, the
 * first planned first.
 *
 * @param since London date
 */
export async function listOpenPosts(db: Db, since: string): Promise<PostRow[]> {
  return rowsOf(
    db,
    sql`${selectPosts(sql`proposed.planned_on >= ${since}::date and post.withdrawn_at is null and not ${isPublished}`)}
      order by decided.decision is null, proposed.planned_on, proposed.planned_time, post.id limit ${POSTS_MAX}::int`,
    PostRow,
  );
}

export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [post] = await rowsOf(db, selectPosts(sql`post.id = ${id}`), PostRow);
  return post ?? null;
}
