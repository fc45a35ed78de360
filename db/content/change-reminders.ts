import { inArray, sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { postReminders, posts as postsTable } from "#db/schema/content.ts";
import { postOwnerOf } from "./post-owner.ts";

/** Writes the events of one reminder, one for each reader. Of two workers one writes them. */
export async function recordReminder(
  db: Db,
  events: readonly EventOf<"PostsReminded">[],
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const { kind, posts } = first.data;
  // The last reminder before the hour stands for the one before it, too.
  const kinds = kind === "decide_again" ? (["decide", "decide_again"] as const) : [kind];
  await db.transaction(async (tx) => {
    const ids = posts.map(({ postId }) => postId);
    const owned = await tx
      .select({ id: postsTable.id })
      .from(postsTable)
      .where(inArray(postsTable.id, ids))
      .for("key share");
    // The owner was erased meanwhile.
    if (owned.length === 0) return;
    const told = await tx
      .insert(postReminders)
      .values(
        kinds.flatMap((one) =>
          posts.map((post) => ({
            ...post,
            kind: one,
            eventId: first.id,
            sentAt: first.occurredAt,
          })),
        ),
      )
      .onConflictDoNothing()
      .returning({ kind: postReminders.kind });
    if (!told.some((one) => one.kind === kind)) return;
    for (const event of events)
      await tx.execute(insertEvent(event, postOwnerOf(event.data), sql`from (select) once`));
  });
}
