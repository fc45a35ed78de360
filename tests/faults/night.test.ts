import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod";
import { MINUTE_MS } from "#contracts/durations.ts";
import { ID_RANDOM_BYTES, makeId } from "#contracts/ids.ts";
import type { Alert } from "#db/alerts/change-deliveries.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { connectDatabase } from "#db/connect.ts";
import { replayEffects } from "#db/ops/replay-effects.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { openQueueBackend } from "../../worker/adapters/queue-backend.ts";
import { alertPath, describeAlert } from "../../worker/alerts/alert-causes.ts";
import { checkOnce } from "../../worker/alerts/watch.ts";
import { describeError } from "../../worker/describe-error.ts";
import { createEffects, queuesOf } from "../../worker/effects/catalogue.ts";
import { removePostgres } from "../stack/postgres.ts";
import { switchMails } from "../stack/resend/switch-mails.ts";
import type { SwitchesChange } from "../stack/resend/switches.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { openOpsConsole } from "../support/ops-client.ts";
import { type RedisPair, startRedisPair } from "../support/redis-server.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { stripeEmulator } from "../support/stripe-emulator.ts";
import { type Enquiry, makeEnquiry } from "./clients/make-enquiry.ts";
import { readInbox } from "./clients/read-inbox.ts";

/** Enquiries during each failure: the team gets a mail of its own for twenty in an hour. */
const ENQUIRIES = 2;
/** Later than every limit of an alert, and before an event that is retried is due again. */
const AHEAD_MS = 5 * MINUTE_MS + 5_000;
const PATIENCE_MS = 120_000;
/** The worker sends one each minute. */
const HEARTBEATS_MS = 75_000;
const NIGHT_MS = 30 * MINUTE_MS;

type Night = {
  stack: Stack;
  db: Db;
  redis: RedisPair;
  email: (change: SwitchesChange) => Promise<void>;
  stripe: ReturnType<typeof stripeEmulator>;
};

type Failure = {
  what: string;
  /** What one of the two pages says to which the alert leads. */
  cause: RegExp;
  /** Condition: what came in is where the failure keeps it. */
  isStruck: SQL;
  begin: (night: Night) => Promise<unknown>;
  end: (night: Night) => Promise<unknown>;
};

const isDispatched = sql`not exists (select from outbox_events where dispatched_at is null)`;
const hasRefused = sql`${isDispatched} and not exists (select from event_effects where status = 'pending')`;
const isRetried = sql`${isDispatched} and not exists (
  select from event_effects where status = 'pending' and last_error is null
) and exists (select from event_effects where status = 'pending')`;
const hasUndispatched = sql`exists (select from outbox_events where dispatched_at is null)`;

/** Each is told by an alert of its own; without one the heartbeat stays away. */
const FAILURES: readonly Failure[] = [
  {
    what: "each email refused (422)",
    cause: /validation_error \(422\)/,
    isStruck: hasRefused,
    begin: ({ email }) => email({ fail: { status: 422 } }),
    async end({ email, db }) {
      await email({ fail: null });
      await replayAll(db);
    },
  },
  {
    what: "each email fails (500)",
    cause: /application_error \(500\)/,
    isStruck: isRetried,
    begin: ({ email }) => email({ fail: { status: 500 } }),
    end: ({ email }) => email({ fail: null }),
  },
  {
    what: "Stripe away",
    cause: /Stripe/,
    isStruck: isRetried,
    async begin({ stripe, db }) {
      const customer = await stripe.stripe.customers.create({ email: "night@faults.example" });
      await stripe.misbehave({ api: { fail: { status: 500 } } });
      await db.execute(sql`insert into customers (id, origin) values (${customer.id}, 'guest')`);
      await db.execute(sql`insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload,
        correlation_id, occurred_at, next_publish_at)
      values (${newId("event")}, 'StripeEventReceived', 1, 'customer', ${customer.id}, '{"kind":"system","name":"stripe"}',
        ${JSON.stringify({ stripeEventId: "evt_night", notification: "customer.updated", objectId: customer.id, customerId: customer.id })}::jsonb,
        ${newId("request")}, now(), now())`);
    },
    end: ({ stripe }) => stripe.behave(),
  },
  {
    what: "Redis lost",
    cause: /the queue refuses/,
    isStruck: hasUndispatched,
    begin: ({ redis }) => redis.lose(),
    end: ({ redis }) => redis.findAgain(),
  },
  {
    what: "Redis’s primary swapped",
    cause: /the queue refuses/,
    isStruck: hasUndispatched,
    begin: ({ redis }) => redis.swap(),
    end: ({ redis }) => redis.follow(),
  },
  {
    what: "worker killed",
    cause: /no worker takes them out/,
    isStruck: hasUndispatched,
    begin: ({ stack }) => stack.parts.worker.kill("SIGKILL"),
    end: ({ stack }) => stack.parts.worker.start(),
  },
];

type Outcome = { what: string; alerts: string; presses: string; over: string; isRight: boolean };

test(
  "seven failures of one night: each is found from its alert alone, and its end is told",
  async ({ signal }) => {
    const dir = makeScratchDir("night");
    const redis = await startRedisPair();
    const heartbeats = await countHeartbeats();
    const stack = await startStack({
      dir,
      queue: "redis",
      parts: ["postgres", "bridge", "emulators", "edge", "worker", "stripe"],
      env: { EDGE_PUBLISH: "off", REDIS_URL: redis.url, HEARTBEAT_URL: heartbeats.url },
      signal,
    });
    const { databaseUrl, inbox, stripe } = stack.urls;
    const { db, close } = connectDatabase(databaseUrl, {
      max: 2,
      applicationName: "faults-night",
      onError: () => undefined,
    });
    const enquiries: Enquiry[] = [];
    const night: Night = {
      stack,
      db,
      redis,
      stripe: stripeEmulator({ stripe, stripeKey: stack.settings["STRIPE_SECRET_KEY"] ?? "" }),
      email: (change) => switchMails(inbox, change),
    };
    const watch = createWatch(db, redis.url);
    const send = async () => {
      for (const _ of Array.from({ length: ENQUIRIES })) {
        const enquiry = makeEnquiry(enquiries.length);
        const response = await fetch(new URL("/rest/v1/form_submissions", stack.urls.api), {
          method: "POST",
          headers: {
            apikey: stack.urls.anonKey,
            "content-type": "application/json",
            "idempotency-key": enquiry.idempotencyKey,
            "cf-connecting-ip": enquiry.ipAddress,
          },
          body: JSON.stringify(enquiry.form),
        });
        expect(response.status).toBe(201);
        enquiries.push(enquiry);
      }
    };
    try {
      const outcomes: Outcome[] = [];
      for (const failure of FAILURES) {
        await failure.begin(night);
        await send();
        outcomes.push(await outcomeOf(failure, night, watch));
        await watch.passAnHour();
      }
      outcomes.push(await restartDatabase(night, watch, send));
      outcomes.push(await stopHeartbeats(night, heartbeats));
      outcomes.push(await countMails(inbox, enquiries, signal));
      expect(outcomes.filter(({ isRight }) => !isRight)).toEqual([]);
    } finally {
      await watch.close();
      await close();
      await stack.stop();
      await redis.stop();
      heartbeats.stop();
      await removePostgres(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
    }
  },
  NIGHT_MS,
);

async function outcomeOf(failure: Failure, night: Night, watch: Watch): Promise<Outcome> {
  await eventually(
    `it strikes: ${failure.what}`,
    async () => {
      const row = z.object({ isStruck: z.boolean() });
      return (await oneRowOf(night.db, row)`select ${failure.isStruck} as is_struck`).isStruck;
    },
    PATIENCE_MS,
  );
  const alerts = await eventually(`an alert: ${failure.what}`, () => watch.told(), PATIENCE_MS);
  const presses = await pressesTo(failure.cause, night.db, alerts[0]);
  await failure.end(night);
  await eventually(`all is done: ${failure.what}`, () => isAllDone(night.db), PATIENCE_MS);
  const over = await eventually(`an all-clear: ${failure.what}`, () => watch.told(), PATIENCE_MS);
  const kinds = new Set([...alerts, ...over].map(({ cause }) => cause.split(":")[0]));
  return {
    what: failure.what,
    alerts: alerts.map(describeAlert).join("; "),
    presses: presses === null ? "NOT FOUND" : String(presses),
    over: over.map(describeAlert).join("; "),
    isRight:
      presses !== null &&
      kinds.size === 1 &&
      alerts.every(({ endedAt }) => endedAt === null) &&
      over.length === alerts.length &&
      over.every(({ endedAt }) => endedAt !== null),
  };
}

const isAllDone = async (db: Db): Promise<boolean> =>
  (await db.$count(outboxEvents, isNull(outboxEvents.completedAt))) === 0;

type Watch = ReturnType<typeof createWatch>;

/** Plays the watch of another worker, whose clock is ahead, so that nobody waits for the limits. */
function createWatch(db: Db, redisUrl: string) {
  const backend = openQueueBackend({
    DATABASE_URL: "",
    REDIS_URL: redisUrl,
    QUEUE_PREFIX: "night",
    EMAIL_RPS: 0,
    onError: () => undefined,
  });
  const told: Alert[] = [];
  const queues = queuesOf(createEffects({} as never));
  const now = () => new Date(Date.now() + AHEAD_MS);
  const check = async () => {
    const refusal = await backend.checkWritable().then(() => null, describeError);
    await checkOnce({
      queueRefusal: () => refusal,
      edgeRefusal: () => null,
      db,
      queues,
      now,
      log: { warn: () => undefined },
      channels: [
        {
          name: "webhook",
          send: (alerts) => {
            told.push(...alerts);
            return Promise.resolve("answered 200");
          },
        },
      ],
    });
  };
  return {
    check,
    close: backend.close,
    /** An alert of one cause is told once an hour. */
    passAnHour: () =>
      db.execute(sql`update ops_alerts set alerted_at = alerted_at - interval '61 minutes'`),
    /** All of one check; false when there is nothing. */
    async told(): Promise<readonly Alert[] | false> {
      await check();
      if (told.length === 0) return false;
      // What failed a moment later belongs to the same alert.
      await delay(3_000);
      await check();
      return told.splice(0);
    },
  };
}

/** @returns how many pages were opened until one says the cause; null when two do not */
async function pressesTo(cause: RegExp, db: Db, alert: Alert | undefined): Promise<number | null> {
  if (alert === undefined) return null;
  // The message itself.
  if (cause.test(describeAlert(alert))) return 0;
  const { get } = await openOpsConsole({ db }).signIn();
  const first = await (await get(alertPath(alert))).text();
  if (cause.test(first)) return 1;
  const [, link] = /href="(\/ops\/events\/evt_\w+)"/.exec(first) ?? [];
  return link !== undefined && cause.test(await (await get(link)).text()) ? 2 : null;
}

async function replayAll(db: Db): Promise<void> {
  const dead = await db.select().from(eventEffects).where(eq(eventEffects.status, "dead_lettered"));
  for (const { eventId, effect, attempts } of dead) {
    await replayEffects(db, {
      eventId,
      effects: [{ replayId: newId("replay"), effect, seen: { status: "dead_lettered", attempts } }],
      wholeEvent: null,
      requestedBy: "night@tidepost.example",
      reason: "The company accepts emails again.",
      mayRunTwice: false,
    });
  }
}

const newId = <K extends Parameters<typeof makeId>[0]>(kind: K) =>
  makeId(kind, Date.now(), randomBytes(ID_RANDOM_BYTES));

/** A service outside that is told each minute that all is well. */
async function countHeartbeats() {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response.end("ok");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/heartbeat`,
    count: () => count,
    stop: () => server.close(),
  };
}

/** Too short for an alert: the watch fails, so the heartbeat stays away, and goes on by itself. */
async function restartDatabase(
  { stack, db }: Night,
  watch: Watch,
  send: () => Promise<void>,
): Promise<Outcome> {
  await stack.parts.postgres.kill("SIGKILL");
  const isWithheld = await watch.check().then(
    () => false,
    () => true,
  );
  await stack.parts.postgres.start();
  await send();
  await eventually(
    "the database answers and all is done",
    () => isAllDone(db).catch(() => false),
    PATIENCE_MS,
  );
  return {
    what: "database restarted",
    alerts: isWithheld ? "the heartbeat is withheld" : "NONE",
    presses: "–",
    over: "goes on by itself",
    isRight: isWithheld,
  };
}

async function stopHeartbeats(
  { stack }: Night,
  heartbeats: Awaited<ReturnType<typeof countHeartbeats>>,
): Promise<Outcome> {
  await eventually("a heartbeat", async () => heartbeats.count() > 0, PATIENCE_MS);
  await stack.parts.worker.kill("SIGKILL");
  const before = heartbeats.count();
  await delay(HEARTBEATS_MS);
  const isSilent = heartbeats.count() === before;
  await stack.parts.worker.start();
  await eventually("a heartbeat again", async () => heartbeats.count() > before, PATIENCE_MS);
  return {
    what: "no worker runs",
    alerts: isSilent ? "the heartbeat stops" : "NONE",
    presses: "–",
    over: "the heartbeat is back",
    isRight: isSilent,
  };
}

async function countMails(
  inbox: string,
  enquiries: readonly Enquiry[],
  signal: AbortSignal,
): Promise<Outcome> {
  const counts = await Promise.all(
    enquiries.map(async ({ email }) => (await readInbox(inbox, email, signal)).length),
  );
  const once = counts.filter((count) => count === 1).length;
  return {
    what: "all of it",
    alerts: `${enquiries.length} enquiries`,
    presses: "–",
    over: `${once} answered once`,
    isRight: once === enquiries.length,
  };
}
