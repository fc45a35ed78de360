import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { plannedInstant } from "#contracts/content/planned-time.ts";
import { dueAt, londonTime } from "#contracts/due-times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contracts/durations.ts";
import type { DomainEvent, EventType } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { TERMS } from "#contracts/terms.ts";
import { requestStop } from "#db/content/change-decisions.ts";
import { publishPost, withdrawPost } from "#db/ops/change-post.ts";
import { schedulePost, stopPost } from "#db/ops/schedule-post.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { promises } from "#db/schema/promises.ts";
import type { Effect } from "../../worker/pipeline/effect.ts";
import {
  mailDecisions,
  mailMorningWork,
  mailWeekendWork,
} from "../../worker/schedules/due-notices.ts";
import {
  startDuePublishPromises,
  watchPromises,
} from "../../worker/schedules/promise-schedules.ts";
import { remindOfPosts } from "../../worker/schedules/remind-of-posts.ts";
import { addApproverRow } from "../support/approval-links.ts";
import { insertAccountRow, insertCustomer, insertSubscription } from "../support/customer-rows.ts";
import { type TestDatabase, test } from "../support/database.ts";
import { insertManaged, insertManager } from "../support/manager-rows.ts";
import { effectsWith, newId, recordingMailer } from "../support/pipeline.ts";
import { decidePost, hashesOf, propose } from "../support/post-rows.ts";
import { countSetting, pick, seeded, seedRounds } from "../support/seeded.ts";
import { takeEvents } from "../support/simulated-worker.ts";

const CLIENTS = countSetting("MONTH_CLIENTS", 4);
const POSTS_EACH = 12;
const DAYS = 30;
/** After the last planned hour, so that all that follows from it is seen. */
const REST_DAYS = 8;
const CLIENTS_OF_A_MANAGER = 8;
const TICK_MS = 30 * MINUTE_MS;
/** One has Good Friday, Easter Monday and summer time, the other Christmas. */
const BEGINS = ["2027-03-08T07:00:00Z", "2026-12-07T07:00:00Z"] as const;
/** When lists and reminders leave, in winter and in summer, and promises are due or warned of, in UTC. */
const CLOCK_TIMES = new Set(
  [7, 8, 14, 15, 16, 17, 18]
    .flatMap((hour) => ["00", "30"].map((minute) => `${String(hour).padStart(2, "0")}:${minute}`))
    .concat("09:00", "10:00"),
);
/** Hours of each absence, of which the longest is from Friday evening to Tuesday morning. */
const WORKER_AWAY_HOURS = [1, 9, 26, 86];
const MAILS_AWAY_HOURS = [2, 12, 50];
const PLATFORMS: readonly Platform[] = ["instagram", "facebook"];
const OPERATOR = { kind: "ops", name: "Ada" } as const;

type Client = {
  readonly userId: string;
  readonly subscriptionId: string;
  readonly managerId: string | null;
  leftAt: number;
};

/** One version of a post, and what happened to it. */
type Version = {
  readonly client: Client;
  readonly postId: string;
  readonly version: number;
  readonly plannedAt: number;
  readonly proposedAt: number;
  /** When it was replaced, withdrawn or left by its customer. */
  overAt: number;
  /** Newest last. */
  readonly answers: { at: number; answer: "approved" | "changes" | "none" }[];
  scheduledAt: number;
  stopAskedAt: number;
  stoppedAt: number;
  publishedAt: number;
};

type Window = { readonly from: number; readonly until: number };
const holds = (at: number) => (window: Window) => window.from <= at && at < window.until;

for (const seeds of seedRounds(1)) {
  const [seed = 1] = seeds;
  test(
    `thirty days of clock, seed ${seed}: every planned hour is kept, told or stopped, and no mail leaves twice`,
    { timeout: 3_600_000 },
    async ({ database }) => {
      const month = await playMonth(database, seed);
      const { versions, figures } = month;
      expect(month.faults).toEqual([]);
      expect(versions.length).toBeGreaterThanOrEqual(CLIENTS * POSTS_EACH);
      const { unstopped, ...ways } = figures;
      expect(Object.values(ways).filter((count) => count === 0)).toEqual([]);
      expect(unstopped > 0 || CLIENTS < 20).toBe(true);
      if (process.env["MONTH_CLIENTS"])
        process.stdout.write(`seed ${seed}: ${JSON.stringify(figures)}\n`);
    },
  );
}

async function playMonth(database: TestDatabase, seed: number) {
  const { db } = database;
  const random = seeded(seed);
  const begin = Date.parse(BEGINS[(seed + 1) % 2] ?? BEGINS[0]);
  const end = begin + (DAYS + REST_DAYS) * DAY_MS;
  let ms = begin;
  const iso = (at = ms) => new Date(at).toISOString();
  const context = { makeId: newId, now: () => new Date(ms), correlationId: null };
  const between = (from: number, until: number) => Math.round(from + random() * (until - from));
  const window = (hours: number): Window => {
    const friday = 4 * DAY_MS + 11 * HOUR_MS + 7 * DAY_MS * Math.floor(random() * 3);
    const from = hours > 72 ? begin + friday : begin + between(DAY_MS, (DAYS - 4) * DAY_MS);
    return { from, until: from + hours * HOUR_MS };
  };
  const workerAway = WORKER_AWAY_HOURS.map(window);
  const mailsAway = MAILS_AWAY_HOURS.map(window);
  const versions: Version[] = [];
  const agenda: { at: number; act: () => Promise<void> }[] = [];
  const plan = (at: number, act: () => Promise<void>) => {
    if (at < end) agenda.push({ at: Math.max(at, ms), act });
  };
  /** The ops console is away with the worker, whose clocks are the first to come back. */
  const planOfTeam = (at: number, act: () => Promise<void>) => {
    const away = workerAway.find(holds(at));
    plan(away === undefined ? at : away.until + TICK_MS + between(MINUTE_MS, HOUR_MS), act);
  };

  const managers: string[] = [];
  for (let index = 0; index * CLIENTS_OF_A_MANAGER < CLIENTS; index += 1)
    managers.push(await insertManager(db, `manager${index}`));

  async function beginClient(index: number): Promise<void> {
    const email = `c${index}@shop.example`;
    const userId = await insertAccountRow(db, { email, isProven: true });
    const subscriptionId = `sub_${index}`;
    await insertCustomer(db, { id: `cus_${index}`, userId });
    await insertSubscription(db, { id: subscriptionId, customerId: `cus_${index}`, userId });
    // A few have none: the team hears.
    const managerId = random() < 0.1 ? null : pick(random, managers);
    if (managerId !== null) await insertManaged(db, { userId, managerId });
    const client: Client = { userId, subscriptionId, managerId, leftAt: Infinity };
    const hours = [
      ...new Map(
        Array.from({ length: POSTS_EACH + 2 }, () => {
          const plannedOn = londonTime(begin + between(DAY_MS, DAYS * DAY_MS)).day;
          const hour = String(between(7, 21)).padStart(2, "0");
          const plannedTime = `${hour}:${pick(random, ["00", "30"])}`;
          return [`${plannedOn} ${plannedTime}`, { plannedOn, plannedTime }] as const;
        }),
      ).values(),
    ];
    // Most of the month at once, the rest a few days or hours before.
    const early = hours.filter(() => random() < 0.8);
    plan(begin + between(0, DAY_MS), async () => {
      await proposeAll(
        client,
        early.map((planned) => ({ planned, base: null })),
      );
      if (index % 4 === 0) await addApproverRow(db, userId, `Approver${index}`);
    });
    for (const planned of hours.filter((one) => !early.includes(one))) {
      const before = between(HOUR_MS, 5 * DAY_MS);
      planOfTeam(plannedMs(planned) - before, () => proposeAll(client, [{ planned, base: null }]));
    }
    if (index % 8 === 3)
      plan(begin + between(8 * DAY_MS, 20 * DAY_MS), async () => {
        client.leftAt = ms;
        await db
          .update(subscriptions)
          .set({ status: "canceled" })
          .where(eq(subscriptions.id, subscriptionId));
      });
  }

  type Planned = { plannedOn: string; plannedTime: string };
  const plannedMs = (planned: Planned) => Date.parse(plannedInstant(planned) ?? "");

  async function proposeAll(
    client: Client,
    drafts: readonly { planned: Planned; base: Version | null }[],
  ): Promise<void> {
    const wanted = drafts.filter(({ planned }) => plannedMs(planned) > ms);
    if (wanted.length === 0 || client.leftAt <= ms) return;
    const given = wanted.map(({ planned, base }) => ({
      format: "post" as const,
      text: `Warm at ${planned.plannedOn} ${planned.plannedTime}, ${(base?.version ?? 0) + 1}`,
      platforms: [...PLATFORMS],
      ...planned,
      id: newId("post"),
      ...(base !== null && { base: { postId: base.postId, version: base.version } }),
    }));
    const added = wanted.map(({ planned, base }, index): Version => ({
      client,
      postId: base?.postId ?? given[index]?.id ?? "",
      version: (base?.version ?? 0) + 1,
      plannedAt: plannedMs(planned),
      proposedAt: ms,
      overAt: Infinity,
      answers: [],
      scheduledAt: Infinity,
      stopAskedAt: Infinity,
      stoppedAt: Infinity,
      publishedAt: Infinity,
    }));
    const event = newEvent(context, "PostProposed", OPERATOR, {
      userId: client.userId,
      subscriptionId: client.subscriptionId,
      posts: added.map(({ postId, version }) => ({ postId, version })),
    });
    if ((await propose(db, event, given)) !== "done") return;
    for (const { base } of wanted) if (base !== null) base.overAt = Math.min(base.overAt, ms);
    for (const one of added) {
      versions.push(one);
      planAnswer(one);
    }
  }

  function planAnswer(one: Version): void {
    const { plannedAt } = one;
    const chance = random();
    if (chance < 0.12) return;
    const at =
      chance < 0.55
        ? ms + between(10 * MINUTE_MS, 30 * HOUR_MS)
        : chance < 0.7
          ? plannedAt - between(HOUR_MS, 45 * HOUR_MS)
          : chance < 0.8
            ? plannedAt - between(MINUTE_MS, 10 * MINUTE_MS)
            : plannedAt + between(MINUTE_MS, 40 * HOUR_MS);
    const isYes = random() < 0.85;
    plan(at, async () => {
      if (!(await decide(one, isYes ? "PostApproved" : "PostChangesRequested"))) return;
      if (isYes) planWork(one);
      else planChange(one);
    });
  }

  type Decision = "PostApproved" | "PostChangesRequested" | "PostApprovalUndone";
  async function decide(one: Version, type: Decision, takesBack = false): Promise<boolean> {
    const { client, postId, version } = one;
    const post = { userId: client.userId, postId, version };
    if ((await decidePost(db, context, post, { type, takesBack })) !== "decided") return false;
    const answer =
      type === "PostApproved" ? "approved" : type === "PostApprovalUndone" ? "none" : "changes";
    one.answers.push({ at: ms, answer });
    return true;
  }

  function planChange(one: Version): void {
    if (random() < 0.15) return;
    planOfTeam(ms + between(HOUR_MS / 2, 30 * HOUR_MS), async () => {
      const from = Math.max(one.plannedAt, ms + 2 * HOUR_MS);
      const moved = random() < 0.6 && from === one.plannedAt ? from : from + DAY_MS;
      const { day, time } = londonTime(Math.ceil(moved / TICK_MS) * TICK_MS);
      const planned = { plannedOn: day, plannedTime: time.slice(0, 5) };
      await proposeAll(one.client, [{ planned, base: one }]);
    });
  }

  function planWork(one: Version): void {
    const { plannedAt } = one;
    const isLate = plannedAt <= ms;
    const chance = random();
    if (chance < 0.08) {
      plan(between(ms, plannedAt), async () => {
        const takesBack = random() < 0.5;
        const type = takesBack ? "PostChangesRequested" : "PostApprovalUndone";
        if ((await decide(one, type, takesBack)) && takesBack) planChange(one);
      });
      return planPublish(one, plannedAt + between(MINUTE_MS, 50 * MINUTE_MS));
    }
    if (chance < 0.13)
      return planOfTeam(between(ms, Math.max(ms, plannedAt)), async () => {
        const event = newEvent(context, "PostWithdrawn", OPERATOR, factsOf(one));
        if ((await withdrawPost(db, { event })) === "done") one.overAt = Math.min(one.overAt, ms);
      });
    if (chance < 0.22) return;
    if (isLate) return planPublish(one, ms + between(MINUTE_MS, 30 * HOUR_MS));
    if (chance < 0.5) return planScheduling(one);
    if (chance < 0.62) return planPublish(one, plannedAt + between(65 * MINUTE_MS, 30 * HOUR_MS));
    planPublish(one, plannedAt + between(MINUTE_MS, 50 * MINUTE_MS));
  }

  const factsOf = ({ client: { userId }, postId, version }: Version) => ({
    userId,
    postId,
    version,
  });

  function planPublish(one: Version, at: number): void {
    planOfTeam(at, async () => {
      const { postId, client } = one;
      const data = { ...factsOf(one), subscriptionId: client.subscriptionId, isComplete: false };
      const outcome = await publishPost(db, {
        urls: PLATFORMS.map((platform) => ({
          platform,
          url: `https://${platform}.example/${postId}`,
        })),
        restLeftOut: false,
        by: "Ada",
        event: newEvent(context, "PostPublished", OPERATOR, data),
      });
      if (outcome === "done") one.publishedAt = ms;
    });
  }

  function planScheduling(one: Version): void {
    const { plannedAt } = one;
    planOfTeam(between(ms, plannedAt - MINUTE_MS), async () => {
      const data = { ...factsOf(one), platforms: [...PLATFORMS], goesLiveAt: iso(plannedAt) };
      const event = newEvent(context, "PostScheduled", OPERATOR, data);
      if (plannedAt <= ms) return;
      if ((await schedulePost(db, { platforms: PLATFORMS, by: "Ada", event })) !== "done") return;
      one.scheduledAt = ms;
      if (random() < 0.25) plan(between(ms, plannedAt), () => askToStop(one));
      // The network publishes at the hour, and the address is recorded when somebody is at work again.
      else if (random() < 0.85)
        planPublish(one, plannedAt + between(MINUTE_MS, (random() < 0.5 ? 1 : 80) * HOUR_MS));
    });
  }

  async function askToStop(one: Version): Promise<void> {
    const { postId, version, client } = one;
    const { userId } = client;
    const { [version]: contentHash = "" } = await hashesOf(db, postId);
    const asked = await requestStop(db, {
      decider: { kind: "user", user: { userId, sessionId: null, at: iso() } },
      seen: { postId, version, contentHash },
      words: "Not that picture.",
      toEvent: (goesLiveAt) =>
        newEvent(
          context,
          "PostStopRequested",
          { kind: "user", userId },
          { ...factsOf(one), via: "calendar", goesLiveAt },
        ),
    });
    if (asked === null) return;
    one.stopAskedAt = ms;
    planOfTeam(ms + between(MINUTE_MS, 3 * HOUR_MS), async () => {
      // It went live before anybody came.
      if (ms >= one.plannedAt) planPublish(one, ms);
      planOfTeam(ms + MINUTE_MS, async () => {
        const data = { ...factsOf(one), isLive: false };
        const event = newEvent(context, "PostStopped", OPERATOR, data);
        if ((await stopPost(db, { by: "Ada", event })) !== "done") return;
        one.stoppedAt = ms;
        if (one.publishedAt === Infinity) one.answers.push({ at: ms, answer: "changes" });
      });
    });
  }

  const provider = recordingMailer();
  const { mailer, sent, calls } = provider;
  provider.failWith(() => (mailsAway.some(holds(ms)) ? new Error("the provider is away") : null));
  const effects = effectsWith(database, { mailer }, () => new Date(ms));
  /** What became of each effect that has ended. */
  const ended = new Map<
    string,
    { event: DomainEvent; effect: string; at: number; outcome: string }
  >();
  const retried: { event: DomainEvent; name: string; effect: Effect<EventType> }[] = [];
  const failures: string[] = [];

  async function runEvents(): Promise<void> {
    for (const { event, name, effect } of retried.splice(0)) await runEffect(event, name, effect);
    for (;;) {
      // An email about changes leaves when its hour has passed.
      const taken = await takeEvents(
        database.query,
        `not exists (select from approval_links where id = payload->>'linkId' and type = 'ApprovalRequested'
           and mail_due_at > '${iso()}')`,
      );
      if (taken.length === 0) return;
      for (const { event } of taken) {
        const catalogue = effects[event.type] as Readonly<Record<string, Effect<EventType>>>;
        for (const [name, effect] of Object.entries(catalogue)) {
          if (effect.queue === null || effect.when?.(event) === false) continue;
          await runEffect(event, name, effect);
          // A process that is killed after the mail left runs it again.
          if (random() < 0.05) await runEffect(event, name, effect);
        }
      }
    }
  }

  async function runEffect(event: DomainEvent, name: string, effect: Effect<EventType>) {
    const key = `${event.id}:${name}`;
    try {
      const { facts } = await effect.run(event, key);
      if (!ended.has(key))
        ended.set(key, { event, effect: name, at: ms, outcome: String(facts["reason"] ?? "sent") });
    } catch (error) {
      const isAway = error instanceof Error && error.message === "the provider is away";
      if (!isAway) failures.push(`${name}: ${String(error)}`);
      else if (!retried.some((one) => one.event.id === event.id && one.name === name))
        retried.push({ event, name, effect });
    }
  }

  for (let index = 0; index < CLIENTS; index += 1) await beginClient(index);
  const given = { db, makeId: newId, now: () => new Date(ms) };
  const clocks = {
    promises: startDuePublishPromises(given),
    watch: watchPromises(given),
    reminders: remindOfPosts(given),
    decisions: mailDecisions(given),
    morning: mailMorningWork(given),
    weekend: mailWeekendWork(given),
  };
  let isQuiet = false;
  for (let tick = begin; tick < end; tick += TICK_MS) {
    for (;;) {
      agenda.sort((a, b) => b.at - a.at);
      if ((agenda.at(-1)?.at ?? Infinity) > tick) break;
      const next = agenda.pop();
      if (next === undefined) break;
      ms = Math.max(ms, next.at);
      await next.act();
      isQuiet = false;
    }
    ms = tick;
    const isHourOver = versions.some(
      ({ plannedAt }) => plannedAt === tick || plannedAt + HOUR_MS === tick,
    );
    if (workerAway.some(holds(tick))) {
      isQuiet = false;
      continue;
    }
    // Nothing can be due: half of the time of the test.
    if (isQuiet && !isHourOver && !CLOCK_TIMES.has(iso().slice(11, 16))) continue;
    isQuiet = true;
    // Two workers run some of them at once.
    for (const clock of Object.values(clocks))
      await Promise.all(random() < 0.05 ? [clock.run(), clock.run()] : [clock.run()]);
    await runEvents();
  }

  const faults = failures;
  const events = [...ended.values()];
  const told = (one: Version, kind: "missed" | "late") =>
    events.filter(
      ({ event }) =>
        event.type === "PostsReminded" &&
        event.data.kind === kind &&
        event.data.posts.some(
          ({ postId, version }) => postId === one.postId && version === one.version,
        ),
    );
  const owed = await db.select().from(promises);
  const announced = events.flatMap(({ event, at }) =>
    event.type === "PromisesAnnounced" ? event.data.promiseIds.map((id) => ({ id, at })) : [],
  );
  const mails = [...sent.entries()];
  const namedTo = (one: Version) =>
    events.some(
      ({ event, effect, at }) =>
        at >= one.plannedAt &&
        (event.type === "MorningWorkListed" || event.type === "WeekendWorkListed") &&
        event.data.managerId === one.client.managerId &&
        [`/posts/${one.postId}`, "more, in the ops console"].some((words) =>
          sent.get(`${event.id}:${effect}`)?.text.includes(words),
        ),
    );
  const isAlerted = (one: Version) =>
    owed.some(
      ({ id, subjectId, missedAt }) =>
        subjectId === one.postId && missedAt !== null && announced.some((alert) => alert.id === id),
    );
  const firstUpAt = (at: number): number => {
    const away = workerAway.find(holds(at));
    return away === undefined ? at : firstUpAt(away.until + TICK_MS);
  };
  const answerAt = (one: Version, at: number) =>
    one.answers.findLast((answer) => answer.at < at)?.answer ?? "none";

  const figures = { kept: 0, late: 0, missed: 0, stopped: 0, unstopped: 0, replaced: 0 };
  for (const one of versions) {
    const { plannedAt, client } = one;
    const where = `seed ${seed}, ${iso(plannedAt)}, ${one.postId} v${one.version}`;
    const fault = (words: string) =>
      faults.push(`${where}: ${words}: ${JSON.stringify({ ...one, client: client.userId })}`);
    const [missed, late] = [told(one, "missed"), told(one, "late")];
    for (const [kind, list] of [
      ["missed", missed],
      ["late", late],
    ] as const)
      if (list.length > 1) fault(`told twice that it is ${kind}`);
    if (missed.length > 0 && late.length > 0)
      fault("told both that it is late and that it is missed");
    const isSaid = missed.length + late.length > 0;
    const promisedBy =
      one.scheduledAt < plannedAt
        ? dueAt(iso(plannedAt), TERMS.latePost)
        : dueAt(iso(plannedAt), TERMS.published);
    if (one.overAt <= plannedAt || client.leftAt <= plannedAt) {
      figures.replaced += 1;
      if (isSaid) fault("is told of an hour that was replaced");
    } else if (one.stopAskedAt <= plannedAt && one.stoppedAt > plannedAt) {
      figures.unstopped += 1;
      if (!isAlerted(one) && one.stoppedAt > plannedAt)
        fault("nobody was told that it was not stopped");
      if (isSaid) fault("is told of a post that it stopped");
    } else if (answerAt(one, plannedAt) === "changes") {
      figures.stopped += 1;
      if (isSaid) fault("is told of an hour that it had refused");
    } else if (answerAt(one, plannedAt) === "none") {
      figures.missed += 1;
      // An answer while the worker is away leaves nothing to ask for.
      const heardAt = firstUpAt(plannedAt);
      const isMoot = [...one.answers.map(({ at }) => at), one.overAt, client.leftAt].some(
        (at) => at >= plannedAt && at <= heardAt,
      );
      if (missed.length === 0 && !isMoot)
        fault("the customer was not told that the hour was missed");
      const isAnswered =
        one.answers.some(({ at }) => at >= plannedAt) ||
        one.overAt < Infinity ||
        client.leftAt < Infinity;
      if (!namedTo(one) && !isAnswered)
        fault("nobody of the team was told that the hour was missed");
    } else if (one.publishedAt < Date.parse(promisedBy)) {
      figures.kept += 1;
      if (isSaid) fault("is told of a kept hour");
    } else {
      const isOver = [
        one.overAt,
        client.leftAt,
        one.answers.at(-1)?.answer === "approved" ? Infinity : (one.answers.at(-1)?.at ?? Infinity),
      ].some((at) => at <= firstUpAt(Date.parse(promisedBy)));
      if (isOver) continue;
      figures.late += 1;
      if (late.length === 0) fault("the customer was not told that it is late");
      if (!isAlerted(one)) fault("nobody of the team was told that it is late");
    }
  }
  for (const { id, rule, subjectId, dueAt: due, keptAt, releasedAt, warnedAt, missedAt } of owed) {
    const isOpen = keptAt === null && releasedAt === null;
    if (isOpen && Date.parse(due) < end - DAY_MS && missedAt === null)
      faults.push(`${rule} of ${subjectId}: open after ${due}, and nobody said so`);
    const said = announced.filter((alert) => alert.id === id).length;
    const expected = Number(warnedAt !== null) + Number(missedAt !== null);
    if (said > expected) faults.push(`${rule} of ${subjectId}: announced ${said} times`);
  }
  const twice = (of: string, keys: readonly string[]) => {
    const seen = new Set<string>();
    for (const key of keys)
      if (seen.size === seen.add(key).size) faults.push(`${of} twice: ${key}`);
  };
  twice(
    "a request to approve",
    (
      await database.query<{ named: string }>(
        `select concat_ws(' ', link.business_id, link.approver_id, post_id, version) as named
         from approval_links link join approval_link_posts on link_id = link.id`,
      )
    ).rows.map(({ named }) => named),
  );
  twice(
    "a reminder",
    events.flatMap(({ event, effect }) =>
      event.type === "PostsReminded"
        ? event.data.posts.map(
            ({ postId, version }) =>
              `${sent.get(`${event.id}:${effect}`)?.to ?? event.data.linkId} ${event.data.kind} ${postId} ${version}`,
          )
        : [],
    ),
  );
  twice(
    "a work list",
    events.flatMap(({ event }) =>
      event.type === "MorningWorkListed" || event.type === "WeekendWorkListed"
        ? [`${event.type} ${event.data.managerId} ${event.data.day}`]
        : [],
    ),
  );
  twice(
    "a mail",
    // Two versions of a post can be approved in the same words.
    mails.flatMap(([key, { to, subject, text }]) =>
      key.endsWith("send-decision-receipt") ? [] : [`${to} ${subject} ${text}`],
    ),
  );
  const { rows: unapproved } = await database.query(
    `select post_id from post_publications live where not exists (
       select from post_decisions decided where decided.post_id = live.post_id
         and decided.version = live.version and decided.decision = 'approved')`,
  );
  if (unapproved.length > 0) faults.push("published without approval");
  return {
    versions,
    faults,
    figures: { ...figures, mails: mails.length, retried: calls.length - mails.length },
  };
}
