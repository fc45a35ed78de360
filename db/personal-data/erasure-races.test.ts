import { randomUUID } from "node:crypto";
import { eq, getTableName } from "drizzle-orm";
import { describe, expect } from "vitest";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { adoptTrial } from "#db/content/adopt-trials.ts";
import { openApprovalLinks } from "#db/content/change-approval-links.ts";
import { addApprover } from "#db/content/change-approvers.ts";
import { saveBrief } from "#db/content/change-brief.ts";
import { writeCommentOfOperator, writeCommentOfUser } from "#db/content/change-comments.ts";
import { recordReminder } from "#db/content/change-reminders.ts";
import { startUpload } from "#db/content/media/change-uploads.ts";
import { proposeDrafts, saveDrafts } from "#db/ops/change-drafts.ts";
import { assignAccountManager } from "#db/ops/change-operators.ts";
import { assignPost, publishPost, withdrawPost } from "#db/ops/change-post.ts";
import { schedulePost } from "#db/ops/schedule-post.ts";
import { addMedia } from "#db/ops/team-media.ts";
import { startPublishPromises } from "#db/promises/change-promises.ts";
import { approvers, briefVersions, businesses, posts } from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { media } from "#db/schema/media.ts";
import { promises } from "#db/schema/promises.ts";
import { reports } from "#db/schema/reports.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { countLockWaits, type TestDatabase, test as base } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { insertManager } from "../../tests/support/manager-rows.ts";
import { newId, submitTestEnquiry } from "../../tests/support/pipeline.ts";
import { decidePost, POST, proposePost } from "../../tests/support/post-rows.ts";
import { publishDraft, saveDraft } from "../../tests/support/report-rows.ts";
import { eraseAccount } from "./erase-account.ts";

const AT = "2026-11-26T12:00:00.000Z";
const LIVE_AT = "2026-11-27T18:00:00.000Z";
const EMAIL = "ada@shop.example";
const context = { makeId: newId, now: () => new Date(AT), correlationId: null };
const OPERATOR = { kind: "ops", name: "Ada" } as const;

/** A customer who has cancelled: a free trial, a post that is approved, one that waits, a draft, a report's draft, and a manager. */
type World = {
  userId: string;
  enquiryId: string;
  managerId: string;
  approvedId: string;
  waitingId: string;
  draftId: string;
  reportId: string;
};

const draftOf = (id: string, revision = 0) => ({
  ...POST,
  id,
  revision,
  base: null,
  note: "",
  assigneeId: null,
  media: [],
});

const ownerOf = ({ userId }: World) => ({ userId, enquiryId: null });
const userOf = ({ userId }: World) => ({ userId, sessionId: null, at: AT });
const customerOf = ({ userId }: World) => ({ kind: "user", userId }) as const;
const postOf = ({ userId, approvedId: postId }: World) => ({ userId, postId, version: 1 });

/** Everything that makes content, or changes it, of a customer. */
const WRITERS = {
  "draft that is saved": (db, world) =>
    saveDrafts(db, {
      newBusinessId: newId("business"),
      owner: ownerOf(world),
      drafts: [draftOf(newId("post"))],
      by: "Ada",
      at: AT,
    }),
  "draft of a trial that is saved": (db, { enquiryId }) =>
    saveDrafts(db, {
      newBusinessId: newId("business"),
      owner: { userId: null, enquiryId },
      drafts: [draftOf(newId("post"))],
      by: "Ada",
      at: AT,
    }),
  "draft that is proposed": (db, { userId, draftId }) =>
    proposeDrafts(db, {
      drafts: [{ id: draftId, revision: 1 }],
      by: "Ada",
      event: newEvent(context, "PostProposed", OPERATOR, {
        userId,
        subscriptionId: "sub_1",
        posts: [{ postId: draftId, version: 1 }],
      }),
    }),
  "post that is given to a scheduler": (db, world) =>
    schedulePost(db, {
      platforms: ["instagram"],
      by: "Ada",
      event: newEvent(context, "PostScheduled", OPERATOR, {
        ...postOf(world),
        platforms: ["instagram"],
        goesLiveAt: LIVE_AT,
      }),
    }),
  "post that is published": (db, world) =>
    publishPost(db, {
      urls: [{ platform: "instagram", url: "https://instagram.example/p/1" }],
      restLeftOut: false,
      by: "Ada",
      event: newEvent(context, "PostPublished", OPERATOR, {
        ...postOf(world),
        subscriptionId: "sub_1",
        isComplete: false,
      }),
    }),
  "post that is withdrawn": (db, world) =>
    withdrawPost(db, { event: newEvent(context, "PostWithdrawn", OPERATOR, postOf(world)) }),
  "post that is given to a colleague": (db, { approvedId, managerId }) =>
    assignPost(db, { postId: approvedId, assigneeId: managerId, by: "Ada" }),
  "post whose hour is promised": (db) => startPublishPromises(db, { at: AT, limit: 9 }),
  "request for changes": (db, { userId, waitingId: postId }) =>
    decidePost(db, context, { userId, postId }, { type: "PostChangesRequested" }),
  "comment of the customer": (db, world) =>
    writeCommentOfUser(db, userOf(world), {
      key: randomUUID(),
      version: 1,
      text: "Which photo?",
      event: newEvent(context, "PostCommented", customerOf(world), {
        userId: world.userId,
        postId: world.waitingId,
        commentId: newId("comment"),
        by: "customer",
      }),
    }),
  "comment of an operator": (db, { userId, managerId, waitingId }) =>
    writeCommentOfOperator(db, managerId, {
      key: randomUUID(),
      version: 1,
      text: "This one?",
      event: newEvent(context, "PostCommented", OPERATOR, {
        userId,
        postId: waitingId,
        commentId: newId("comment"),
        by: "operator",
      }),
    }),
  "reminder of a decision": (db, { userId, waitingId }) =>
    recordReminder(db, [
      newEvent(
        context,
        "PostsReminded",
        { kind: "system", name: "remind" },
        {
          userId,
          kind: "decide",
          linkId: newId("approvalLink"),
          posts: [{ postId: waitingId, version: 1 }],
        },
      ),
    ]),
  "link that asks for a decision": (db, { userId, waitingId }) =>
    openApprovalLinks(
      db,
      { ...context, tokenHashOf: () => "0".repeat(64) },
      newEvent(context, "PostProposed", OPERATOR, {
        userId,
        subscriptionId: "sub_1",
        posts: [{ postId: waitingId, version: 1 }],
      }),
    ),
  "file of an operator": (db, world) =>
    addMedia(db, {
      id: newId("media"),
      newBusinessId: newId("business"),
      owner: ownerOf(world),
      name: "fig.jpg",
      bytes: 9,
      type: "image/jpeg",
      sha256: "0".repeat(64),
      by: "Ada",
      at: AT,
    }),
  "file of the customer": (db, world) =>
    startUpload(db, {
      user: userOf(world),
      newBusinessId: newId("business"),
      newMediaId: newId("media"),
      file: { name: "fig.jpg", bytes: 9, fingerprint: "0".repeat(64) },
    }),
  "brief that is saved": (db, world) =>
    saveBrief(db, {
      user: userOf(world),
      newBusinessId: newId("business"),
      version: 1,
      revision: 0,
      answers: NO_ANSWERS,
    }),
  "approver who is added": (db, world) =>
    addApprover(db, {
      user: userOf(world),
      newBusinessId: newId("business"),
      approver: { email: "ben@shop.example", name: "Ben" },
      event: newEvent(context, "ApproverAdded", customerOf(world), {
        userId: world.userId,
        approverId: newId("approver"),
      }),
    }),
  "account manager who is assigned": (db, { userId, managerId }) =>
    assignAccountManager(db, {
      newBusinessId: newId("business"),
      event: newEvent(context, "AccountManagerAssigned", OPERATOR, { userId, managerId }),
    }),
  "report that is saved": (db, { userId }) => saveDraft(db, userId, { saves: 1, words: "New." }),
  "report that is published": (db, { userId, reportId }) =>
    publishDraft(db, userId, { id: reportId, saves: 1, at: AT }),
  "trial that is adopted": (db, { userId, enquiryId }) =>
    adoptTrial(
      db,
      newEvent(context, "TrialAdopted", { kind: "system", name: "adopt" }, { userId, enquiryId }),
    ),
} satisfies Record<string, (db: Db, world: World) => Promise<unknown>>;

const test = base.extend<{ world: World }>({
  world: async ({ database }, use) => {
    const { db } = database;
    const userId = await insertAccountRow(db, { email: EMAIL, isProven: true });
    await insertCustomer(db, { id: "cus_1", userId });
    const subscription = { id: "sub_1", customerId: "cus_1", userId, cancelAtPeriodEnd: true };
    await insertSubscription(db, subscription);
    const managerId = await insertManager(db, "grace");
    const event = await submitTestEnquiry(database);
    const [enquiry] = await db.update(formSubmissions).set({ email: EMAIL }).returning();
    const enquiryId = enquiry?.id ?? event;
    await proposePost(db, enquiryId);
    const [approvedId, waitingId] = [await proposePost(db, userId), await proposePost(db, userId)];
    await decidePost(db, context, { userId, postId: approvedId });
    const draftId = newId("post");
    await saveDrafts(db, {
      newBusinessId: newId("business"),
      owner: { userId, enquiryId: null },
      drafts: [draftOf(draftId)],
      by: "Ada",
      at: AT,
    });
    const { id: reportId = "" } = (await saveDraft(db, userId)) ?? {};
    await db.delete(outboxEvents);
    await db.delete(promises);
    await use({ userId, enquiryId, managerId, approvedId, waitingId, draftId, reportId });
  },
});

const erased = ({ userId }: World) =>
  newEvent(
    context,
    "AccountErased",
    { kind: "user", userId },
    {
      userId,
      by: "owner",
      left: "nameless_row",
    },
  );

const waitsForLock = (database: TestDatabase) =>
  eventually("one waits for a lock", async () => (await countLockWaits(database)) === 1);

async function contentIn({ db }: TestDatabase): Promise<string[]> {
  const left: string[] = [];
  for (const table of [businesses, posts, postDrafts, media, briefVersions, approvers, reports])
    if ((await db.$count(table)) > 0) left.push(getTableName(table));
  return left;
}

const openRulesIn = async ({ db }: TestDatabase) =>
  (await db.select().from(promises))
    .filter(({ keptAt, releasedAt }) => keptAt === null && releasedAt === null)
    .map(({ rule }) => rule);

describe("account erased in the same instant", () => {
  test.for(Object.entries(WRITERS))(
    "%s, first: it goes with the account, and what a scheduler has is told",
    async ([name, write], { database, world }) => {
      const { db } = database;
      const { erasing } = await db.transaction(async (tx) => {
        await write(tx, world);
        const begun = eraseAccount(db, {
          userId: world.userId,
          sessionId: null,
          event: erased(world),
        });
        await waitsForLock(database);
        return { erasing: begun };
      });
      expect(await erasing).toBe("erased");
      expect(await contentIn(database)).toEqual([]);
      const isScheduled = name === "post that is given to a scheduler";
      expect(await openRulesIn(database)).toEqual(isScheduled ? ["stop-erased-posts"] : []);
      const [told] = await db
        .select({ payload: outboxEvents.payload })
        .from(outboxEvents)
        .where(eq(outboxEvents.type, "AccountErased"));
      const scheduled = isScheduled ? [{ platform: "instagram", goesLiveAt: LIVE_AT }] : undefined;
      expect(told).toMatchObject({ payload: scheduled === undefined ? {} : { scheduled } });
    },
  );

  test.for(Object.entries(WRITERS))(
    "%s, second: it finds nobody, and writes nothing",
    async ([, write], { database, world }) => {
      const { db } = database;
      const { writing } = await db.transaction(async (tx) => {
        await eraseAccount(tx, { userId: world.userId, sessionId: null, event: erased(world) });
        const begun = write(db, world);
        await waitsForLock(database);
        return { writing: begun };
      });
      await writing;
      expect(await contentIn(database)).toEqual([]);
      expect(await openRulesIn(database)).toEqual([]);
      const told = await db.select({ type: outboxEvents.type }).from(outboxEvents);
      expect(told).toEqual([{ type: "AccountErased" }]);
    },
  );
});
