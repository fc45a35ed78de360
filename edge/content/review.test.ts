import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import {
  MAIL_TOKEN_HEADER,
  type ReviewDecisionsResponse,
  type SeenPost,
} from "#contracts/api/content/calendar.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { removeApprover } from "#db/content/change-approvers.ts";
import { createContentLinks } from "#db/content/content-link.ts";
import { findApprovalRequest } from "#db/content/find-approval-links.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { postComments } from "#db/schema/comments.ts";
import { postDecisions } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import {
  addApproverRow,
  mailedToken,
  openLinks,
  proposalOf,
} from "../../tests/support/approval-links.ts";
import { API, SECRET, test as base } from "../../tests/support/auth-service.ts";
import {
  insertAccountRow,
  insertCustomer,
  insertSubscription,
} from "../../tests/support/customer-rows.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { refusal } from "../../tests/support/refusal.ts";

const NOW = "2026-11-25T12:00:00.000Z";

type Answer = { status: number; body: ReviewDecisionsResponse & { code?: string } };
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;
type Review = {
  userId: string;
  postId: string;
  samId: string;
  seen: SeenPost;
  /** By the link of the owner's email, and of Sam's. */
  owner: Ask;
  sam: Ask;
};

const test = base.extend<{ askWith: (token: string) => Ask; review: Review }>({
  askWith: async ({ auth }, use) => {
    auth.clock.now = new Date(NOW);
    await use(
      (token) => (method, path, body) =>
        auth.ask(method, `/functions/v1/review${path}`, {
          body,
          headers: { [MAIL_TOKEN_HEADER]: token },
        }),
    );
  },
  review: async ({ db, askWith }, use) => {
    const userId = await insertAccountRow(db, {
      email: `${randomUUID()}@shop.example`,
      isProven: true,
    });
    const postId = await proposePost(db, userId);
    const samId = await addApproverRow(db, userId, "Sam");
    await openLinks(db, NOW, proposalOf(userId, [{ postId, version: 1 }]));
    const { 1: contentHash = "" } = await hashesOf(db, postId);
    await use({
      userId,
      postId,
      samId,
      seen: { postId, version: 1, contentHash },
      owner: askWith(await mailedToken(db, null)),
      sam: askWith(await mailedToken(db, samId)),
    });
  },
});

const approve = (...seen: readonly SeenPost[]) => ({ decision: "approved", posts: seen });
const refuse = (seen: SeenPost) => ({
  decision: "changes_requested",
  words: "Warmer, please.",
  posts: [seen],
});

const decidedEvents = async (db: Db) => {
  const rows = await db
    .select({ type: outboxEvents.type, payload: outboxEvents.payload, actor: outboxEvents.actor })
    .from(outboxEvents);
  return rows.filter(({ type }) => type === "PostApproved" || type === "PostChangesRequested");
};

test("link: shows its posts to whoever has it, and reading changes nothing", async ({
  db,
  review: { sam, owner, postId },
}) => {
  const before = await db.select().from(outboxEvents);
  const links = await db.select().from(approvalLinks);
  for (let opened = 0; opened < 3; opened += 1) {
    expect(await sam("GET", "")).toMatchObject({
      status: 200,
      body: {
        decider: "Sam",
        isTrial: false,
        isExpired: false,
        posts: [{ id: postId, state: "waiting" }],
      },
    });
  }
  expect((await owner("GET", "")).body).toMatchObject({ decider: null });
  expect(await db.select().from(outboxEvents)).toEqual(before);
  expect(await db.select().from(approvalLinks)).toEqual(links);
});

test("approval by a link, six times at once and once again: one event of ids, and the name stays", async ({
  auth,
  db,
  review: { sam, owner, seen, samId, userId },
}) => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => sam("POST", "/decisions", approve(seen))),
  );
  answers.push(await sam("POST", "/decisions", approve(seen)));
  const decidedBy = { isYou: true, name: "Sam", via: "link" };
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 200,
      body: { posts: [{ state: "approved", decidedBy }] },
    });
  }
  const payload = { ...seen, userId, approverId: samId, via: "link" };
  expect(await decidedEvents(db)).toEqual([
    { type: "PostApproved", payload, actor: { kind: "visitor" } },
  ]);
  expect(auth.published).toHaveLength(1);
  expect((await owner("GET", "")).body.posts).toMatchObject([
    { decidedBy: { ...decidedBy, isYou: false } },
  ]);
});

test("approval taken back by a link: the owner's does it, an approver's is refused", async ({
  db,
  review: { sam, owner, seen },
}) => {
  await owner("POST", "/decisions", approve(seen));
  const back = { ...refuse(seen), decision: "approval_taken_back" };
  const before = await db.select().from(postDecisions);
  expect(refusal(await sam("POST", "/decisions", back))).toEqual([403, "forbidden"]);
  expect(await db.select().from(postDecisions)).toEqual(before);
  expect(await owner("POST", "/decisions", back)).toMatchObject({
    status: 200,
    body: { posts: [{ state: "changes_requested", words: "Warmer, please." }] },
  });
});

test("links of a customer who has left: show and decide nothing, and no email asks", async ({
  db,
  review: { sam, userId, seen },
}) => {
  await insertCustomer(db, { id: "cus_1", userId });
  await insertSubscription(db, { id: "sub_1", customerId: "cus_1", status: "canceled" });
  expect((await sam("GET", "")).body.posts).toEqual([]);
  expect(refusal(await sam("POST", "/decisions", approve(seen)))).toEqual([409, "post_changed"]);
  const [link] = await db.select().from(approvalLinks);
  expect(await findApprovalRequest(db, link?.id ?? "")).toMatchObject({ asked: [] });
});

test("two approvers who differ, at once: the first stands, the other is told", async ({
  db,
  review: { sam, owner, seen },
}) => {
  const answers = await Promise.all([
    sam("POST", "/decisions", approve(seen)),
    owner("POST", "/decisions", refuse(seen)),
  ]);
  const codes = answers.map(({ status, body }) => body.code ?? status);
  expect(new Set(codes)).toEqual(new Set([200, "post_decided"]));
  expect(await decidedEvents(db)).toHaveLength(1);
});

test("link to an outdated version: shows the newer one, and decides about neither", async ({
  db,
  review: { sam, seen, postId, userId },
}) => {
  await changeTo(db, { userId, postId, version: 2 });
  const changed = { status: 409, body: { code: "post_changed" } };
  expect(await sam("POST", "/decisions", approve(seen))).toMatchObject(changed);
  const { 2: contentHash = "" } = await hashesOf(db, postId);
  const newer = { postId, version: 2, contentHash };
  expect((await sam("POST", "/decisions", approve(newer))).status).toBe(404);
  expect((await sam("GET", "")).body.posts).toMatchObject([
    { version: 2, text: "Version 2", isNewer: true },
  ]);
  expect(await db.select().from(postDecisions)).toEqual([]);
});

test("post that the link does not name, also of another business: not found", async ({
  db,
  review: { sam, userId },
  askWith,
}) => {
  const later = await proposePost(db, userId);
  const { 1: contentHash = "" } = await hashesOf(db, later);
  const seen = { postId: later, version: 1, contentHash };
  expect((await sam("POST", "/decisions", approve(seen))).status).toBe(404);
  const stranger = await insertAccountRow(db, { email: "eve@shop.example", isProven: true });
  const theirs = await proposePost(db, stranger);
  await openLinks(db, NOW, proposalOf(stranger, [{ postId: theirs, version: 1 }]));
  const { 1: hash = "" } = await hashesOf(db, theirs);
  const own = { postId: theirs, version: 1, contentHash: hash };
  expect((await sam("POST", "/decisions", approve(own))).status).toBe(404);
  for (const token of ["", "a".repeat(43), "'); drop table posts; --"]) {
    expect((await askWith(token)("GET", "")).body.code).toBe("not_found");
  }
  expect(await decidedEvents(db)).toEqual([]);
});

test("removed approver: the links are dead at once, the decisions keep the name", async ({
  db,
  review: { sam, owner, samId, seen, userId },
}) => {
  await sam("POST", "/decisions", approve(seen));
  const context = { makeId: newId, now: () => new Date(NOW), correlationId: null };
  const facts = { userId, approverId: samId };
  const event = newEvent(context, "ApproverRemoved", { kind: "user", userId }, facts);
  const user = { userId, sessionId: null, at: NOW };
  expect(await removeApprover(db, { user, event })).toBe(true);
  expect((await sam("GET", "")).status).toBe(404);
  expect((await sam("POST", "/decisions", approve(seen))).status).toBe(404);
  expect((await owner("GET", "")).body.posts).toMatchObject([{ decidedBy: { name: "Sam" } }]);
});

test("an approver's mail program asks to end the emails: they are removed, a repeat changes nothing, a wrong token neither", async ({
  auth,
  db,
  review: { sam, samId },
}) => {
  const post = async (token: string) => {
    const response = await auth.request(`${API}/unsubscribe/${samId}/${token}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    return response.status;
  };
  const token = createContentLinks(SECRET).token("unsubscribe", samId);
  expect(await post("a".repeat(43))).toBe(404);
  expect((await sam("GET", "")).status).toBe(200);
  expect(await post(token)).toBe(204);
  expect((await sam("GET", "")).status).toBe(404);
  expect(await post(token)).toBe(204);
  const removed = await db
    .select({ actor: outboxEvents.actor })
    .from(outboxEvents)
    .where(eq(outboxEvents.type, "ApproverRemoved"));
  expect(removed).toMatchObject([{ actor: { kind: "visitor" } }]);
});

test("expired link: shows and decides nothing, and asks for a fresh email once an hour", async ({
  auth,
  db,
  review: { sam, samId, seen },
}) => {
  auth.clock.now = new Date("2027-02-01T12:00:00.000Z");
  expect((await sam("GET", "")).body).toMatchObject({
    decider: "Sam",
    isExpired: true,
    posts: [],
  });
  expect((await sam("POST", "/decisions", approve(seen))).status).toBe(404);
  const asked = await Promise.all([1, 2, 3].map(() => sam("POST", "/fresh-email")));
  const sent = asked.map(({ body }) => (body as unknown as { isSent: boolean }).isSent);
  expect(sent.filter(Boolean)).toHaveLength(1);
  const events = await db.select().from(outboxEvents);
  const fresh = events.filter(({ type }) => type === "FreshApprovalLinkRequested");
  expect(fresh).toHaveLength(1);
  const [link] = await db.select().from(approvalLinks).where(eq(approvalLinks.approverId, samId));
  expect(fresh[0]?.payload).toMatchObject({ linkId: link?.id });
});

test("comment by link: by name, on its posts alone, until the approver is removed", async ({
  db,
  review: { userId, postId, samId, owner, sam },
}) => {
  const path = `/posts/${postId}/comments`;
  const comment = (text: string) => ({ key: randomUUID(), version: 1, text });
  const sent = comment("Could the dog be in it?");
  await Promise.all([sam("POST", path, sent), sam("POST", path, sent)]);
  await owner("POST", path, comment("Not the dog."));
  const other = await proposePost(db, userId);
  const refused = { status: 404, body: { code: "not_found" } };
  expect(await sam("POST", `/posts/${other}/comments`, comment("Hello"))).toMatchObject(refused);
  expect(await sam("GET", `/posts/${other}/comments`)).toMatchObject(refused);
  expect((await sam("GET", path)).body).toMatchObject({
    comments: expect.arrayContaining([
      expect.objectContaining({ author: "approver", name: "Sam", text: sent.text }),
      expect.objectContaining({ author: "user", name: null, text: "Not the dog." }),
    ]) as unknown,
  });
  await db.delete(approvalLinks).where(eq(approvalLinks.approverId, samId));
  expect(await sam("POST", path, comment("Hello"))).toMatchObject(refused);
  expect(await db.$count(postComments)).toBe(2);
});
