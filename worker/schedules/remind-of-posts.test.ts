import { and, asc, eq, isNull } from "drizzle-orm";
import { expect } from "vitest";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { type EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { schedulePost } from "#db/ops/schedule-post.ts";
import { startPublishPromises } from "#db/promises/change-promises.ts";
import { postDecisions } from "#db/schema/content.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import { openLinks, proposalOf } from "../../tests/support/approval-links.ts";
import { insertAccountRow, insertSubscriber } from "../../tests/support/customer-rows.ts";
import { test as base } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/pipeline.ts";
import { hashesOf, proposePost } from "../../tests/support/post-rows.ts";
import { watchPromises } from "./promise-schedules.ts";
import { remindOfPosts } from "./remind-of-posts.ts";

/** Two posts, for Friday 27 and Monday 30 November at 18:00, proposed on Tuesday at ten. */
type World = { db: Db; userId: string; friday: string; monday: string };

const PROPOSED = "2026-11-24T10:00:00.000Z";

const test = base.extend<{ world: World }>({
  world: async ({ db }, use) => {
    const userId = await insertSubscriber(db);
    const friday = await proposePost(db, userId);
    const monday = await proposePost(db, userId, { plannedOn: "2026-11-30", text: "Monday." });
    const posts = [friday, monday].map((postId) => ({ postId, version: 1 }));
    await openLinks(db, PROPOSED, proposalOf(userId, posts));
    await use({ db, userId, friday, monday });
  },
});

async function remindAt({ db }: World, at: string) {
  const before = await db.$count(outboxEvents, eq(outboxEvents.type, "PostsReminded"));
  await remindOfPosts({ db, makeId: newId, now: () => new Date(at) }).run();
  const rows = await db
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.type, "PostsReminded"))
    .orderBy(asc(outboxEvents.id));
  return rows.slice(before).map(({ payload }) => {
    const { kind, posts } = payload as EventOf<"PostsReminded">["data"];
    return [kind, ...posts.map(({ postId }) => postId)];
  });
}

async function approve({ db }: World, postId: string, decidedAt: string) {
  const { 1: contentHash = "" } = await hashesOf(db, postId);
  await db
    .insert(postDecisions)
    .values({ postId, version: 1, contentHash, decision: "approved", decidedAt });
}

test("no answer: two reminders before the first hour, and one word when an hour has passed", async ({
  world,
}) => {
  const { friday, monday } = world;
  expect(await remindAt(world, "2026-11-25T09:55:00Z")).toEqual([]);
  expect(await remindAt(world, "2026-11-25T10:00:00Z")).toEqual([["decide", friday, monday]]);
  expect(await remindAt(world, "2026-11-25T10:05:00Z")).toEqual([]);
  expect(await remindAt(world, "2026-11-26T10:00:00Z")).toEqual([["decide_again", friday, monday]]);
  expect(await remindAt(world, "2026-11-27T17:55:00Z")).toEqual([]);
  expect(await remindAt(world, "2026-11-27T18:00:00Z")).toEqual([["missed", friday]]);
  expect(await remindAt(world, "2026-11-30T17:55:00Z")).toEqual([]);
  expect(await remindAt(world, "2026-11-30T18:05:00Z")).toEqual([["missed", monday]]);
});

test("two workers at once: one reminder", async ({ world }) => {
  const at = "2026-11-25T10:00:00Z";
  const schedule = () =>
    remindOfPosts({ db: world.db, makeId: newId, now: () => new Date(at) }).run();
  await Promise.all([schedule(), schedule()]);
  expect(await world.db.$count(outboxEvents, eq(outboxEvents.type, "PostsReminded"))).toBe(1);
});

test("no worker until the day before: one reminder, the last", async ({ world }) => {
  const { friday, monday } = world;
  expect(await remindAt(world, "2026-11-26T11:00:00Z")).toEqual([["decide_again", friday, monday]]);
});

test("proposed less than a day ago: no reminder yet", async ({ world: { db }, world }) => {
  const userId = await insertAccountRow(db, { email: "new@shop.example", isProven: true });
  const at = "2026-11-26T12:00:00.000Z";
  const postId = await proposePost(db, userId, {}, newId("post"), at);
  await openLinks(db, at, proposalOf(userId, [{ postId, version: 1 }]));
  await remindAt(world, "2026-11-26T11:00:00Z");
  expect(await remindAt(world, "2026-11-27T11:55:00Z")).toEqual([]);
  expect(await remindAt(world, "2026-11-27T12:00:00Z")).toEqual([["decide_again", postId]]);
});

test("approved: no reminder; not live an hour after its hour: the customer is told", async ({
  world,
}) => {
  await approve(world, world.friday, "2026-11-24T12:00:00.000Z");
  await approve(world, world.monday, "2026-11-24T12:00:00.000Z");
  expect(await remindAt(world, "2026-11-26T10:00:00Z")).toEqual([]);
  expect(await remindAt(world, "2026-11-27T18:55:00Z")).toEqual([]);
  expect(await remindAt(world, "2026-11-27T19:00:00Z")).toEqual([["late", world.friday]]);
  expect(await remindAt(world, "2026-11-27T19:05:00Z")).toEqual([]);
});

test("in a scheduler on every platform: the customer is told when nobody proved it on the next business day", async ({
  world,
}) => {
  const { db, userId, friday } = world;
  await approve(world, friday, "2026-11-24T12:00:00.000Z");
  const facts = { userId, postId: friday, version: 1, goesLiveAt: "2026-11-27T18:00:00.000Z" };
  const scheduled = async (platforms: readonly Platform[]) => {
    const context = { makeId: newId, now: () => new Date(PROPOSED), correlationId: null };
    const actor = { kind: "ops", name: "Ada" } as const;
    const event = newEvent(context, "PostScheduled", actor, {
      ...facts,
      platforms: [...platforms],
    });
    await startPublishPromises(db, { at: PROPOSED, limit: 9 });
    expect(await schedulePost(db, { platforms, by: "Ada", event })).toBe("done");
    await startPublishPromises(db, { at: PROPOSED, limit: 9 });
    const open = and(eq(promises.rule, "publish-post"), isNull(promises.keptAt));
    return (await db.select().from(promises).where(open)).map(({ dueAt }) => dueAt);
  };
  expect(await scheduled(["instagram"])).toEqual(["2026-11-27T19:00:00.000Z"]);
  expect(await scheduled(["instagram", "facebook"])).toEqual(["2026-11-30T18:00:00.000Z"]);
  expect((await remindAt(world, "2026-11-27T19:00:00Z")).flat()).not.toContain(friday);
  const context = { makeId: newId, now: () => new Date("2026-11-30T18:00:00Z") };
  await watchPromises({ db, ...context }).run();
  expect(await remindAt(world, "2026-11-30T18:05:00Z")).toContainEqual(["late", friday]);
});

test("a worker that was away from Thursday to Tuesday tells of the hours that passed", async ({
  world,
}) => {
  const { friday, monday } = world;
  await approve(world, friday, "2026-11-26T22:00:00.000Z");
  expect(await remindAt(world, "2026-12-01T08:00:00Z")).toEqual([
    ["missed", monday],
    ["late", friday],
  ]);
});

test("the very first post, approved before any mail had a link: late, it is told, and nobody was asked again", async ({
  world,
}) => {
  const { db } = world;
  const userId = await insertAccountRow(db, { email: "new@shop.example", isProven: true });
  const postId = await proposePost(db, userId, {}, newId("post"), PROPOSED);
  await approve(world, postId, "2026-11-24T10:00:01.000Z");
  expect(await openLinks(db, PROPOSED, proposalOf(userId, [{ postId, version: 1 }]))).toBe(0);
  expect(await remindAt(world, "2026-11-27T19:00:00Z")).toContainEqual(["late", postId]);
});

test("approved after its hour: its own promise runs, and nobody calls it late", async ({
  world,
}) => {
  await approve(world, world.friday, "2026-11-27T18:30:00.000Z");
  expect((await remindAt(world, "2026-11-27T19:30:00Z")).flat()).not.toContain(world.friday);
});

test("approved before its mail had a link: a late post is told by an earlier link of the owner", async ({
  world,
}) => {
  const { db, userId } = world;
  const early = await proposePost(db, userId, { text: "Approved at once." });
  await approve(world, early, "2026-11-24T12:00:00.000Z");
  expect(await remindAt(world, "2026-11-27T19:00:00Z")).toContainEqual(["late", early]);
});
