import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  type QueueBaseOptions,
  runMigrations,
} from "bullmq";
import { MINUTE_MS } from "#contracts/durations.ts";

// The relay's poll interval. Throttles connection attempts to a server that is starting up or
// full.
const REFUSED_PAUSE_MS = 1_000;

type ListenClient = Awaited<ReturnType<PostgresConnection["getListenClient"]>>;

/**
 * One pool and one listening client for all queues of a process. BullMQ's own connection caches a
 * failed first check for good, and retries a server that is starting up without a pause.
 */
export class ResilientPostgresConnection extends PostgresConnection {
  #isHealthy = false;
  #isMigrated = false;
  #checking: Promise<void> | null = null;
  #pause: Promise<void> = Promise.resolve();
  #listenClient: ListenClient | null = null;

  constructor(options: {
    connectionString: string;
    schema: string;
    application_name: string;
    max: number;
  }) {
    super({ ...options, connectionTimeoutMillis: 3_000, keepAlive: true });
    // Every queue and worker of the process listens to its events.
    this.setMaxListeners(0);
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

  override async getListenClient(): Promise<ListenClient> {
    await this.waitUntilReady();
    const client = await super.getListenClient();
    if (client !== this.#listenClient) {
      this.#listenClient = client;
      if (client instanceof EventEmitter) client.setMaxListeners(0);
      queryInTurn(client);
    }
    return client;
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

/** Each queue asks to listen, and pg deprecates queueing statements on one client. */
function queryInTurn(client: ListenClient): void {
  const query = client.query.bind(client);
  let last: Promise<unknown> = Promise.resolve();
  client.query = (text, params) => {
    const mine = last.then(() => query(text, params));
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Above every rate limit, lock duration and stalled-check interval in use. */
const HOLD_MAX_MS = MINUTE_MS;

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
  readonly #listenAgain = () => {
    // Together they end the wait on the broken client and forget that it listened.
    void this.disconnectBlocking();
    void this.reconnectBlocking();
  };

  constructor(
    connection: ResilientPostgresConnection,
    queue: string,
    options: QueueBaseOptions<PostgresConnectionOptions>,
  ) {
    // It does not own the connection: closing one queue must not close the connection of all.
    super(connection, queue, options, false);
    this.#connection = connection;
    connection.on("listenerinvalidated", this.#listenAgain);
  }

  override async waitUntilReady(): Promise<void> {
    await this.#connection.waitUntilReady();
  }

  override async close(): Promise<void> {
    this.#connection.off("listenerinvalidated", this.#listenAgain);
    await super.close();
  }

  override async moveStalledJobsToWait(): Promise<string[]> {
    await this.#connection.waitUntilReady();
    await this.#connection.pool.query(CLEAR_EXPIRED_LOCKS, [
      this.queueName,
      Date.now() + HOLD_MAX_MS,
    ]);
    return super.moveStalledJobsToWait();
  }
}

export const resilientPostgresBackend: BackendFactory<
  PostgresQueueBackend,
  ResilientPostgresConnection
> = (queue, { connection, ...options }) =>
  new ResilientPostgresBackend(connection, queue, { ...options, connection: connection.pool });
