import { asc } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newEvent } from "#contracts/events/new-event.ts";
import { publishTimes } from "#contracts/promises.ts";
import type { Db } from "#db/client.ts";
import { publishPost, restorePost, withdrawPost } from "#db/ops/change-post.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { postDecisions } from "#db/schema/content.ts";
import { promises } from "#db/schema/promises.ts";
import { insertSubscriber } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { releasePromise, startPublishPromises } from "./change-promises.ts";

/** Two platforms, on Friday 27 November at 18:00. */
type World = { db: Db; userId: string; postId: string };
const BEFORE = "2026-11-26T09:00:00.000Z";
const AFTER = "2026-11-27T19:00:00.000Z";

const test = base.extend<{ world: World }>({
  world: async ({ db }, use) => {
    const userId = await insertSubscriber(db);
    await use({ db, userId, postId: await proposePost(db, userId) });
  },
});

async function approve({ db, postId }: World, decidedAt = BEFORE, version = 1) {
  const { [version]: contentHash = "" } = await hashesOf(db, postId);
  await db
    .insert(postDecisions)
    .values({ postId, version, contentHash, decision: "approved", decidedAt });
}

const context = (at: string) => ({ makeId: newId, now: () => new Date(at), correlationId: null });
const OPERATOR = { kind: "ops", name: "Ada" } as const;

function publish({ db, userId, postId }: World, isComplete = true) {
  const data = { userId, postId, version: 1, subscriptionId: "sub_1", isComplete };
  const event = newEvent(context(AFTER), "PostPublished", OPERATOR, data);
  const instagram = { platform: "instagram", url: "https://www.instagram.com/p/1" } as const;
  const facebook = { platform: "facebook", url: "https://www.facebook.com/1" } as const;
  const urls = isComplete ? [instagram, facebook] : [instagram];
  return publishPost(db, { urls, restLeftOut: false, by: "Ada", event });
}

const start = ({ db }: World, at = BEFORE) => startPublishPromises(db, { at, limit: 10 });

const listed = ({ db }: World) =>
  db
    .select({
      id: promises.id,
      rule: promises.rule,
      dueAt: promises.dueAt,
      keptAt: promises.keptAt,
      releasedAt: promises.releasedAt,
    })
    .from(promises)
    .orderBy(asc(promises.id));

const openRules = async (world: World) =>
  (await listed(world))
    .filter(({ keptAt, releasedAt }) => keptAt === null && releasedAt === null)
    .map(({ rule }) => rule);

test.each([
  [
    "2026-11-26T09:00:00.000Z",
    "publish-post",
    "2026-11-27T19:00:00.000Z",
    "2026-11-27T18:15:00.000Z",
  ],
  [
    "2026-11-27T17:59:59.999Z",
    "publish-post",
    "2026-11-27T19:00:00.000Z",
    "2026-11-27T18:15:00.000Z",
  ],
  // The next business day is Monday.
  [
    "2026-11-27T18:00:00.000Z",
    "publish-late-post",
    "2026-11-30T18:00:00.000Z",
    "2026-11-30T16:00:00.000Z",
  ],
])(
  "post for Friday 18:00, approved at %s: %s, due %s, warned %s",
  (approvedAt, rule, dueAt, warnAt) => {
    const times = publishTimes({
      plannedAt: "2026-11-27T18:00:00.000Z",
      approvedAt,
      isScheduled: false,
    });
    expect(times).toEqual({ rule, startedAt: approvedAt, dueAt, warnAt });
  },
);

test("post for Friday 18:00 that platforms' schedulers have: its address is due on Monday", () => {
  const approvedAt = "2026-11-26T09:00:00.000Z";
  const plannedAt = "2026-11-27T18:00:00.000Z";
  expect(publishTimes({ plannedAt, approvedAt, isScheduled: true })).toEqual({
    rule: "publish-post",
    startedAt: approvedAt,
    dueAt: "2026-11-30T18:00:00.000Z",
    warnAt: "2026-11-30T16:00:00.000Z",
  });
});

test("approved post: one promise, also when two workers start it at once and again", async ({
  world,
}) => {
  expect(await start(world)).toBe(0);
  await approve(world);
  await Promise.all([start(world), start(world)]);
  expect(await start(world)).toBe(0);
  expect(await openRules(world)).toEqual(["publish-post"]);
});

test("post on one of its two platforms: the promise is kept with the second one", async ({
  world,
}) => {
  await approve(world);
  await start(world);
  await publish(world, false);
  expect(await openRules(world)).toEqual(["publish-post"]);
  await publish(world);
  expect(await openRules(world)).toEqual([]);
  expect(await start(world)).toBe(0);
});

test("two operators record different platforms, each without the other's: the promise is kept", async ({
  world,
}) => {
  await approve(world);
  await start(world);
  const { db, userId, postId } = world;
  const data = { userId, postId, version: 1, subscriptionId: "sub_1", isComplete: false };
  const record = (platform: "instagram" | "facebook") =>
    publishPost(db, {
      urls: [{ platform, url: `https://www.${platform}.com/p/2` }],
      restLeftOut: false,
      by: "Ada",
      event: newEvent(context(AFTER), "PostPublished", OPERATOR, data),
    });
  expect(await Promise.all([record("instagram"), record("facebook")])).toEqual(["done", "done"]);
  expect(await openRules(world)).toEqual([]);
});

test("publication that is taken back: the promise is open again, with its due time", async ({
  world,
}) => {
  await approve(world);
  await start(world);
  await publish(world);
  const taken = { postId: world.postId, by: "Ada", reason: "wrong link", at: AFTER } as const;
  await restorePost(world.db, { ...taken, from: "published" });
  expect(await openRules(world)).toEqual(["publish-post"]);
  expect(await listed(world)).toHaveLength(1);
});

describe("promise that ends", () => {
  test("with a new version, whose later approval starts another", async ({ world }) => {
    await approve(world);
    await start(world);
    await changeTo(world.db, { ...world, version: 2 });
    expect(await openRules(world)).toEqual([]);
    expect(await start(world)).toBe(0);
    await approve(world, AFTER, 2);
    await start(world, AFTER);
    expect(await openRules(world)).toEqual(["publish-late-post"]);
  });

  test("with the post", async ({ world }) => {
    await approve(world);
    await start(world);
    const data = { userId: world.userId, postId: world.postId, version: 1 };
    await withdrawPost(world.db, {
      event: newEvent(context(BEFORE), "PostWithdrawn", OPERATOR, data),
    });
    expect(await openRules(world)).toEqual([]);
    expect(await start(world)).toBe(0);
  });

  test("by an operator, for good", async ({ world }) => {
    await approve(world);
    await start(world);
    const [open] = await listed(world);
    await releasePromise(world.db, { id: open?.id ?? 0, by: "Ada", reason: "agreed", at: AFTER });
    expect(await start(world, AFTER)).toBe(0);
    expect(await openRules(world)).toEqual([]);
  });

  test("when the customer has left", async ({ world }) => {
    await approve(world);
    await start(world);
    await world.db.update(subscriptions).set({ status: "canceled" });
    expect(await start(world)).toBe(0);
    expect(await openRules(world)).toEqual([]);
  });
});

test("hour that passed long before anybody asked for it: no promise, and no alert", async ({
  world,
}) => {
  await approve(world);
  expect(await start(world, "2026-12-15T09:00:00.000Z")).toBe(0);
});
