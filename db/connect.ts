import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "./client.ts";

export type DatabasePool = { db: Db; close: () => Promise<void> };

/**
 * Opens a pool of connections for a Node process.
 *
 * @param databaseUrl a direct (not pooled) PostgreSQL URL
 * @param options.max connections at most
 * @param options.onError hears of connections that broke while idle or in use; the pool replaces them
 */
export function connectDatabase(
  databaseUrl: string,
  options: { max: number; applicationName: string; onError: (error: Error) => void },
): DatabasePool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 3_000,
    // Our statements take milliseconds; one that takes seconds is stuck behind something broken.
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  pool.on("error", options.onError);
  // A connection that breaks while checked out reports on itself, and unheard that would end the process.
  pool.on("connect", (client) => client.on("error", options.onError));
  return { db: drizzle(pool), close: () => pool.end() };
}
