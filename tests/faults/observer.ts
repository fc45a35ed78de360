import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import pg from "pg";
import { EVENTS_QUEUE, queuePrefix } from "#contracts/events/queue.ts";
import { EFFECT_QUEUES } from "../../worker/pipeline/queues.ts";
import type { MailStats } from "../stack/resend/app.ts";
import type { MailSummary } from "../stack/resend/mailbox.ts";
import type { SwitchesChange } from "../stack/resend/switches.ts";
import type { Stack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";

/** Reads the running stack; each read waits for a process that is being restarted. */
export interface Observer {
  readonly rows: <R extends pg.QueryResultRow>(statement: string) => Promise<R[]>;
  readonly openEvents: () => Promise<number>;
  readonly effectsUnderWay: () => Promise<number>;
  readonly unfinishedJobs: () => Promise<number>;
  /** Jobs that wait until a time later than this, in milliseconds since 1970. */
  readonly jobsDelayedPast: (timeMs: number) => Promise<number>;
  readonly redisAnswers: () => Promise<boolean>;
  readonly redisRunId: () => Promise<string>;
  /** Ids of events that the edge could not publish, from its log. */
  readonly deferredEvents: () => ReadonlySet<string>;
  readonly mailStats: () => Promise<MailStats>;
  readonly setMailSwitches: (change: SwitchesChange) => Promise<void>;
  readonly mails: () => Promise<MailSummary[]>;
  readonly close: () => Promise<void>;
}

const QUEUES = [EVENTS_QUEUE, ...EFFECT_QUEUES];
/** BullMQ multiplies a job's time by this to keep jobs of one millisecond in order. */
const SCORE_PER_MS = 0x10_00;

const PATIENCE_MS = 20_000;
const PING_LIMIT_MS = 500;
const READ_LIMIT_MS = 5_000;

const DEFERRED = /"publish_deferred".*"eventId":"(\w+)"/g;

export function openObserver(stack: Stack): Observer {
  const database = new pg.Pool({
    connectionString: stack.urls.databaseUrl,
    application_name: "faults-observer",
    connectionTimeoutMillis: 1_000,
    max: 2,
  });
  database.on("error", () => {});
  database.on("connect", (client) => client.on("error", () => {}));
  const { redisUrl, inbox } = stack.urls;
  const keyOf = (queue: string, key: string): string =>
    `${queuePrefix(stack.settings["QUEUE_PREFIX"] ?? "", queue)}:${queue}:${key}`;

  async function rows<R extends pg.QueryResultRow>(statement: string): Promise<R[]> {
    return eventually(
      "PostgreSQL answers",
      async () => (await database.query<R>(statement).catch(() => undefined))?.rows,
      PATIENCE_MS,
    );
  }

  async function count(statement: string): Promise<number> {
    const [row] = await rows<{ count: string }>(statement);
    return Number(row?.count);
  }

  async function ask<T>(path: string, init?: RequestInit): Promise<T> {
    const response = await eventually(
      "the mail emulator answers",
      () => fetch(new URL(path, inbox), init).catch(() => undefined),
      PATIENCE_MS,
    );
    if (!response.ok) throw new Error(`the mail emulator answered ${response.status} to ${path}`);
    return (await response.json()) as T;
  }

  async function onRedis<T>(limitMs: number, work: (redis: Redis) => Promise<T>): Promise<T> {
    if (redisUrl === null) throw new Error("Bug: this stack has no Redis");
    const redis = new Redis(redisUrl, {
      connectTimeout: limitMs,
      commandTimeout: limitMs,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      // It reads what the test itself started.
      ...(redisUrl.startsWith("rediss:") && { tls: { rejectUnauthorized: false } }),
    });
    redis.on("error", () => {});
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** On a busy machine even a running Redis may answer late. */
  async function readRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    const read = await eventually(
      "Redis answers",
      () =>
        onRedis(READ_LIMIT_MS, async (redis) => [await work(redis)] as const).catch(
          () => false as const,
        ),
      PATIENCE_MS,
    );
    return read[0];
  }

  return {
    rows,
    openEvents: () =>
      count(
        "select count(*) from outbox_events where completed_at is null and dead_lettered_at is null",
      ),
    effectsUnderWay: () =>
      count("select count(*) from event_effects where status = 'pending' and attempts > 0"),
    unfinishedJobs: () =>
      // Reads BullMQ's keys directly: its client would reconnect endlessly to a killed server.
      readRedis(async (redis) => {
        const counts = await Promise.all(
          QUEUES.flatMap((queue) => [
            redis.llen(keyOf(queue, "wait")),
            redis.llen(keyOf(queue, "active")),
            redis.zcard(keyOf(queue, "delayed")),
          ]),
        );
        return counts.reduce((sum, count) => sum + count, 0);
      }),
    jobsDelayedPast: (timeMs) =>
      readRedis(async (redis) => {
        const from = timeMs * SCORE_PER_MS;
        const counts = await Promise.all(
          QUEUES.map((queue) => redis.zcount(keyOf(queue, "delayed"), from, "+inf")),
        );
        return counts.reduce((sum, count) => sum + count, 0);
      }),
    redisAnswers: () =>
      onRedis(PING_LIMIT_MS, (redis) => redis.ping()).then(
        () => true,
        () => false,
      ),
    redisRunId: () =>
      readRedis(async (redis) => /run_id:(\w+)/.exec(await redis.info("server"))?.[1] ?? ""),
    deferredEvents: () =>
      new Set(
        [...readFileSync(stack.parts.edge.logFile, "utf8").matchAll(DEFERRED)].flatMap(
          ([, eventId]) => eventId ?? [],
        ),
      ),
    mailStats: () => ask("/stats"),
    async setMailSwitches(change) {
      await ask("/switches", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(change),
      });
    },
    mails: () => ask("/inbox.json?bodies=no"),
    close: () => database.end(),
  };
}
