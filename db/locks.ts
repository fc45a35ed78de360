import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

export type Locks = {
  /**
   * Runs work while no other process holds the name.
   *
   * @throws {Error} when the name is not free in time, or was lost with the connection
   */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  close: () => Promise<void>;
};

/** Longer than any holder should need; the queue retries. */
const WAIT_MS = 15_000;

const POLL_MS = 50;

/**
 * Opens advisory locks. All of a process are on one connection, which ends with the process.
 *
 * @param databaseUrl a direct (not pooled) PostgreSQL URL
 */
export function openLocks(
  databaseUrl: string,
  { onError }: { onError: (error: Error) => void },
): Locks {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    // Closing an idle connection would release its locks.
    idleTimeoutMillis: 0,
    application_name: "tidepost-locks",
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
    keepAlive: true,
  });
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  // One session may take a lock twice, so names wait here for work of the same process.
  const queued = new Map<string, Promise<unknown>>();

  /** @param call of a function that returns a boolean and never waits: all names share the connection */
  async function ask(call: string, name: string): Promise<boolean> {
    const { rows } = await pool.query<{ answer: boolean }>(
      `select ${call}(hashtextextended($1, 0)) as answer`,
      [name],
    );
    return rows[0]?.answer === true;
  }

  async function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + WAIT_MS;
    while (!(await ask("pg_try_advisory_lock", name))) {
      if (performance.now() > giveUpAt) throw new Error("another process holds the lock");
      await delay(POLL_MS);
    }
    const result = await work().catch(async (error: unknown) => {
      await ask("pg_advisory_unlock", name).catch(onError);
      throw error;
    });
    if (!(await ask("pg_advisory_unlock", name))) throw new Error("the lock was lost");
    return result;
  }

  return {
    async hold(name, work) {
      const before = queued.get(name) ?? Promise.resolve();
      const mine = before.then(
        () => underLock(name, work),
        () => underLock(name, work),
      );
      queued.set(name, mine);
      try {
        return await mine;
      } finally {
        if (queued.get(name) === mine) queued.delete(name);
      }
    },
    close: () => pool.end(),
  };
}
