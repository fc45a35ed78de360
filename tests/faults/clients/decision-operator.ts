import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { DAY_MS } from "#contracts/durations.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { ID_RANDOM_BYTES, type IdKind, makeId } from "#contracts/ids.ts";
import { connectDatabase } from "#db/connect.ts";
import { publishPost } from "#db/ops/change-post.ts";
import { approvers, businesses, postDecisions } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { mailDecisions } from "../../../worker/schedules/due-notices.ts";
import { insertAccountRow } from "../../support/customer-rows.ts";
import { POST, propose } from "../../support/post-rows.ts";

export interface Business {
  readonly userId: string;
  readonly businessId: string;
  /** Addresses of the two people who decide. */
  readonly owner: string;
  readonly approver: string;
}

const OUTAGE_MAX_MS = 60_000;
const OPERATOR = { kind: "ops", name: "Ada" } as const;

const newId = <K extends IdKind>(kind: K) => makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES));
const context = { makeId: newId, now: () => new Date(), correlationId: null };

/** Makes an operator who proposes and publishes posts in the database, and goes on after an outage of PostgreSQL. */
export function createDecisionOperator(databaseUrl: string, pause: () => Promise<void>) {
  const { db, close } = connectDatabase(databaseUrl, {
    max: 8,
    applicationName: "faults-operator",
    onError: () => undefined,
  });

  /** Repeats a statement whose outcome may be unknown, because PostgreSQL was killed. */
  async function untilSaved<T>(save: () => Promise<T>): Promise<T> {
    const lastMs = performance.now() + OUTAGE_MAX_MS;
    for (;;) {
      try {
        return await save();
      } catch (error) {
        if (performance.now() > lastMs) throw error;
        await pause();
      }
    }
  }

  async function insertBusiness(index: number): Promise<Business> {
    // An account whose statement failed stays behind, without posts.
    const owner = `owner-${index}-${randomUUID()}@faults.example`;
    const approver = owner.replace("owner", "approver");
    const userId = await insertAccountRow(db, { email: owner, isProven: true });
    const businessId = newId("business");
    const createdAt = new Date().toISOString();
    await db.insert(businesses).values({ id: businessId, userId, createdAt });
    await db
      .insert(approvers)
      .values({ id: newId("approver"), businessId, name: "Sam", email: approver, createdAt });
    return { userId, businessId, owner, approver };
  }

  /** @throws while PostgreSQL is away */
  function publish(userId: string, postId: string) {
    const event = newEvent(context, "PostPublished", OPERATOR, {
      userId,
      postId,
      version: 1,
      subscriptionId: null,
      isComplete: true,
    });
    return publishPost(db, {
      urls: [{ platform: "instagram", url: `https://www.instagram.com/p/${postId}` }],
      restLeftOut: false,
      by: OPERATOR.name,
      event,
    });
  }

  async function areMailsSent(userId: string): Promise<boolean> {
    const open = await db
      .select({ id: outboxEvents.id })
      .from(outboxEvents)
      .where(
        and(
          eq(outboxEvents.aggregateId, userId),
          eq(outboxEvents.type, "ApprovalRequested"),
          isNull(outboxEvents.completedAt),
          isNull(outboxEvents.deadLetteredAt),
        ),
      );
    return open.length === 0;
  }

  return {
    publish,

    openBusiness: (index: number) => untilSaved(() => insertBusiness(index)),

    /** @returns ids of the posts */
    async propose({ userId, businessId }: Business, count: number): Promise<readonly string[]> {
      const ids = Array.from({ length: count }, () => newId("post"));
      const event = newEvent(context, "PostProposed", OPERATOR, {
        userId,
        subscriptionId: null,
        posts: ids.map((postId) => ({ postId, version: 1 })),
      });
      const plannedOn = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
      await untilSaved(() =>
        propose(
          db,
          event,
          ids.map((id) => ({ ...POST, id, platforms: ["instagram"], plannedOn })),
          businessId,
        ),
      );
      return ids;
    },

    async publishAll(userId: string, postIds: readonly string[]): Promise<void> {
      for (const postId of postIds) await untilSaved(() => publish(userId, postId));
    },

    /**
     * The worker emails a receipt ten minutes after a person's last decision, so this moves the decisions back by that
     * time. It waits for the approval emails: a repeat of one tells decisions before it from later ones by their time.
     */
    async letQuietPass(userId: string, postIds: readonly string[]): Promise<void> {
      while (!(await untilSaved(() => areMailsSent(userId)))) await pause();
      await untilSaved(() =>
        db
          .update(postDecisions)
          .set({ decidedAt: sql`${postDecisions.decidedAt} - interval '10 minutes'` })
          .where(
            and(
              inArray(postDecisions.postId, [...postIds]),
              isNull(postDecisions.announcedEventId),
            ),
          ),
      );
    },

    async requestReceipts(): Promise<void> {
      const { run: announce } = mailDecisions({ db, makeId: newId, now: context.now });
      await Promise.all([announce(), announce()]);
    },

    close,
  };
}
