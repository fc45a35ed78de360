import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { PostDecision } from "#contracts/content/posts.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { publishPost, withdrawPost } from "#db/ops/change-post.ts";
import {
  DESK_STATES,
  type DeskFilter,
  type DeskPlace,
  type DeskState,
  findNeighbours,
  listDesk,
  listPostsOfCustomer,
} from "#db/ops/find-posts.ts";
import { eraseAccount } from "#db/personal-data/erase-account.ts";
import { exportAccount } from "#db/personal-data/export-account.ts";
import {
  businesses,
  postDecisions,
  postPublications,
  posts,
  postVersions,
} from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { insertAccountRow } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, hashesOf, POST, propose, proposePost } from "../../tests/support/post-rows.ts";
import { seedEnquiry, seedIds } from "../../tests/support/seed-event.ts";

const AT = "2026-11-25T12:00:00.000Z";
const URL = "https://instagram.example/p/1";

type Post = { userId: string; postId: string };

const test = base.extend<{ post: Post }>({
  post: async ({ db }, use) => {
    const userId = await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
    await use({ userId, postId: await proposePost(db, userId) });
  },
});

/** As the customer's decision about a version, without its rules. */
async function decide(db: Db, { postId }: Post, version: number, decision: PostDecision) {
  const { [version]: contentHash = "" } = await hashesOf(db, postId);
  const words = decision === "approved" ? null : "Warmer, please.";
  await db
    .insert(postDecisions)
    .values({ postId, version, contentHash, decision, words, decidedAt: AT });
}

/** Past every rule of our code: only the database can refuse it. */
async function publishRow(db: Db, { postId }: Post, version: number, hashOf = version) {
  const { [hashOf]: contentHash = "" } = await hashesOf(db, postId);
  await db.insert(postPublications).values({
    postId,
    platform: "instagram",
    version,
    contentHash,
    url: URL,
    publishedAt: AT,
    publishedBy: "Ada",
  });
}

const refusedBy = (constraint: string) => ({ cause: { constraint } });
const APPROVAL = refusedBy("post_publications_approval_fk");
const NEWEST = refusedBy("post_publications_version_fk");

test("publishing a post without the approval of its newest version: the database refuses it", async ({
  db,
  post: { userId },
}) => {
  for (const [what, decisions, version, hashOf, refused] of [
    ["that nobody decided about", [], 1, 1, APPROVAL],
    ["that has to be changed", ["changes_requested"], 1, 1, APPROVAL],
    ["whose earlier version was approved", ["approved", null], 2, 2, APPROVAL],
    ["in an earlier version, though approved", ["approved", null], 1, 1, NEWEST],
    ["in an earlier version than the approved one", ["approved", "approved"], 1, 1, NEWEST],
    ["with the text of another version", ["approved", "approved"], 2, 1, APPROVAL],
    ["in a version that does not exist", ["approved"], 2, 1, APPROVAL],
  ] as const) {
    const post = { userId, postId: await proposePost(db, userId) };
    for (const [index, decision] of decisions.entries()) {
      if (index > 0) await changeTo(db, { ...post, version: index + 1 });
      if (decision !== null) await decide(db, post, index + 1, decision);
    }
    await expect(publishRow(db, post, version, hashOf), what).rejects.toMatchObject(refused);
  }
  expect(await db.select().from(postPublications)).toEqual([]);
});

test("decision about other bytes than those of the version: refused", async ({ db, post }) => {
  await changeTo(db, { ...post, version: 2 });
  const { 1: contentHash = "" } = await hashesOf(db, post.postId);
  const { postId } = post;
  const values = { postId, version: 2, contentHash, decision: "approved", decidedAt: AT } as const;
  await expect(db.insert(postDecisions).values(values)).rejects.toMatchObject(
    refusedBy("post_decisions_content_fk"),
  );
});

test("published post: approval, version and text stay, until its business is deleted", async ({
  db,
  post,
}) => {
  await decide(db, post, 1, "approved");
  await publishRow(db, post, 1);
  const changes = { decision: "changes_requested", words: "No." } as const;
  await expect(db.update(postDecisions).set(changes)).rejects.toMatchObject(APPROVAL);
  await expect(db.delete(postDecisions)).rejects.toMatchObject(APPROVAL);
  const { postId } = post;
  await expect(
    db.transaction(async (tx) => {
      const [first] = await tx.select().from(postVersions);
      if (first === undefined) throw new Error("no version");
      await tx.insert(postVersions).values({ ...first, version: 2 });
      await tx.update(posts).set({ version: 2 }).where(eq(posts.id, postId));
    }),
  ).rejects.toMatchObject(NEWEST);
  await db.delete(businesses);
  for (const table of [posts, postVersions, postDecisions, postPublications]) {
    expect(await db.select().from(table)).toEqual([]);
  }
});

test("version of a post: the database refuses to change or delete it", async ({ db, post }) => {
  const refused = { cause: { message: "a version of a post never changes" } };
  await expect(db.update(postVersions).set({ text: "Other" })).rejects.toMatchObject(refused);
  await expect(db.delete(postVersions)).rejects.toMatchObject(refused);
  await expect(
    db.update(posts).set({ version: 2 }).where(eq(posts.id, post.postId)),
  ).rejects.toMatchObject(refusedBy("posts_version_fk"));
});

test("request for changes without words: the database refuses it", async ({ db, post }) => {
  const { 1: contentHash = "" } = await hashesOf(db, post.postId);
  const row = { postId: post.postId, version: 1, contentHash, decidedAt: AT } as const;
  for (const words of [null, "", " \n"]) {
    await expect(
      db.insert(postDecisions).values({ ...row, decision: "changes_requested", words }),
    ).rejects.toMatchObject(refusedBy("post_decisions_words_of_changes"));
  }
});

const context = { makeId: newId, now: () => new Date(AT), correlationId: null };
const OPERATOR = { kind: "ops", name: "Ada" } as const;

function publish(db: Db, post: Post, version: number, { url = URL, restLeftOut = false } = {}) {
  const data = { ...post, version, subscriptionId: "sub_1", isComplete: true };
  const event = newEvent(context, "PostPublished", OPERATOR, data);
  return publishPost(db, {
    urls: [{ platform: "instagram", url }],
    restLeftOut,
    by: "Ada",
    event,
  });
}

const withdraw = (db: Db, post: Post, version: number) =>
  withdrawPost(db, { event: newEvent(context, "PostWithdrawn", OPERATOR, { ...post, version }) });

async function eventsIn(db: Db) {
  const rows = await db
    .select({ type: outboxEvents.type })
    .from(outboxEvents)
    .orderBy(outboxEvents.id);
  return rows.map(({ type }) => type);
}

test("address of two posts at once: one of them gets it", async ({ db, post }) => {
  const other = { ...post, postId: await proposePost(db, post.userId) };
  for (const each of [post, other]) await decide(db, each, 1, "approved");
  const outcomes = await Promise.all([publish(db, post, 1), publish(db, other, 1)]);
  expect(outcomes.toSorted()).toEqual(["address_used", "done"]);
  expect(await db.select().from(postPublications)).toHaveLength(1);
  expect(await publish(db, outcomes[0] === "done" ? other : post, 1, { url: `${URL}2` })).toBe(
    "done",
  );
});

test("operator's acts on a post: each once, and only in the state that allows it", async ({
  db,
  post,
}) => {
  expect(await publish(db, post, 1)).toBe("refused");
  expect(await changeTo(db, { ...post, version: 3 })).toBe("outdated");
  expect(await changeTo(db, { ...post, version: 2 })).toBe("done");
  expect(await changeTo(db, { ...post, version: 2 })).toBe("done_before");
  expect(await changeTo(db, { ...post, version: 2 }, { text: "Of a colleague" })).toBe("outdated");
  await decide(db, post, 2, "approved");
  expect(await publish(db, post, 1)).toBe("outdated");
  expect(await publish(db, post, 2)).toBe("done");
  expect(await publish(db, post, 2)).toBe("done_before");
  expect(await publish(db, post, 2, { url: `${URL}2` })).toBe("done");
  expect(await changeTo(db, { ...post, version: 3 })).toBe("refused");
  expect(await withdraw(db, post, 2)).toBe("refused");
  const other = { ...post, postId: await proposePost(db, post.userId) };
  expect(await withdraw(db, other, 1)).toBe("done");
  expect(await withdraw(db, other, 1)).toBe("done_before");
  expect(await changeTo(db, { ...other, version: 2 })).toBe("refused");
  expect(await eventsIn(db)).toEqual([
    "PostProposed",
    "PostProposed",
    "PostPublished",
    "PostPublished",
    "PostProposed",
    "PostWithdrawn",
  ]);
});

test("two operators change one version at once: one new version", async ({ db, post }) => {
  const texts = ["a", "b", "c"];
  const outcomes = await Promise.all(
    texts.map((text) => changeTo(db, { ...post, version: 2 }, { text })),
  );
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(await db.select().from(postVersions)).toHaveLength(2);
});

const EVERYBODY = {
  who: null,
  client: null,
  platform: null,
  from: null,
  until: null,
  q: null,
} as const;
const listAt = (db: Db, state: DeskState, filter: Partial<DeskFilter> = {}, limit = 20) =>
  listDesk(db, { state, filter: { ...EVERYBODY, ...filter }, now: AT }, { after: null, limit });

test("more posts than a page of the desk: each state has its own true count, and its pages have every post once", async ({
  db,
  post,
}) => {
  await decide(db, post, 1, "approved");
  const { userId } = post;
  const unanswered = Array.from({ length: 45 }, () => ({ ...POST, id: newId("post") }));
  const event = newEvent(context, "PostProposed", OPERATOR, {
    userId,
    subscriptionId: "sub_1",
    posts: unanswered.map(({ id }) => ({ postId: id, version: 1 })),
  });
  await propose(db, event, unanswered);
  const counts = await Promise.all(
    DESK_STATES.map(async (state) => (await listAt(db, state)).count),
  );
  expect(counts).toEqual([0, 0, 1, 0, 45]);
  const seen: string[] = [];
  for (let after: DeskPlace | null = null, hasMore = true; hasMore;) {
    const desk = { state: "waiting", filter: EVERYBODY, now: AT } as const;
    const page = await listDesk(db, desk, { after, limit: 20 });
    seen.push(...page.posts.map(({ id }) => id));
    ({ hasMore } = page);
    after = page.posts.at(-1) ?? null;
  }
  expect(seen).toEqual(unanswered.map(({ id }) => id).toSorted());
  const [first = "", second = "", third = ""] = seen;
  const desk = { state: "waiting", filter: EVERYBODY, now: AT } as const;
  expect(await findNeighbours(db, desk, { ...POST, id: second })).toEqual({
    previous: first,
    next: third,
  });
});

test("desk: filters by who does it, client, platform, day and words", async ({ db, post }) => {
  const found = async (filter: Partial<DeskFilter>) => (await listAt(db, "waiting", filter)).count;
  expect(await found({ q: "fig ROLLS", platform: "instagram", from: "2026-11-27" })).toBe(1);
  expect(await found({ q: "100%" })).toBe(0);
  expect(await found({ platform: "x" })).toBe(0);
  expect(await found({ until: "2026-11-26" })).toBe(0);
  expect(await found({ client: "olive" })).toBe(0);
  expect(await found({ who: "nobody" })).toBe(1);
  expect(await found({ who: post.userId })).toBe(0);
  const late = { state: "late", filter: EVERYBODY, now: "2026-11-28T00:00:00Z" } as const;
  expect((await listDesk(db, late, { after: null, limit: 9 })).count).toBe(1);
});

test("post that is live on one of its platforms: in the work list until the rest is left out", async ({
  db,
  post,
}) => {
  await decide(db, post, 1, "approved");
  const listed = async () => (await listAt(db, "publish")).posts.map(({ id }) => id);
  const publishOn = (restLeftOut: boolean) => publish(db, post, 1, { restLeftOut });
  expect(await publishOn(false)).toBe("done");
  expect(await listed()).toEqual([post.postId]);
  expect(await publishOn(true)).toBe("done");
  expect(await listed()).toEqual([]);
  expect(await publishOn(true)).toBe("done_before");
  expect(await publishOn(false)).toBe("done");
  expect(await listed()).toEqual([post.postId]);
  const { 1: contentHash = "" } = await hashesOf(db, post.postId);
  const live = { platform: "facebook", url: URL, publishedAt: AT, publishedBy: "Ada" } as const;
  await db
    .insert(postPublications)
    .values({ ...live, postId: post.postId, version: 1, contentHash });
  expect(await listed()).toEqual([]);
});

const EMAIL = "ada@shop.example";

test("posts of a free trial: in one business, exported and erased with the account of its address", async ({
  db,
}) => {
  const enquiryId = seedIds().submissionId;
  await seedEnquiry(db, { email: EMAIL });
  const ids = [await proposePost(db, enquiryId), await proposePost(db, enquiryId)];
  expect(await db.select().from(businesses)).toMatchObject([{ userId: null, enquiryId }]);
  const listed = await listPostsOfCustomer(db, enquiryId, "2026-11-01");
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const userId = await insertAccountRow(db, { email: EMAIL, isProven: true });
  const exported = await exportAccount(db, { userId, sessionId: null });
  expect(exported.posts.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const event = newEvent(
    context,
    "AccountErased",
    { kind: "user", userId },
    { userId, by: "owner", left: "nameless_row" },
  );
  await eraseAccount(db, { userId, sessionId: null, event });
  expect(await db.select().from(postVersions)).toEqual([]);
});

test("posts of a free trial, proposed at once: one event says that all are here, as one of a reel does", async ({
  db,
}) => {
  const enquiryId = seedIds().submissionId;
  await seedEnquiry(db, { email: EMAIL });
  const complete = async () => {
    const rows = await db.select({ payload: outboxEvents.payload }).from(outboxEvents);
    return rows.map(({ payload }) => (payload as { isTrialComplete?: boolean }).isTrialComplete);
  };
  await Promise.all([1, 2, 3].map(() => proposePost(db, enquiryId)));
  expect((await complete()).filter((isComplete) => isComplete === true)).toEqual([true]);
  await db.delete(posts);
  await db.delete(outboxEvents);
  const post = { userId: null, enquiryId, postId: await proposePost(db, enquiryId), version: 2 };
  await changeTo(db, post, { format: "reel" });
  expect(await complete()).toEqual([false, true]);
});

test("enquiry with posts of a free trial: deleted with them", async ({ db }) => {
  await seedEnquiry(db, { email: EMAIL });
  await proposePost(db, seedIds().submissionId);
  await db.delete(formSubmissions);
  expect(await db.select().from(postVersions)).toEqual([]);
});

test("business of nobody, or of two owners: the database refuses it", async ({ db, post }) => {
  await seedEnquiry(db, { email: EMAIL });
  const enquiryId = seedIds().submissionId;
  const createdAt = AT;
  for (const owners of [{}, { userId: post.userId, enquiryId }]) {
    await expect(
      db.insert(businesses).values({ id: newId("business"), createdAt, ...owners }),
    ).rejects.toMatchObject(refusedBy("businesses_one_owner"));
  }
});
