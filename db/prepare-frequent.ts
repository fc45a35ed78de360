import { hash } from "node:crypto";
import pg from "pg";

// As PostgreSQL's JDBC driver does by default.
const PREPARED_AFTER = 5;
const PREPARED_MAX = 256;

const COUNTED_MAX = 1_000;

/** PostgreSQL: a migration changed the columns that a prepared statement returns. */
const RESULT_CHANGED = "0A000";

/**
 * Prepares the pool's frequent statements, once for each connection: parsing and planning takes longer than running them.
 * Statements of transactions stay as they are. A plan of nearly empty tables stays until PostgreSQL analyzes them, which
 * autovacuum does within about a minute.
 */
export function prepareFrequent(pool: pg.Pool): void {
  const nameOf = countStatements();
  const send = pool.query.bind(pool) as (
    config: pg.QueryConfig,
    values: unknown,
  ) => Promise<unknown>;
  async function query(config: pg.QueryConfig, values: unknown): Promise<unknown> {
    const name = nameOf(config.text);
    if (name === undefined) return send(config, values);
    try {
      return await send({ ...config, name }, values);
    } catch (error) {
      // PostgreSQL says so before it runs the statement.
      if (!(error instanceof pg.DatabaseError) || error.code !== RESULT_CHANGED) throw error;
      return send(config, values);
    }
  }
  pool.query = query as typeof pool.query;
}

/** @returns the name of a frequent statement, which PostgreSQL limits to 63 characters */
function countStatements(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= PREPARED_MAX) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < PREPARED_AFTER) {
      if (counts.size >= COUNTED_MAX) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = hash("sha1", text);
    names.set(text, name);
    return name;
  };
}
