import { setTimeout as delay } from "node:timers/promises";
import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  type QueueBaseOptions,
  runMigrations,
} from "bullmq";

// As often as the relay polls: a server that is starting up or full must not be asked as fast as it can refuse.
const REFUSED_PAUSE_MS = 1_000;

/**
 * BullMQ's connection to PostgreSQL, for a server that goes away and comes back. BullMQ's own asks once whether
 * the server is there and keeps a refusal for ever, so that a worker that starts while the database restarts
 * would never do anything; and where the server answers that it is starting up, it asks again without a pause.
 */
export class ResilientPostgresConnection extends PostgresConnection {
  #isHealthy = false;
  #isMigrated = false;
  #checking: Promise<void> | null = null;
  #pause: Promise<void> = Promise.resolve();

  constructor(options: { connectionString: string; schema: string; max: number }) {
    super({ ...options, connectionTimeoutMillis: 3_000, keepAlive: true });
    this.on("error", () => this.markUnhealthy());
    // In use and unheard, a connection that breaks would end this process, too.
    this.pool.on("connect", (client) => client.on("error", () => undefined));
  }

  /** Something failed: before the next statement it is found out whether the server is there. */
  markUnhealthy(): void {
    this.#isHealthy = false;
  }

  /** Awaited by BullMQ before each statement. */
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

/** No limit, no lock and no pause between two looks for stalled jobs is meant to last longer. */
const LONGEST_HOLD_MS = 60_000;

const CLEAR_EXPIRED_LOCKS = `with limits as (
    delete from rate_limit where queue = $1 and expire_at_ms > $2
  ), looks as (
    delete from meta where queue = $1 and field = 'stalled-check' and value::bigint > $2
  )
  update job set locked_until_ms = $2 where queue = $1 and state = 'active' and locked_until_ms > $2`;

/**
 * BullMQ's own backend keeps a first refusal, too, and could then finish no job. And it writes down by the clock of this
 * process what lasts until when: a clock that was hours ahead would hold a queue for hours after it is right again.
 */
class SteadyPostgresBackend extends PostgresQueueBackend {
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

  /** Done by every consumer each few seconds. */
  override async moveStalledJobsToWait(): Promise<string[]> {
    await this.#connection.waitUntilReady();
    await this.#connection.pool.query(CLEAR_EXPIRED_LOCKS, [
      this.queueName,
      Date.now() + LONGEST_HOLD_MS,
    ]);
    return super.moveStalledJobsToWait();
  }
}

/** Makes BullMQ's PostgreSQL backend over a {@link ResilientPostgresConnection}. */
export const resilientPostgresBackend: BackendFactory<
  PostgresQueueBackend,
  ResilientPostgresConnection
> = (queue, { connection, ...options }, { withBlockingConnection = false } = {}) =>
  new SteadyPostgresBackend(
    connection,
    queue,
    { ...options, connection: connection.pool },
    // The name in `pg_stat_activity` by which BullMQ finds the workers of a queue.
    withBlockingConnection ? queue : null,
  );
