import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { businesses, postDecisions } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { addApproverRow, openLinks, proposalOf } from "../../tests/support/approval-links.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { decidePost, changeTo, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { mailDecisions } from "../../worker/schedules/due-notices.ts";
import { findApprovalRequest } from "./find-approval-links.ts";
import { findReceipt } from "./find-decisions.ts";

const NOW = "2026-11-25T12:00:00.000Z";
const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

type Post = { userId: string; postId: string };

const test = base.extend<{ post: Post }>({
  post: async ({ db }, use) => {
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    await use({ userId, postId: await proposePost(db, userId) });
  },
});

const requests = async (db: Db) =>
  db.select().from(outboxEvents).where(eq(outboxEvents.type, "ApprovalRequested"));

test("proposal, answered twice at once: one link and one email for the owner and each approver", async ({
  db,
  post,
}) => {
  const samId = await addApproverRow(db, post.userId, "Sam");
  // The owner under a second name.
  await addApproverRow(db, post.userId, "Ada");
  const proposal = proposalOf(post.userId, [{ postId: post.postId, version: 1 }]);
  const opened = await Promise.all([1, 2].map(() => openLinks(db, NOW, proposal)));
  expect(new Set(opened)).toEqual(new Set([0, 2]));
  const links = await db.select().from(approvalLinks);
  expect(new Set(links.map(({ approverId }) => approverId))).toEqual(new Set([null, samId]));
  expect(await requests(db)).toHaveLength(2);
  const sams = links.find(({ approverId }) => approverId === samId)?.id ?? "";
  expect(await findApprovalRequest(db, sams)).toMatchObject({
    email: "sam@shop.example",
    isOwner: false,
  });
});

test("post changed three times within an hour: a second email after the hour, with the last version", async ({
  db,
  database,
  post,
}) => {
  for (const [version, minutes] of [
    [2, 0],
    [3, 10],
    [4, 20],
  ] as const) {
    await changeTo(db, { ...post, version });
    await openLinks(db, at(minutes), proposalOf(post.userId, [{ postId: post.postId, version }]));
  }
  const links = await db.select().from(approvalLinks).orderBy(approvalLinks.mailDueAt);
  expect(links.map(({ mailDueAt }) => new Date(mailDueAt).toISOString())).toEqual([at(0), at(60)]);
  const named = await db
    .select()
    .from(approvalLinkPosts)
    .where(eq(approvalLinkPosts.linkId, links[1]?.id ?? ""));
  expect(named).toMatchObject([{ postId: post.postId, version: 4 }]);
  const [, later] = (await requests(db)).toSorted((a, b) =>
    a.nextPublishAt < b.nextPublishAt ? -1 : 1,
  );
  const { rows } = await database.query(
    "select $1::timestamptz > now() + interval '45 minutes' as waits",
    [later?.nextPublishAt],
  );
  expect(rows).toEqual([{ waits: true }]);
});

test("proposal whose posts are decided, changed or gone by then: no email", async ({
  db,
  post,
}) => {
  await changeTo(db, { ...post, version: 2 });
  const outdated = proposalOf(post.userId, [{ postId: post.postId, version: 1 }]);
  expect(await openLinks(db, NOW, outdated)).toBe(0);
  await db.delete(businesses);
  expect(await openLinks(db, NOW, outdated)).toBe(0);
  expect(await db.select().from(approvalLinks)).toEqual([]);
});

test("post decided after its email was due: a repeat of the email still counts it, and of one decided before it does not", async ({
  db,
  post: { userId, postId },
}) => {
  await openLinks(db, NOW, proposalOf(userId, [{ postId, version: 1 }]));
  const [link] = await db.select().from(approvalLinks);
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  const decided = { postId, version: 1, contentHash, decision: "approved" } as const;
  await db.insert(postDecisions).values({ ...decided, decidedAt: at(1) });
  expect(await findApprovalRequest(db, link?.id ?? "")).toMatchObject({
    asked: [{ id: postId, decision: "approved", previous: null }],
  });
  await db.update(postDecisions).set({ decidedAt: at(-1) });
  expect(await findApprovalRequest(db, link?.id ?? "")).toMatchObject({ asked: [] });
});

test("owner with another email: the links in the former mailbox are dead, an approver's stay", async ({
  db,
  post: { userId, postId },
}) => {
  const samId = await addApproverRow(db, userId, "Sam");
  await openLinks(db, NOW, proposalOf(userId, [{ postId, version: 1 }]));
  await db.update(users).set({ updatedAt: NOW }).where(eq(users.id, userId));
  expect(await db.$count(approvalLinks)).toBe(2);
  await db.update(users).set({ email: "ada@harbour.example" }).where(eq(users.id, userId));
  expect(await db.select().from(approvalLinks)).toMatchObject([{ approverId: samId }]);
});

test("many approvals in one sitting: after ten quiet minutes one email to the approver and one to the owner, each names all", async ({
  db,
  post: { userId, postId },
}) => {
  const samId = await addApproverRow(db, userId, "Sam");
  const ids = [postId, await proposePost(db, userId), await proposePost(db, userId)];
  await openLinks(
    db,
    NOW,
    proposalOf(
      userId,
      ids.map((id) => ({ postId: id, version: 1 })),
    ),
  );
  const [link] = await db.select().from(approvalLinks).where(eq(approvalLinks.approverId, samId));
  const by = { link: { tokenHash: link?.tokenHash ?? "", approverId: samId } };
  const context = { makeId: newId, now: () => new Date(NOW), correlationId: null };
  const decided = await Promise.all(
    ids.map((id) => decidePost(db, context, { userId, postId: id }, by)),
  );
  expect(decided).toEqual(ids.map(() => "decided"));
  const mailAt = (ms: number) =>
    mailDecisions({ db, makeId: newId, now: () => new Date(Date.parse(NOW) + ms) }).run();
  expect(await mailAt(9 * 60_000)).toEqual({ announced: 0 });
  await Promise.all([mailAt(600_000), mailAt(600_000)]);
  const announced = await db
    .select({ id: outboxEvents.id, payload: outboxEvents.payload })
    .from(outboxEvents)
    .where(eq(outboxEvents.type, "DecisionsAnnounced"));
  expect(announced.map(({ payload }) => payload)).toEqual([{ userId, by: "approver" }]);
  for (const [reader, email] of [
    ["decider", "sam@shop.example"],
    ["owner", "ada@shop.example"],
  ] as const) {
    const receipt = await findReceipt(db, announced[0]?.id ?? "", reader);
    expect(receipt).toMatchObject({ email, decidedBy: "Sam" });
    expect(receipt?.decisions).toHaveLength(3);
  }
});
