import { Queue, Worker, withBackend } from "bullmq";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { clusterOf, queuePrefix } from "#contracts/events/queue.ts";
import type { WorkerConfig } from "../config.ts";
import type { QueueBackend } from "../pipeline/queue-backend.ts";
import {
  COMPLETED_JOB_TTL_S,
  EFFECT_QUEUES,
  type QueueName,
  SCHEDULES_QUEUE,
  workerOptions,
} from "../pipeline/queues.ts";
import {
  ResilientPostgresConnection,
  resilientPostgresBackend,
} from "./resilient-postgres-backend.ts";

export type QueueBackendOptions = Pick<
  WorkerConfig,
  "DATABASE_URL" | "REDIS_URL" | "QUEUE_PREFIX" | "EMAIL_RPS"
> &
  Partial<Pick<WorkerConfig, "REDIS_CLUSTER">> & { onError: (error: Error) => void };

export function openQueueBackend(options: QueueBackendOptions): QueueBackend {
  return options.REDIS_URL === undefined
    ? openPostgresQueues(options)
    : openRedisQueues(options, options.REDIS_URL);
}

const QUEUE_NAMES = ["events", ...EFFECT_QUEUES, SCHEDULES_QUEUE] as const;

function forEachQueue(open: (name: QueueName) => Queue): Record<QueueName, Queue> {
  const entries = QUEUE_NAMES.map((name) => [name, open(name)] as const);
  // Every name has an entry, which the type of `Object.fromEntries` forgets.
  return Object.fromEntries(entries) as Record<QueueName, Queue>;
}

/** Redis holds them in memory. */
const COMPLETED_JOBS_MAX = 1_000;

/** Answers of a server that stays so until its address leads to another one, as after a planned failover. */
const WRONG_SERVER = /^(?:READONLY|MASTERDOWN|UNBLOCKED|LOADING)\b|-READONLY /;

/** Tells ioredis to connect again and repeat the command, which a refusal has not run. */
const RECONNECT_AND_RESEND = 2;

/** Two weeks of the dashboard's charts. */
const METRICS_MINUTES = 20_160;

function openRedisQueues(options: QueueBackendOptions, url: string): QueueBackend {
  const { onError } = options;
  const prefixOf = (name: QueueName) => queuePrefix(options.QUEUE_PREFIX, name);
  const base = {
    connectTimeout: 2_000,
    retryStrategy: (times: number) => Math.min(100 * 2 ** Math.min(times, 5), 2_000),
    reconnectOnError: ({ message }: Error) =>
      WRONG_SERVER.test(message) ? RECONNECT_AND_RESEND : false,
  };
  // Producers fail fast: the relay retries, and an operator sees the error.
  const producer = {
    ...base,
    maxRetriesPerRequest: 1,
    commandTimeout: 3_000,
    enableOfflineQueue: false,
  };
  const redis = connectRedis(url, producer, options.REDIS_CLUSTER);
  // Workers retry without limit, and a command timeout would break their blocking read, for which
  // BullMQ duplicates the connection.
  const consumer = connectRedis(
    url,
    { ...base, maxRetriesPerRequest: null },
    options.REDIS_CLUSTER,
  );
  for (const connection of [redis, consumer]) connection.on("error", onError);
  const queues = forEachQueue((name) =>
    withErrorListener(
      new Queue(name, {
        connection: redis,
        prefix: prefixOf(name),
        // If Redis stops responding during a queue's version check, BullMQ caches the failure for
        // good. Workers do check.
        skipVersionCheck: true,
      }),
      onError,
    ),
  );
  // A node of a cluster loses the memory of its queues only.
  const remembering = redis instanceof Cluster ? QUEUE_NAMES : (["events"] as const);
  const epochKeys = remembering.map((name) => `${prefixOf(name)}:epoch`);
  return {
    kind: "redis",
    queues,
    consume(name, process) {
      const worker = new Worker(name, process, {
        ...workerOptions(name, "redis", options.EMAIL_RPS),
        // Costly in PostgreSQL: BullMQ counts all completed jobs on each completion, and jobs
        // contend on one metrics row.
        removeOnComplete: { age: COMPLETED_JOB_TTL_S, count: COMPLETED_JOBS_MAX },
        metrics: { maxDataPoints: METRICS_MINUTES },
        connection: consumer,
        prefix: prefixOf(name),
      });
      worker.on("error", onError);
      return worker;
    },
    async checkWritable() {
      await answersOf(
        QUEUE_NAMES.map((name) => redis.set(`${prefixOf(name)}:writable`, "1", "EX", 60)),
      );
    },
    memory: {
      async wasFlushed() {
        const found = await answersOf(epochKeys.map((key) => redis.exists(key)));
        return found.includes(0);
      },
      async markSeeded() {
        await answersOf(epochKeys.map((key) => redis.set(key, "1")));
      },
    },
    async close() {
      await Promise.all(QUEUE_NAMES.map((name) => queues[name].close()));
      redis.disconnect();
      consumer.disconnect();
    },
  };
}

/**
 * The answers of the nodes that are up: one that is down stops its own queues only.
 *
 * @throws when no node answers
 */
async function answersOf<T>(requests: readonly Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(requests);
  const answers = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  return answers.length === 0 ? Promise.all(requests) : answers;
}

type Connect = Pick<
  RedisOptions,
  "connectTimeout" | "commandTimeout" | "maxRetriesPerRequest" | "reconnectOnError"
> & {
  retryStrategy: (times: number) => number;
  enableOfflineQueue?: boolean;
};

function connectRedis(url: string, options: Connect, isCluster?: boolean): Redis | Cluster {
  const cluster = clusterOf(url, isCluster);
  if (cluster === null) return new Redis(url, options);
  const { retryStrategy, enableOfflineQueue = true, ...redisOptions } = options;
  return new Cluster(cluster.nodes, {
    redisOptions: { ...redisOptions, ...cluster.redisOptions },
    clusterRetryStrategy: retryStrategy,
    enableOfflineQueue,
    // TLS needs the name.
    dnsLookup: (address, resolve) => resolve(null, address),
  });
}

const SCHEMA = "bullmq";

const IS_READ_ONLY = "select current_setting('transaction_read_only') = 'on' as is_read_only";

/** A worker has eight direct connections; BullMQ listens on another. */
const POSTGRES_MAX = 2;

function openPostgresQueues(options: QueueBackendOptions): QueueBackend {
  const { onError } = options;
  const Postgres = withBackend(resilientPostgresBackend);
  const connection = new ResilientPostgresConnection({
    connectionString: options.DATABASE_URL,
    schema: SCHEMA,
    application_name: "tidepost-queue",
    max: POSTGRES_MAX,
  });
  connection.on("error", onError);
  const queues = forEachQueue((name) =>
    withErrorListener(asQueue(new Postgres.Queue(name, { connection })), onError),
  );
  return {
    kind: "postgres",
    queues,
    consume(name, process) {
      const worker = new Postgres.Worker(name, process, {
        ...workerOptions(name, "postgres", options.EMAIL_RPS),
        connection,
      });
      worker.on("error", (error) => {
        connection.markUnhealthy();
        onError(error);
      });
      return asWorker(worker);
    },
    async checkWritable() {
      await connection.waitUntilReady();
      const { rows } = await connection.pool.query(IS_READ_ONLY);
      if (rows[0]?.["is_read_only"] === true) throw new Error("the database only reads");
    },
    // The queue shares the outbox's database.
    memory: { wasFlushed: () => Promise.resolve(false), markSeeded: () => Promise.resolve() },
    async close() {
      await Promise.all(QUEUE_NAMES.map((name) => queues[name].close()));
      await connection.close();
    },
  };
}

function withErrorListener(queue: Queue, onError: (error: Error) => void): Queue {
  queue.on("error", onError);
  return queue;
}

// BullMQ's classes have their backend as a type argument, but the same methods.
function asQueue(queue: object): Queue {
  return queue as Queue;
}

function asWorker(worker: object): Worker {
  return worker as Worker;
}
