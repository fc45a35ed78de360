import { setTimeout as delay } from "node:timers/promises";
import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  type QueueBaseOptions,
  runMigrations,
} from "bullmq";

// The relay's poll interval. Throttles connection attempts to a server that is starting up or
// full.
const REFUSED_PAUSE_MS = 1_000;

/**
 * BullMQ's own connection caches a failed first check for good, and retries a server that is
 * starting up without a pause.
 */
export class ResilientPostgresConnection extends PostgresConnection {
  #isHealthy = false;
  #isMigrated = false;
  #checking: Promise<void> | null = null;
  #pause: Promise<void> = Promise.resolve();

  constructor(options: { connectionString: string; schema: string; max: number }) {
    super({ ...options, connectionTimeoutMillis: 3_000, keepAlive: true });
    this.on("error", () => this.markUnhealthy());
    // Without a listener, an error on a checked-out client would end the process.
    this.pool.on("connect", (client) => client.on("error", () => undefined));
  }

  markUnhealthy(): void {
    this.#isHealthy = false;
  }

  /** BullMQ awaits this before each statement. */
  override async waitUntilReady(): Promise<void> {
    if (this.#isHealthy) return;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
    await this.#checking;
  }

  override async getListenClient(): ReturnType<PostgresConnection["getListenClient"]> {
    await this.waitUntilReady();
    return super.getListenClient();
  }

  async #check(): Promise<void> {
    await this.#pause;
    try {
      const client = await this.pool.connect();
      try {
        if (this.#isMigrated) await client.query("select 1");
        else await runMigrations(client, this.schema);
      } catch (error) {
        client.release(true);
        throw error;
      }
      client.release();
    } catch (error) {
      this.#pause = delay(REFUSED_PAUSE_MS);
      throw error;
    }
    this.#isHealthy = true;
    if (this.#isMigrated) return;
    this.#isMigrated = true;
    setImmediate(() => this.emit("ready"));
  }
}

/** Above every rate limit, lock duration and stalled-check interval in use. */
const LONGEST_HOLD_MS = 60_000;

const CLEAR_EXPIRED_LOCKS = `with limits as (
    delete from rate_limit where queue = $1 and expire_at_ms > $2
  ), stalled_checks as (
    delete from meta where queue = $1 and field = 'stalled-check' and value::bigint > $2
  )
  update job set locked_until_ms = $2 where queue = $1 and state = 'active' and locked_until_ms > $2`;

/**
 * BullMQ's backend caches a failed first check too, and stores expiry times by this process's
 * clock, which may be hours ahead.
 */
class ResilientPostgresBackend extends PostgresQueueBackend {
  readonly #connection: ResilientPostgresConnection;
  readonly #name: string | null;
  #isNamed = false;

  constructor(
    connection: ResilientPostgresConnection,
    queue: string,
    options: QueueBaseOptions<PostgresConnectionOptions>,
    name: string | null,
  ) {
    super(connection, queue, options);
    this.#connection = connection;
    this.#name = name;
  }

  override async waitUntilReady(): Promise<void> {
    await this.#connection.waitUntilReady();
    if (this.#name === null || this.#isNamed) return;
    this.#isNamed = true;
    await this.setName(this.#name).catch(() => {
      this.#isNamed = false;
    });
  }

  override async moveStalledJobsToWait(): Promise<string[]> {
    await this.#connection.waitUntilReady();
    await this.#connection.pool.query(CLEAR_EXPIRED_LOCKS, [
      this.queueName,
      Date.now() + LONGEST_HOLD_MS,
    ]);
    return super.moveStalledJobsToWait();
  }
}

export const resilientPostgresBackend: BackendFactory<
  PostgresQueueBackend,
  ResilientPostgresConnection
> = (queue, { connection, ...options }, { withBlockingConnection = false } = {}) =>
  new ResilientPostgresBackend(
    connection,
    queue,
    { ...options, connection: connection.pool },
    // The name in `pg_stat_activity` by which BullMQ finds a queue's workers.
    withBlockingConnection ? queue : null,
  );
