import { sql } from "drizzle-orm";
import { isBusinessOf } from "#db/content/post-owner.ts";
import { isPublished, PostRow, selectPosts } from "#db/content/select-posts.ts";
import { type Db, rowsOf } from "#db/client.ts";

const POSTS_MAX = 200;

/** Lists posts of a customer, the last planned first. @param key id of the user, or of the free-trial enquiry */
export async function listPostsOfCustomer(db: Db, key: string): Promise<PostRow[]> {
  return rowsOf(
    db,
    sql`${selectPosts(isBusinessOf(key))}
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
