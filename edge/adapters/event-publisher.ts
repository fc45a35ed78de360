import { DurableObject } from "cloudflare:workers";
import { Queue } from "bullmq";
import { EVENTS_QUEUE, type EventJob, JOB_OPTIONS } from "#contracts/events/queue.ts";
import { type EdgeConfig, readEdgeConfig } from "../config.ts";

// What arrives within this time shares one pipeline; shorter than anyone notices.
const GATHER_MS = 2;

/** The request's own limit is the same; past it nobody listens and the relay takes over. */
const PUBLISH_LIMIT_MS = 300;

type Waiting = { job: EventJob; resolve: () => void; reject: (reason: Error) => void };

/**
 * Owns the edge's one connection to the queue and adds events to it in bulk. It lives in a Durable Object
 * because a socket belongs to the request that opened it, and opening one for each request costs ten times
 * the work of the request itself.
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
   * Adds one event.
   *
   * @returns once the queue has it
   * @throws {Error} when the queue did not take it in time; it may have it all the same, the job id makes
   *   the repeat harmless
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
        // The client library's message may quote the address with its password.
        for (const { reject } of batch)
          reject(new Error("the queue did not take the event in time"));
      }
    }
    this.#flushing = false;
  }

  async #add(jobs: EventJob[]): Promise<void> {
    const queue = (this.#queue ??= this.#connect());
    const added = queue.addBulk(
      jobs.map((job) => ({
        name: job.type,
        data: job,
        opts: { ...JOB_OPTIONS, jobId: job.eventId },
      })),
    );
    // Left alone when the deadline wins; its late failure must not go unhandled.
    added.catch(() => undefined);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await Promise.race([
        added,
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(new Error("deadline")), PUBLISH_LIMIT_MS);
        }),
      ]);
    } catch (error) {
      this.#queue = null;
      // Not close(): that waits for an answer from a server that may be gone.
      void queue.disconnect().catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #connect(): Queue {
    const { REDIS_URL, QUEUE_PREFIX } = this.#config;
    if (REDIS_URL === undefined) throw new Error("Bug: publishing without a queue");
    const queue = new Queue(EVENTS_QUEUE, {
      connection: {
        url: REDIS_URL,
        connectTimeout: PUBLISH_LIMIT_MS,
        commandTimeout: PUBLISH_LIMIT_MS,
        maxRetriesPerRequest: 0,
        // A broken connection is replaced with the next event; a loop of its own would outlive its use.
        retryStrategy: () => null,
        enableReadyCheck: false,
        autoResendUnfulfilledCommands: false,
        disableClientInfo: true,
      },
      prefix: QUEUE_PREFIX,
      skipVersionCheck: true,
      skipMetasUpdate: true,
    });
    queue.on("error", () => {
      if (this.#queue === queue) this.#queue = null;
    });
    return queue;
  }
}
