import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { PostRow, selectPosts } from "#db/content/select-posts.ts";

export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [post] = await rowsOf(db, selectPosts(sql`post.id = ${id}`), PostRow);
  return post ?? null;
}
