import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { dueAt, londonInstant } from "#contracts/due-times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contracts/durations.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { TERMS } from "#contracts/terms.ts";
import { decidePosts, requestStop } from "#db/content/change-decisions.ts";
import { publishPost, withdrawPost } from "#db/ops/change-post.ts";
import { schedulePost, stopPost } from "#db/ops/schedule-post.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { promises } from "#db/schema/promises.ts";
import {
  startDuePublishPromises,
  watchPromises,
} from "../../worker/schedules/promise-schedules.ts";
import { remindOfPosts } from "../../worker/schedules/remind-of-posts.ts";
import { openLinks, proposalOf } from "../support/approval-links.ts";
import { insertAccountRow, insertCustomer, insertSubscription } from "../support/customer-rows.ts";
import { type TestDatabase, test } from "../support/database.ts";
import { newId } from "../support/pipeline.ts";
import { hashesOf, proposePost } from "../support/post-rows.ts";
import { pick, seeded, seedRounds } from "../support/seeded.ts";

/** A Monday; Christmas and Boxing Day are among the thirty days. */
const BEGINS = "2026-11-30";
const DAYS = 30;
const CLIENTS = 5;
const POSTS_EACH = 12;
const TIMES = ["08:00", "10:30", "13:15", "18:00", "21:45"];
/** Longer than this, nobody is told of an hour of yesterday. */
const OUTAGE_MAX_HOURS = 20;
const OUTAGES = 5;
const TICK_MS = 5 * MINUTE_MS;

/** What customer and team do about a post, in ms; null: nothing. */
type Plan = {
  readonly proposed: number;
  readonly planned: number;
  readonly approved: number | null;
  readonly scheduled: number | null;
  /** The customer asks for changes, or the team withdraws. */
  readonly changed: number | null;
  readonly withdrawn: number | null;
  readonly stopAsked: number | null;
  readonly stopped: number | null;
  readonly published: number | null;
};
type Post = Plan & { readonly id: string; readonly userId: string; readonly contentHash: string };

const NOTHING = {
  approved: null,
  scheduled: null,
  changed: null,
  withdrawn: null,
  stopAsked: null,
  stopped: null,
  published: null,
};

function planOf(random: () => number, planned: number, proposed: number): Plan {
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const plan = { ...NOTHING, planned, proposed };
  const approved = between(proposed + MINUTE_MS, planned - 2 * HOUR_MS);
  const live = pick(random, [
    planned + between(MINUTE_MS, 55 * MINUTE_MS),
    planned + between(65 * MINUTE_MS, 10 * HOUR_MS),
    null,
  ]);
  const before = between(approved + MINUTE_MS, planned - 30 * MINUTE_MS);
  const fates: readonly (() => Plan)[] = [
    () => plan,
    () => ({ ...plan, approved, published: live }),
    () => ({ ...plan, approved, scheduled: approved + 30_000, published: live }),
    () => ({ ...plan, approved, changed: before }),
    () => ({ ...plan, approved, withdrawn: before }),
    () => {
      const late = planned + between(MINUTE_MS, 20 * HOUR_MS);
      const after = pick(random, [null, late + between(MINUTE_MS, 80 * HOUR_MS)]);
      return { ...plan, approved: late, published: after };
    },
    () => {
      const stopped = pick(random, [null, before + between(MINUTE_MS, 3 * HOUR_MS)]);
      return { ...plan, approved, scheduled: approved + 30_000, stopAsked: before, stopped };
    },
  ];
  return pick(random, fates)();
}

test.for(seedRounds(1).flat())(
  "thirty days of posts from seed %i: every hour is kept, told or missed aloud, and nothing is told twice",
  { timeout: 300_000 },
  async (seed, { database, db }) => {
    const random = seeded(seed);
    const month = await proposeMonth(database, random);
    const outages = Array.from({ length: OUTAGES }, () => {
      const from = Date.parse(BEGINS) + random() * DAYS * DAY_MS;
      return { from, until: from + (1 + random() * (OUTAGE_MAX_HOURS - 1)) * HOUR_MS };
    });
    const isUp = (at: number) => outages.every(({ from, until }) => at < from || at >= until);
    const acts = month.flatMap((post) => actsOf(database, post));
    const times = new Set(
      [
        ...acts.map(({ at }) => at),
        ...month.flatMap(({ planned }) => [0, 15, 60].map((late) => planned + late * MINUTE_MS)),
        ...outages.map(({ until }) => until),
        ...Array.from({ length: (DAYS + 5) * 8 }, (_, n) => Date.parse(BEGINS) + n * 3 * HOUR_MS),
      ].map((at) => Math.ceil(at / TICK_MS) * TICK_MS),
    );
    const ticks = [...times].toSorted((a, b) => a - b).filter(isUp);
    const queue = acts.toSorted((a, b) => a.at - b.at);
    for (const tick of ticks) {
      while ((queue[0]?.at ?? Infinity) <= tick) expect(await queue.shift()?.run()).toBe("done");
      const deps = { db, makeId: newId, now: () => new Date(tick) };
      await startDuePublishPromises(deps).run();
      await watchPromises(deps).run();
      await remindOfPosts(deps).run();
    }
    expect(await faultsIn(database, month, ticks)).toEqual([]);
  },
);

async function proposeMonth({ db }: TestDatabase, random: () => number): Promise<Post[]> {
  const month: Post[] = [];
  for (let client = 0; client < CLIENTS; client += 1) {
    const userId = await insertAccountRow(db, {
      email: `ada${client}@shop.example`,
      isProven: true,
    });
    await insertCustomer(db, { id: `cus_${client}`, userId });
    await insertSubscription(db, { id: `sub_${client}`, customerId: `cus_${client}`, userId });
    for (let post = 0; post < POSTS_EACH; post += 1) {
      const day = Date.parse(BEGINS) + Math.floor(random() * DAYS) * DAY_MS;
      const plannedOn = new Date(day).toISOString().slice(0, 10);
      const plannedTime = pick(random, TIMES);
      const planned = londonInstant(plannedOn, `${plannedTime}:00`);
      const proposed = planned - (1.2 + random() * 8) * DAY_MS;
      const at = new Date(proposed).toISOString();
      const content = {
        plannedOn,
        plannedTime,
        platforms: ["instagram" as const],
        text: `${post}`,
      };
      const id = await proposePost(db, userId, content, newId("post"), at);
      await openLinks(db, at, proposalOf(userId, [{ postId: id, version: 1 }]));
      const { 1: contentHash = "" } = await hashesOf(db, id);
      month.push({ ...planOf(random, planned, proposed), id, userId, contentHash });
    }
  }
  return month;
}

const OPERATOR = { kind: "ops", name: "Ada" } as const;

function actsOf({ db }: TestDatabase, post: Post) {
  const { id: postId, userId, contentHash, planned } = post;
  const seen = { postId, version: 1, contentHash };
  const facts = { userId, postId, version: 1 };
  const user = { kind: "user", userId } as const;
  const contextAt = (at: number) => ({
    makeId: newId,
    now: () => new Date(at),
    correlationId: null,
  });
  const deciderAt = (at: number) =>
    ({ kind: "user", user: { userId, sessionId: null, at: new Date(at).toISOString() } }) as const;
  const goesLiveAt = new Date(planned).toISOString();
  const decide = async (at: number, type: "PostApproved" | "PostChangesRequested") => {
    const data = { ...seen, userId, approverId: null, via: "calendar" as const };
    const events = [newEvent(contextAt(at), type, user, data)];
    const words = type === "PostApproved" ? null : "Not that picture.";
    const outcomes = await decidePosts(db, {
      decider: deciderAt(at),
      events,
      words,
      takesBack: type !== "PostApproved",
    });
    return outcomes?.[0] === "decided" ? "done" : outcomes?.[0];
  };
  const runs: Readonly<
    Record<Exclude<keyof Plan, "planned" | "proposed">, (at: number) => Promise<unknown>>
  > = {
    approved: (at) => decide(at, "PostApproved"),
    changed: (at) => decide(at, "PostChangesRequested"),
    scheduled: (at) =>
      schedulePost(db, {
        platforms: ["instagram"],
        by: "Ada",
        event: newEvent(contextAt(at), "PostScheduled", OPERATOR, {
          ...facts,
          platforms: ["instagram"],
          goesLiveAt,
        }),
      }),
    withdrawn: (at) =>
      withdrawPost(db, { event: newEvent(contextAt(at), "PostWithdrawn", OPERATOR, facts) }),
    stopAsked: async (at) => {
      const asked = await requestStop(db, {
        decider: deciderAt(at),
        seen,
        words: "Not that picture.",
        toEvent: (live) =>
          newEvent(contextAt(at), "PostStopRequested", user, {
            ...facts,
            via: "calendar",
            goesLiveAt: live,
          }),
      });
      return asked?.isNew === true ? "done" : asked;
    },
    stopped: (at) =>
      stopPost(db, {
        by: "Ada",
        event: newEvent(contextAt(at), "PostStopped", OPERATOR, { ...facts, isLive: false }),
      }),
    published: (at) =>
      publishPost(db, {
        urls: [{ platform: "instagram", url: `https://www.instagram.com/p/${postId}` }],
        restLeftOut: false,
        by: "Ada",
        event: newEvent(contextAt(at), "PostPublished", OPERATOR, {
          ...facts,
          subscriptionId: null,
          isComplete: true,
        }),
      }),
  };
  return Object.entries(runs).flatMap(([act, run]) => {
    const at = post[act as keyof typeof runs];
    return at === null ? [] : [{ at, run: () => run(at) }];
  });
}

async function faultsIn(
  { db }: TestDatabase,
  month: readonly Post[],
  ticks: readonly number[],
): Promise<string[]> {
  const events = await db.select().from(outboxEvents);
  const told = events.flatMap(({ type, payload }) => {
    if (type !== "PostsReminded") return [];
    const { kind, posts } = payload as EventOf<"PostsReminded">["data"];
    return posts.map(({ postId }) => `${postId} ${kind}`);
  });
  const announced = events.flatMap(({ type, payload }) =>
    type === "PromisesAnnounced"
      ? (payload as EventOf<"PromisesAnnounced">["data"]).promiseIds
      : [],
  );
  const rows = await db.select().from(promises);
  const wasUp = (from: number, until: number) => ticks.some((at) => at >= from && at < until);
  const faults: string[] = [];
  for (const post of month) {
    const { id, planned, approved, changed, withdrawn, stopAsked, published } = post;
    const same = (what: string, found: unknown, expected: unknown) => {
      if (found !== expected)
        faults.push(`${what} ${String(found)}, not ${String(expected)}: ${describe(post)}`);
    };
    const times = (kind: string) => told.filter((one) => one === `${id} ${kind}`).length;
    const isLateYes = approved !== null && approved >= planned;
    const answered = approved ?? Infinity;
    same("missed hours told", times("missed"), Number(wasUp(planned, answered)));
    for (const kind of ["decide", "decide_again"]) {
      if (times(kind) > 1) faults.push(`${kind} told ${times(kind)} times: ${describe(post)}`);
    }
    const isOwed = approved !== null && (changed ?? withdrawn ?? stopAsked) === null;
    const hour = planned + TERMS.published.hours * HOUR_MS;
    const isLate = isOwed && !isLateYes && wasUp(hour, published ?? Infinity);
    same("late posts told", times("late"), Number(isLate));
    const rule = isLateYes ? "publish-late-post" : "publish-post";
    const due = isLateYes
      ? Date.parse(dueAt(new Date(answered).toISOString(), TERMS.latePost))
      : hour;
    if (isOwed) {
      const promise = rows.find((row) => row.subjectId === id && row.rule === rule);
      same("promise kept", promise?.keptAt != null, published !== null && promise !== undefined);
      if (wasUp(due, published ?? Infinity)) {
        same("missed aloud", promise?.missedAt != null, true);
        same("announced", announced.includes(promise?.id ?? 0), true);
      }
    }
    const stop = rows.find((row) => row.subjectId === id && row.rule === "stop-post");
    same("stop promised", stop !== undefined, stopAsked !== null);
    if (stop !== undefined) {
      const stopDue = Date.parse(stop.dueAt);
      const isMissed = wasUp(stopDue, post.stopped ?? Infinity);
      same("stop missed aloud", stop.missedAt !== null && announced.includes(stop.id), isMissed);
      same("stop kept", stop.keptAt !== null, post.stopped !== null);
    }
    const isOpen = (row: (typeof rows)[number]) => row.keptAt === null && row.releasedAt === null;
    const open = rows.filter((row) => row.subjectId === id && row.rule.startsWith("publish"));
    same("open promises", open.some(isOpen), isOwed && published === null);
  }
  for (const [id, times] of Map.groupBy(announced, (one) => one)) {
    if (times.length > 2) faults.push(`promise ${id} announced ${times.length} times`);
  }
  const due = await db.$count(outboxEvents, eq(outboxEvents.type, "PostsReminded"));
  if (due === 0) faults.push("nobody was told anything");
  return faults;
}

function describe(post: Post): string {
  const times = Object.entries(post).flatMap(([name, at]) =>
    typeof at === "number" ? [`${name} ${new Date(at).toISOString().slice(0, 16)}`] : [],
  );
  return times.join(", ");
}
