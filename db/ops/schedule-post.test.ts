import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { requestStop } from "#db/content/change-decisions.ts";
import { startPublishPromises } from "#db/promises/change-promises.ts";
import { subscriptions } from "#db/schema/billing.ts";
import {
  businesses,
  postDecisions,
  posts,
  postSchedulings,
  postStopRequests,
} from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { insertSubscriber } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { insertManager } from "../../tests/support/manager-rows.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { changeTo, decidePost, hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { publishPost, withdrawPost } from "./change-post.ts";
import { findPostToStop } from "./find-post-to-stop.ts";
import { listDesk } from "./find-posts.ts";
import { schedulePost, stopPost } from "./schedule-post.ts";

/** A post for two platforms on Friday 27 November at 18:00, approved. */
type World = { db: Db; userId: string; postId: string };

const BEFORE = "2026-11-26T09:00:00.000Z";
const LIVE_AT = "2026-11-27T18:00:00.000Z";
const WORDS = "Not that picture.";
const OPERATOR = { kind: "ops", name: "Ada" } as const;
const BOTH: readonly Platform[] = ["instagram", "facebook"];

const contextAt = (at: string) => ({ makeId: newId, now: () => new Date(at), correlationId: null });
const factsOf = ({ userId, postId }: World) => ({ userId, postId, version: 1 });

const test = base.extend<{ world: World }>({
  world: async ({ db }, use) => {
    const userId = await insertSubscriber(db);
    const postId = await proposePost(db, userId);
    const { 1: contentHash = "" } = await hashesOf(db, postId);
    const decision = { version: 1, contentHash, decision: "approved", decidedAt: BEFORE } as const;
    await db.insert(postDecisions).values({ postId, ...decision });
    await use({ db, userId, postId });
  },
});

const schedule = (world: World, platforms: readonly Platform[] = BOTH) =>
  schedulePost(world.db, {
    platforms,
    by: "Ada",
    event: newEvent(contextAt(BEFORE), "PostScheduled", OPERATOR, {
      ...factsOf(world),
      platforms: [...platforms],
      goesLiveAt: LIVE_AT,
    }),
  });

function publish(world: World, platform: Platform, restLeftOut = false) {
  const data = { ...factsOf(world), subscriptionId: "sub_1", isComplete: restLeftOut };
  return publishPost(world.db, {
    urls: [{ platform, url: `https://${platform}.example/p/${world.postId}` }],
    restLeftOut,
    by: "Ada",
    event: newEvent(contextAt(LIVE_AT), "PostPublished", OPERATOR, data),
  });
}

async function seenOf({ db, postId }: World) {
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  return { postId, version: 1, contentHash };
}

const deciderOf = ({ userId }: World) =>
  ({ kind: "user", user: { userId, sessionId: null, at: BEFORE } }) as const;

async function askToStop(world: World, { at = BEFORE, words = WORDS } = {}) {
  const answer = await requestStop(world.db, {
    decider: deciderOf(world),
    seen: await seenOf(world),
    words,
    toEvent: (goesLiveAt) =>
      newEvent(
        contextAt(at),
        "PostStopRequested",
        { kind: "user", userId: world.userId },
        { ...factsOf(world), via: "calendar", goesLiveAt },
      ),
  });
  return answer === null ? null : answer.isNew;
}

const takeBack = (world: World) =>
  decidePost(world.db, contextAt(BEFORE), world, { type: "PostChangesRequested", takesBack: true });

const stop = (world: World, at = BEFORE) =>
  stopPost(world.db, {
    by: "Ada",
    event: newEvent(contextAt(at), "PostStopped", OPERATOR, { ...factsOf(world), isLive: false }),
  });

const scheduled = async ({ db }: World) =>
  (await db.select().from(postSchedulings)).map(({ platform }) => platform).toSorted();

const eventsIn = async ({ db }: World) =>
  (await db.select().from(outboxEvents).orderBy(outboxEvents.id)).flatMap(({ type, payload }) =>
    type === "PostProposed" ? [] : [{ type, payload }],
  );

const openRules = async ({ db }: World) =>
  (await db.select().from(promises))
    .filter(({ keptAt, releasedAt }) => keptAt === null && releasedAt === null)
    .map(({ rule }) => rule);

const listed = async ({ db }: World, state: "stop" | "publish") => {
  const filter = { who: null, client: null, platform: null, from: null, until: null, q: null };
  return (await listDesk(db, { state, filter, now: BEFORE }, { after: null, limit: 9 })).count;
};

describe("post in a platform's scheduler", () => {
  test("recorded once, and corrected: one event for what was added", async ({ world }) => {
    expect(await schedule(world)).toBe("done");
    expect(await schedule(world)).toBe("done_before");
    expect(await schedule(world, ["facebook"])).toBe("done");
    expect(await scheduled(world)).toEqual(["facebook"]);
    expect(await eventsIn(world)).toMatchObject([
      { type: "PostScheduled", payload: { platforms: BOTH, goesLiveAt: LIVE_AT } },
    ]);
  });

  test("neither changed, withdrawn nor taken back, until it is out of it", async ({ world }) => {
    await schedule(world);
    const withdraw = () =>
      withdrawPost(world.db, {
        event: newEvent(contextAt(BEFORE), "PostWithdrawn", OPERATOR, factsOf(world)),
      });
    expect(await changeTo(world.db, { ...world, version: 2 })).toBe("scheduled");
    expect(await withdraw()).toBe("scheduled");
    expect(await takeBack(world)).toBe("other_decision");
    expect(await schedule(world, [])).toBe("done");
    expect(await withdraw()).toBe("done");
  });

  test("one that nobody approved, or that was withdrawn: refused", async ({ world }) => {
    await world.db.update(posts).set({ withdrawnAt: BEFORE });
    expect(await schedule(world)).toBe("refused");
    await world.db.update(posts).set({ withdrawnAt: null });
    await world.db.delete(postDecisions);
    expect(await schedule(world)).toBe("refused");
  });

  test("goes live: its address ends the scheduling, and leaving out the rest ends all", async ({
    world,
  }) => {
    await schedule(world);
    await publish(world, "instagram");
    expect(await scheduled(world)).toEqual(["facebook"]);
    expect(await schedule(world, BOTH)).toBe("done_before");
    await publish(world, "instagram", true);
    expect(await scheduled(world)).toEqual([]);
  });

  test("the customer leaves: on the list of what to stop", async ({ world }) => {
    await schedule(world);
    expect(await listed(world, "stop")).toBe(0);
    await world.db.update(subscriptions).set({ status: "canceled" });
    expect(await listed(world, "stop")).toBe(1);
  });
});

describe("yes that is taken back while a scheduler has the post", () => {
  test("starts the clock, once, and nobody is to publish it", async ({ world }) => {
    const managerId = await insertManager(world.db, "grace");
    await world.db.update(businesses).set({ accountManagerId: managerId });
    await startPublishPromises(world.db, { at: BEFORE, limit: 9 });
    await schedule(world);
    expect(await Promise.all([askToStop(world), askToStop(world)])).toContain(true);
    expect(await askToStop(world)).toBe(false);
    expect(await askToStop(world, { words: "Other words." })).toBeNull();
    expect(await openRules(world)).toEqual(["stop-post"]);
    expect(await startPublishPromises(world.db, { at: BEFORE, limit: 9 })).toBe(0);
    expect([await listed(world, "stop"), await listed(world, "publish")]).toEqual([1, 0]);
    expect((await eventsIn(world)).map(({ type }) => type)).toEqual([
      "PostScheduled",
      "PostStopRequested",
    ]);
    expect(await findPostToStop(world.db, world.postId)).toMatchObject({
      managerId,
      scheduled: BOTH.toSorted(),
    });
    expect(await schedule(world, [])).toBe("outdated");
  });

  test.for([
    ["a day before", "2026-11-26T09:00:00.000Z", "2026-11-26T10:00:00.000Z"],
    ["half an hour before", "2026-11-27T17:30:00.000Z", "2026-11-27T17:45:00.000Z"],
    ["five minutes before", "2026-11-27T17:55:00.000Z", "2026-11-27T18:00:00.000Z"],
  ])("%s: due %s", async ([, at, dueAt], { world }) => {
    await schedule(world);
    await askToStop(world, { at });
    const [promise] = await world.db.select().from(promises);
    expect(promise).toMatchObject({ rule: "stop-post", startedAt: at, dueAt });
  });

  test("stopped: becomes a request for changes in the owner's words, and the promise is kept", async ({
    world,
  }) => {
    await schedule(world);
    await askToStop(world);
    expect((await Promise.all([stop(world), stop(world)])).toSorted()).toEqual([
      "done",
      "done_before",
    ]);
    expect(await world.db.select().from(postDecisions)).toMatchObject([
      { decision: "changes_requested", words: WORDS, decidedAt: BEFORE, via: "calendar" },
    ]);
    expect(await scheduled(world)).toEqual([]);
    expect(await openRules(world)).toEqual(["answer-changes"]);
    expect((await eventsIn(world)).at(-1)).toMatchObject({
      type: "PostStopped",
      payload: { isLive: false },
    });
    expect(await findPostToStop(world.db, world.postId)).toBeNull();
    expect(await changeTo(world.db, { ...world, version: 2 })).toBe("done");
    expect(await openRules(world)).toEqual([]);
  });

  test("went live all the same: the rest is left out, and the promise was missed", async ({
    world,
  }) => {
    await schedule(world);
    await askToStop(world);
    await publish(world, "instagram");
    expect(await openRules(world)).toEqual(["stop-post"]);
    expect(await stop(world, LIVE_AT)).toBe("done");
    expect(await scheduled(world)).toEqual([]);
    expect(await listed(world, "publish")).toBe(0);
    expect((await eventsIn(world)).at(-1)).toMatchObject({ payload: { isLive: true } });
    const [kept] = await world.db.select().from(promises).where(eq(promises.rule, "stop-post"));
    expect(kept).toMatchObject({ keptAt: LIVE_AT, dueAt: "2026-11-26T10:00:00.000Z" });
    expect(await world.db.select().from(postDecisions)).toMatchObject([{ decision: "approved" }]);
  });

  test("nobody asked: refused", async ({ world }) => {
    await schedule(world);
    expect(await stop(world)).toBe("refused");
    expect(await scheduled(world)).toHaveLength(2);
  });
});

describe("at the same time", () => {
  test("scheduled and taken back, in many rounds: one of the two, and never a scheduled post without a yes", async ({
    world,
  }) => {
    for (let round = 0; round < 8; round++) {
      const [isScheduled, back] = await Promise.all([schedule(world), takeBack(world)]);
      expect([isScheduled, back]).toEqual(
        back === "decided" ? ["refused", "decided"] : ["done", "other_decision"],
      );
      expect(await scheduled(world)).toHaveLength(back === "decided" ? 0 : 2);
      await schedule(world, []);
      await world.db.delete(postSchedulings);
      await world.db.update(postDecisions).set({ decision: "approved", words: null });
    }
  });

  test("stop requested and published everywhere: either the stop is answered, or there is none", async ({
    world,
  }) => {
    await schedule(world);
    const [asked] = await Promise.all([askToStop(world), publish(world, "instagram", true)]);
    expect(await scheduled(world)).toEqual([]);
    expect(await world.db.$count(postStopRequests)).toBe(asked === true ? 1 : 0);
    expect(await stop(world)).toBe(asked === true ? "done" : "refused");
    expect(await world.db.select().from(postDecisions)).toMatchObject([{ decision: "approved" }]);
  });

  test("stopped and published: one of them first, and no live post without a yes", async ({
    world,
  }) => {
    await schedule(world);
    await askToStop(world);
    const [, published] = await Promise.all([stop(world), publish(world, "instagram")]);
    const [{ decision } = { decision: null }] = await world.db.select().from(postDecisions);
    expect([published, decision]).toEqual(
      published === "done" ? ["done", "approved"] : ["refused", "changes_requested"],
    );
  });
});
