import { DrizzleQueryError } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Db } from "./client.ts";
import { prepareFrequent } from "./prepare-frequent.ts";

export type DatabasePool = { db: Db; close: () => Promise<void> };

// Statements take milliseconds; one that takes seconds is stuck.
const STATEMENT_LIMIT_MS = 5_000;

/**
 * @param options.isPooled the URL is that of a pooler in transaction mode
 * @param options.onError for broken connections, which the pool replaces
 */
export function connectDatabase(
  databaseUrl: string,
  options: {
    max: number;
    applicationName: string;
    isPooled?: boolean;
    onError: (error: Error) => void;
  },
): DatabasePool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: options.max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 3_000,
    // A pooler refuses connections that set limits of their session.
    ...(options.isPooled === true
      ? { query_timeout: STATEMENT_LIMIT_MS }
      : {
          statement_timeout: STATEMENT_LIMIT_MS,
          idle_in_transaction_session_timeout: 10_000,
        }),
  });
  pool.on("error", options.onError);
  // Without a listener, a connection that breaks while checked out ends the process.
  pool.on("connect", (client) => client.on("error", options.onError));
  // A pooler in transaction mode changes the session between two statements.
  if (options.isPooled !== true) prepareFrequent(pool);
  const db = drizzle(pool);
  // drizzle-orm 0.45.4 never releases the connection of a transaction whose `begin` failed, as when PostgreSQL dies at that
  // moment: after `max` of them no statement would run, and the pool would not close.
  db.transaction = async (work, config) => {
    const client = await pool.connect().catch((error: Error) => {
      throw new DrizzleQueryError("begin", [], error);
    });
    let failure: Error | undefined;
    try {
      return await drizzle(client).transaction(work, config);
    } catch (error) {
      failure = error instanceof Error ? error : new Error("not an error");
      throw error;
    } finally {
      // As after a failed statement, a new connection follows: this one may lead to a server that only reads.
      client.release(failure);
    }
  };
  return { db, close: () => pool.end() };
}
