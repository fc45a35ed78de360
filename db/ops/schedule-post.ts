import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import type { Platform } from "#contracts/content/brief-answers.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { Db } from "#db/client.ts";
import { postOwnerOf } from "#db/content/post-owner.ts";
import { insertEvent, writeEvent } from "#db/events/insert-event.ts";
import { isOpenPromise } from "#db/promises/find-promises.ts";
import {
  postDecisions,
  postPublications,
  posts,
  postSchedulings,
  postStopRequests,
} from "#db/schema/content.ts";
import { promises } from "#db/schema/promises.ts";
import type { ChangeOutcome } from "./change-post.ts";
import { lockPost } from "./lock-post.ts";
import { recordOpsAction } from "./record-actions.ts";

/**
 * Records the platforms whose schedulers have an approved post, in place of those recorded before.
 *
 * @param event names the platforms; with `goesLiveAt`, the planned hour that was approved
 */
export async function schedulePost(
  db: Db,
  { platforms, by, event }: { platforms: readonly Platform[]; by: string; event: Scheduled },
): Promise<ChangeOutcome> {
  const { postId, version, goesLiveAt } = event.data;
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post?.version !== version || post.isStopAsked) return "outdated";
    if (post.state !== "approved" && post.state !== "published") return "refused";
    const own = eq(postSchedulings.postId, postId);
    const removed = await tx
      .delete(postSchedulings)
      .where(
        platforms.length === 0
          ? own
          : and(own, notInArray(postSchedulings.platform, [...platforms])),
      )
      .returning({ platform: postSchedulings.platform });
    const live = await tx
      .select({ platform: postPublications.platform })
      .from(postPublications)
      .where(eq(postPublications.postId, postId));
    const isLive = (platform: Platform) => live.some((one) => one.platform === platform);
    const given = platforms.filter((platform) => !isLive(platform));
    const added =
      given.length === 0
        ? []
        : await tx
            .insert(postSchedulings)
            .values(
              given.map((platform) => ({
                postId,
                platform,
                version,
                contentHash: post.contentHash,
                goesLiveAt,
                recordedAt: event.occurredAt,
                recordedBy: by,
              })),
            )
            .onConflictDoNothing()
            .returning({ platform: postSchedulings.platform });
    if (added.length + removed.length === 0) return "done_before";
    // The next run of a schedule promises again, with the time that is owed now.
    await tx
      .delete(promises)
      .where(
        and(
          eq(promises.rule, "publish-post"),
          eq(promises.subjectId, postId),
          isNull(promises.missedAt),
          isOpenPromise,
        ),
      );
    if (removed.length > 0) await recordUnscheduled(tx, { postId, by, removed });
    if (added.length > 0) {
      const data = { ...event.data, platforms: added.map(({ platform }) => platform) };
      await tx.execute(insertEvent({ ...event, data }, postOwnerOf(data), sql`from (select) once`));
    }
    return "done";
  });
}

type Scheduled = EventOf<"PostScheduled">;
type Removed = readonly { platform: Platform }[];

const recordUnscheduled = (
  tx: Db,
  { postId, by, removed }: { postId: string; by: string; removed: Removed },
) =>
  recordOpsAction(tx, {
    action: "post.unscheduled",
    by,
    subject: { type: "post", id: postId },
    data: { platforms: removed.map(({ platform }) => platform) },
  });

/**
 * Answers the owner who took back the yes to a scheduled post: it is in no scheduler any more, and the yes becomes a request for changes;
 * or it went live all the same, where an address was recorded, and what is not live is left out.
 *
 * @returns `refused`: nobody asked
 */
export async function stopPost(
  db: Db,
  { by, event }: { by: string; event: EventOf<"PostStopped"> },
): Promise<ChangeOutcome> {
  const { postId, version } = event.data;
  return db.transaction(async (tx) => {
    const post = await lockPost(tx, postId);
    if (post?.version !== version) return "outdated";
    const isOf = and(eq(postStopRequests.postId, postId), eq(postStopRequests.version, version));
    const [asked] = await tx.select().from(postStopRequests).where(isOf);
    if (asked === undefined) return "refused";
    if (asked.settledAt !== null) return "done_before";
    const removed = await tx
      .delete(postSchedulings)
      .where(eq(postSchedulings.postId, postId))
      .returning({ platform: postSchedulings.platform });
    await recordUnscheduled(tx, { postId, by, removed });
    await tx.update(postStopRequests).set({ settledAt: event.occurredAt }).where(isOf);
    const isLive = post.state === "published";
    if (isLive)
      await tx.update(posts).set({ restLeftOutAt: event.occurredAt }).where(eq(posts.id, postId));
    await tx
      .update(postDecisions)
      .set({
        // The email of this event tells the customer: no receipt does.
        announcedEventId: event.id,
        ...(!isLive && {
          decision: "changes_requested",
          words: asked.words,
          decidedAt: asked.requestedAt,
          via: asked.via,
          approverId: null,
          decidedBy: null,
        }),
      })
      .where(and(eq(postDecisions.postId, postId), eq(postDecisions.version, version)));
    const data = { ...event.data, isLive };
    await writeEvent(tx, { ...event, data }, postOwnerOf(data));
    return "done";
  });
}
