import { readFileSync } from "node:fs";
import { Redis } from "ioredis";
import pg from "pg";
import { EVENTS_QUEUE } from "#contracts/events/queue.ts";
import { EFFECT_QUEUES } from "../../worker/pipeline/queues.ts";
import type { MailStats } from "../stack/resend/app.ts";
import type { MailSummary } from "../stack/resend/mailbox.ts";
import type { SwitchesChange } from "../stack/resend/switches.ts";
import type { Stack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import type { Records } from "./judge.ts";

export interface Observer {
  readonly openEvents: () => Promise<number>;
  readonly effectsUnderWay: () => Promise<number>;
  readonly unfinishedJobs: () => Promise<number>;
  readonly redisAnswers: () => Promise<boolean>;
  readonly redisRunId: () => Promise<string>;
  /** Ids of events that the edge could not publish, from its log. */
  readonly deferredEvents: () => ReadonlySet<string>;
  readonly mailStats: () => Promise<MailStats>;
  readonly setMailSwitches: (change: SwitchesChange) => Promise<void>;
  readonly records: () => Promise<Records>;
  readonly mails: () => Promise<MailSummary[]>;
  readonly close: () => Promise<void>;
}

const PATIENCE_MS = 20_000;
const PING_LIMIT_MS = 500;

// A stack starts with events of its own, for its operator's account.
const OF_ENQUIRIES = `event_id not in (select id from outbox_events where type <> 'ContactSubmitted')`;

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
  const prefix = stack.settings["QUEUE_PREFIX"] ?? "";

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
    const answer = await eventually(
      "the mail stand-in answers",
      () => fetch(new URL(path, inbox), init).catch(() => undefined),
      PATIENCE_MS,
    );
    if (!answer.ok) throw new Error(`the mail stand-in answered ${answer.status} to ${path}`);
    return (await answer.json()) as T;
  }

  async function onRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    if (redisUrl === null) throw new Error("Bug: this stack has no Redis");
    const redis = new Redis(redisUrl, {
      connectTimeout: PING_LIMIT_MS,
      commandTimeout: PING_LIMIT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    redis.on("error", () => {});
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  return {
    openEvents: () =>
      count(
        "select count(*) from outbox_events where completed_at is null and dead_lettered_at is null",
      ),
    effectsUnderWay: () =>
      count("select count(*) from event_effects where status = 'pending' and attempts > 0"),
    unfinishedJobs: () =>
      onRedis(async (redis) => {
        // Reads BullMQ's keys directly: its client would reconnect endlessly to a killed server.
        const counts = await Promise.all(
          [EVENTS_QUEUE, ...EFFECT_QUEUES].flatMap((queue) => [
            redis.llen(`${prefix}:${queue}:wait`),
            redis.llen(`${prefix}:${queue}:active`),
            redis.zcard(`${prefix}:${queue}:delayed`),
          ]),
        );
        return counts.reduce((sum, count) => sum + count, 0);
      }),
    redisAnswers: () =>
      onRedis((redis) => redis.ping()).then(
        () => true,
        () => false,
      ),
    redisRunId: () =>
      onRedis(async (redis) => /run_id:(\w+)/.exec(await redis.info("server"))?.[1] ?? ""),
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
    async records() {
      const [submissions, events, effects, audits] = await Promise.all([
        rows<Records["submissions"][number]>(
          `select id, idempotency_key as "idempotencyKey", email from form_submissions`,
        ),
        rows<Records["events"][number]>(
          `select id, type, aggregate_id as "submissionId", publish_count as "publishCount",
            (extract(epoch from occurred_at) * 1000)::float8 as "occurredMs",
            case when dead_lettered_at is not null then 'dead' when completed_at is not null then 'completed' else 'open' end
              as state
          from outbox_events where type = 'ContactSubmitted'`,
        ),
        rows<Records["effects"][number]>(
          `select event_id as "eventId", effect, status from event_effects where ${OF_ENQUIRIES}`,
        ),
        rows<Records["audits"][number]>(
          `select event_id as "eventId", action from audit_log where ${OF_ENQUIRIES}`,
        ),
      ]);
      return { submissions, events, effects, audits };
    },
    mails: () => ask("/inbox.json?bodies=no"),
    close: () => database.end(),
  };
}
