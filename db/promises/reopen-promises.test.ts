import { and, eq, isNull } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { PostDecision } from "#contracts/content/posts.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { PROMISE_RULES, type PromiseRuleId } from "#contracts/events/promises.ts";
import type { Db } from "#db/client.ts";
import { publishPost, restorePost, withdrawPost } from "#db/ops/change-post.ts";
import { hideComment } from "#db/ops/hide-comment.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { postComments } from "#db/schema/comments.ts";
import { postDecisions } from "#db/schema/content.ts";
import { promises } from "#db/schema/promises.ts";
import { insertSubscriber } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, commentOn, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { releasePromise } from "./change-promises.ts";

const STARTED = "2026-11-24T11:00:00.000Z";
const DUE = "2026-11-27T18:00:00.000Z";
const OPERATOR = { kind: "ops", name: "Ada" } as const;

type World = { db: Db; userId: string; postId: string };

const test = base.extend<{ world: World }>({
  world: async ({ db }, use) => {
    const userId = await insertSubscriber(db);
    await use({ db, userId, postId: await proposePost(db, userId) });
  },
});

/** A clock that never tells the same time twice. */
let minutes = 0;
const next = () => new Date(Date.parse(STARTED) + ++minutes * 60_000).toISOString();
const context = () => {
  const at = next();
  return { makeId: newId, now: () => new Date(at), correlationId: null };
};

const subjectOf = (rule: PromiseRuleId, postId: string) =>
  ["answer-changes", "answer-comment", "publish-post", "publish-late-post"].includes(rule)
    ? postId
    : "sub_1";

/** One open promise of each rule, about the post or the subscription. */
const promiseAll = ({ db, postId }: World, rules: readonly PromiseRuleId[] = PROMISE_RULES) =>
  db
    .insert(promises)
    .values(
      rules.map((rule) => ({
        rule,
        subjectId: subjectOf(rule, postId),
        startedByEvent: "evt_1",
        startedAt: STARTED,
        warnAt: STARTED,
        dueAt: DUE,
      })),
    )
    .onConflictDoNothing();

async function openIn({ db }: World) {
  const rows = await db
    .select({ rule: promises.rule })
    .from(promises)
    .where(and(isNull(promises.keptAt), isNull(promises.releasedAt)));
  return rows.map(({ rule }) => rule).toSorted();
}

async function decide({ db, postId }: World, decision: PostDecision) {
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  const words = decision === "approved" ? null : "Warmer, please.";
  await db
    .insert(postDecisions)
    .values({ postId, version: 1, contentHash, decision, words, decidedAt: STARTED });
}

const publish = ({ db, userId, postId }: World) => {
  const data = { userId, postId, version: 1, subscriptionId: "sub_1", isComplete: true };
  const urls = [{ platform: "instagram", url: `https://www.instagram.com/p/${postId}` }] as const;
  const event = newEvent(context(), "PostPublished", OPERATOR, data);
  return publishPost(db, { urls, restLeftOut: false, by: "Ada", event });
};
const withdraw = ({ db, userId, postId }: World) => {
  const data = { userId, postId, version: 1 };
  return withdrawPost(db, { event: newEvent(context(), "PostWithdrawn", OPERATOR, data) });
};
const takeBack = ({ db, postId }: World, from: "published" | "withdrawn") =>
  restorePost(db, { postId, from, by: "Ada", reason: "the wrong post", at: next() });

const comment = async (world: World, by: "customer" | "operator" = "customer") => {
  await commentOn(world.db, world, { by, at: next() });
};
async function hide({ db, postId }: World, author: "user" | "operator", isHidden = true) {
  const written = await db.select().from(postComments).where(eq(postComments.author, author));
  for (const { id: commentId } of written) {
    const act = { postId, commentId, isHidden, by: "Ada", reason: "Spam", at: next() };
    await hideComment(db, act);
  }
}

const isOfChanges = (rule: PromiseRuleId) => rule === "answer-changes";
const isOfPublishing = (rule: PromiseRuleId) => rule.startsWith("publish-");

/** What an operator does, the act that takes it back, and promises that nobody owes then. */
const ACTS = {
  "a post is published": {
    prepare: (world: World) => decide(world, "approved"),
    act: publish,
    undo: (world: World) => takeBack(world, "published"),
    isOwed: () => true,
  },
  "an approved post is withdrawn": {
    prepare: async (world: World) => {
      await decide(world, "approved");
      await comment(world);
    },
    act: withdraw,
    undo: (world: World) => takeBack(world, "withdrawn"),
    isOwed: (rule: PromiseRuleId) => !isOfChanges(rule),
  },
  "a post is withdrawn": {
    prepare: async (world: World) => {
      await decide(world, "changes_requested");
      await comment(world);
    },
    act: withdraw,
    undo: (world: World) => takeBack(world, "withdrawn"),
    isOwed: (rule: PromiseRuleId) => !isOfPublishing(rule),
  },
  "a comment is hidden": {
    prepare: (world: World) => comment(world),
    act: (world: World) => hide(world, "user"),
    undo: (world: World) => hide(world, "user", false),
    isOwed: () => true,
  },
  "a comment is answered": {
    prepare: (world: World) => comment(world),
    act: (world: World) => comment(world, "operator"),
    undo: (world: World) => hide(world, "operator"),
    isOwed: () => true,
  },
} as const;
type Act = keyof typeof ACTS;

/** Acts that end a promise of each kind and can be taken back. */
const ENDED_BY: Readonly<Record<PromiseRuleId, readonly Act[]>> = {
  "answer-enquiry": [],
  "contact-trial": [],
  "trial-content": [],
  "contact-after-payment": [],
  "arrange-call": [],
  "hold-call": [],
  "contact-after-rejection": [],
  "decide-refund": [],
  "send-refund": [],
  "first-content": [],
  "go-live": ["a post is published"],
  "send-report": [],
  "answer-changes": ["a post is withdrawn"],
  "answer-comment": [
    "a post is withdrawn",
    "an approved post is withdrawn",
    "a comment is hidden",
    "a comment is answered",
  ],
  "publish-post": ["a post is published", "an approved post is withdrawn"],
  "publish-late-post": ["a post is published", "an approved post is withdrawn"],
  "stop-post": [],
  "stop-erased-posts": [],
};

test.for(Object.keys(ACTS) as Act[])(
  "%s: ends the promises that its undoing opens again, with their due times, and no other",
  async (name, { world }) => {
    const { prepare, act, undo, isOwed } = ACTS[name];
    await prepare(world);
    const all = PROMISE_RULES.filter(isOwed).toSorted();
    await promiseAll(world, all);
    expect(await openIn(world)).toEqual(all);
    await act(world);
    const isLeft = (rule: PromiseRuleId) => !ENDED_BY[rule].includes(name);
    expect(await openIn(world)).toEqual(all.filter(isLeft));
    for (let press = 0; press < 2; press++) await undo(world);
    expect(await openIn(world)).toEqual(all);
    expect(await world.db.$count(promises)).toBe(all.length);
    await act(world);
    expect(await openIn(world)).toEqual(all.filter(isLeft));
  },
);

describe("promise that stays ended when the act is taken back", () => {
  test("first post: another is still published, until that is taken back too", async ({
    world,
  }) => {
    const other = { ...world, postId: await proposePost(world.db, world.userId) };
    await promiseAll(world);
    const open = await openIn(world);
    for (const post of [world, other]) {
      await decide(post, "approved");
      await publish(post);
    }
    await takeBack(world, "published");
    expect(await openIn(world)).not.toContain("go-live");
    await takeBack(other, "published");
    expect(await openIn(world)).toEqual(open);
  });

  test("first post: the subscription has ended", async ({ world }) => {
    await decide(world, "approved");
    await promiseAll(world);
    await publish(world);
    await world.db.update(subscriptions).set({ status: "canceled" });
    await takeBack(world, "published");
    expect(await openIn(world)).not.toContain("go-live");
  });

  test("comment: a newer version answers it, though its answer in words is hidden", async ({
    world,
  }) => {
    await comment(world);
    await comment(world, "operator");
    await changeTo(world.db, { ...world, version: 2, at: next() });
    await hide(world, "operator");
    expect(await openIn(world)).toEqual([]);
  });

  test("comment: an operator released it before", async ({ world }) => {
    await comment(world);
    const release = { id: 1, by: "Ada", reason: "Answered by phone", at: next() };
    expect(await releasePromise(world.db, release)).toBe(true);
    await hide(world, "user");
    await hide(world, "user", false);
    expect(await openIn(world)).toEqual([]);
  });

  test("comment that is hidden while the post is withdrawn: owed once both are taken back", async ({
    world,
  }) => {
    await comment(world);
    await withdraw(world);
    await hide(world, "user");
    await takeBack(world, "withdrawn");
    expect(await openIn(world)).toEqual([]);
    await hide(world, "user", false);
    expect(await openIn(world)).toEqual(["answer-comment"]);
  });
});

test("one of two comments is hidden: the other waits, and ends with it", async ({ world }) => {
  await comment(world);
  await comment(world);
  const written = await world.db.select().from(postComments).orderBy(postComments.writtenAt);
  for (const [index, { id: commentId }] of written.entries()) {
    const { db, postId } = world;
    const act = { postId, commentId, by: "Ada", reason: "Spam", at: next() };
    await hideComment(db, { ...act, isHidden: true });
    expect(await openIn(world)).toEqual(index === 0 ? ["answer-comment"] : []);
  }
});
