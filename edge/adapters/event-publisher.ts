import { Queue } from "bullmq";
import { DurableObject } from "cloudflare:workers";
import { Cluster } from "ioredis";
import {
  clusterOf,
  EVENTS_QUEUE,
  type EventJob,
  JOB_OPTIONS,
  queuePrefix,
} from "#contracts/events/queue.ts";
import { type EdgeConfig, readEdgeConfig } from "../config.ts";
import { PUBLISH_LIMIT_MS, withDeadline } from "./with-deadline.ts";

// Events within this time share one pipeline.
const GATHER_MS = 2;

type Waiting = { job: EventJob; resolve: () => void; reject: (reason: Error) => void };

/**
 * Owns the edge's one connection to the queue and adds events in bulk. A Durable Object, because
 * a Worker's socket belongs to the request that opened it, and a connection per request costs ten
 * times the request's own work.
 */
export class EventPublisher extends DurableObject<Env> {
  readonly #config: EdgeConfig;
  #queue: Queue | null = null;
  #waiting: Waiting[] = [];
  #flushing = false;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#config = readEdgeConfig(env);
  }

  /**
   * @throws {Error} when the queue did not confirm in time; it may have the event all the same,
   * and the job id makes a repeat harmless
   */
  publish(job: EventJob): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      if (!this.#flushing) {
        this.#flushing = true;
        setTimeout(() => void this.#flush(), GATHER_MS);
      }
    });
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#add(batch.map(({ job }) => job));
        for (const { resolve } of batch) resolve();
      } catch {
        // BullMQ's message may quote the URL with its password.
        for (const { reject } of batch) {
          reject(new Error("the queue did not take the event in time"));
        }
      }
    }
    this.#flushing = false;
  }

  /** Tries a fresh connection once, because a host may have closed an idle one. */
  async #add(jobs: EventJob[]): Promise<void> {
    const startedMs = Date.now();
    const isReused = this.#queue !== null;
    try {
      await this.#addOnce(jobs, PUBLISH_LIMIT_MS);
    } catch (error) {
      const leftMs = PUBLISH_LIMIT_MS - (Date.now() - startedMs);
      if (!isReused || leftMs <= 0) throw error;
      await this.#addOnce(jobs, leftMs);
    }
  }

  async #addOnce(jobs: EventJob[], limitMs: number): Promise<void> {
    const queue = (this.#queue ??= this.#connect());
    const added = queue.addBulk(
      jobs.map((job) => ({
        name: job.type,
        data: job,
        opts: { ...JOB_OPTIONS, jobId: job.eventId },
      })),
    );
    // A rejection after the deadline must not stay unhandled.
    added.catch(() => undefined);
    try {
      await withDeadline(added, limitMs);
    } catch (error) {
      this.#queue = null;
      // close() would wait for a server that may be gone.
      void queue.disconnect().catch(() => undefined);
      throw error;
    }
  }

  #connect(): Queue {
    const { REDIS_URL, REDIS_CLUSTER, QUEUE_PREFIX } = this.#config;
    if (REDIS_URL === undefined) throw new Error("Bug: publishing without a queue");
    const options = {
      connectTimeout: PUBLISH_LIMIT_MS,
      commandTimeout: PUBLISH_LIMIT_MS,
      maxRetriesPerRequest: 0,
      // The next event opens a new connection; a retry loop would outlive its use.
      retryStrategy: () => null,
      enableReadyCheck: false,
      autoResendUnfulfilledCommands: false,
      disableClientInfo: true,
    };
    const cluster = clusterOf(REDIS_URL, REDIS_CLUSTER);
    const queue = new Queue(EVENTS_QUEUE, {
      connection:
        cluster === null
          ? { url: REDIS_URL, ...options }
          : new Cluster(cluster.nodes, {
              redisOptions: { ...options, ...cluster.redisOptions },
              clusterRetryStrategy: options.retryStrategy,
              enableReadyCheck: false,
              // Workers connect by name, and TLS needs the name.
              dnsLookup: (address, resolve) => resolve(null, address),
            }),
      prefix: queuePrefix(QUEUE_PREFIX, EVENTS_QUEUE),
      skipVersionCheck: true,
      skipMetasUpdate: true,
    });
    queue.on("error", () => {
      if (this.#queue === queue) this.#queue = null;
    });
    return queue;
  }
}
