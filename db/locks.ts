import pg from "pg";

export type Locks = {
  /**
   * Runs work while no other process holds the name.
   *
   * @throws {Error} when the name is not free in time
   */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  close: () => Promise<void>;
};

/** Longer than any holder should need; the queue retries. */
const WAIT_MS = 15_000;

/**
 * Opens advisory locks. Each uses its own connection, so a dead process releases its lock.
 *
 * @param databaseUrl a direct (not pooled) PostgreSQL URL
 */
export function openLocks(
  databaseUrl: string,
  options: { max: number; onError: (error: Error) => void },
): Locks {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max,
    application_name: "tidepost-locks",
    connectionTimeoutMillis: WAIT_MS,
    lock_timeout: WAIT_MS,
  });
  pool.on("error", options.onError);
  pool.on("connect", (client) => client.on("error", options.onError));
  // Waiting within this process takes no connection.
  const queued = new Map<string, Promise<unknown>>();

  async function underLock<T>(name: string, work: () => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
      try {
        return await work();
      } finally {
        await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]);
      }
    } catch (error) {
      // Closing a connection in an unknown state releases its lock.
      broken = error instanceof Error ? error : new Error("thrown without an error");
      throw error;
    } finally {
      client.release(broken);
    }
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
