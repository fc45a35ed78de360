import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { inject, test as base } from "vitest";
import type { Db } from "#db/client.ts";
import { noteStatement } from "./statements.ts";
import { TEMPLATE } from "./template.ts";

export type TestDatabase = { db: Db; readonly url: string; query: pg.Pool["query"] };

export const test = base.extend<{ database: TestDatabase; db: Db }>({
  // vitest reads which fixtures are used from this pattern, so an empty one is needed.
  // oxlint-disable-next-line no-empty-pattern
  database: async ({}, use) => {
    const clone = await takeClone();
    const lent = { db: lend(clone.db), query: lend(clone.query) };
    let isUrlKnown = false;
    try {
      await use({
        db: drizzle(lent.db.pool),
        query: lent.query.pool.query.bind(lent.query.pool),
        get url() {
          isUrlKnown = true;
          return urlOf(clone.name);
        },
      });
    } finally {
      await Promise.all([lent.db.end(), lent.query.end()]);
      await returnClone(clone, isUrlKnown);
    }
  },
  db: async ({ database }, use) => {
    await use(database.db);
  },
});

/** How many statements wait for a lock. */
export async function countLockWaits({ query }: Pick<TestDatabase, "query">): Promise<number> {
  const { rows } = await query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

type Clone = {
  readonly name: string;
  readonly db: pg.Pool;
  readonly query: pg.Pool;
  readonly emptying: pg.Pool;
};

/** Clones that earlier tests of this process left empty: a new connection takes longer than most tests. */
const clones: Clone[] = [];

/** Names of empty clones without connections: emptying one takes a fiftieth of the time of copying the template. */
const unconnected: string[] = [];

const IN_USE = "55006";

let admin: pg.Pool | undefined;

async function takeClone(): Promise<Clone> {
  const kept = clones.pop();
  if (kept !== undefined) return kept;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Not the newest, to which a connection may still be closing.
  const spare = unconnected.length > 1 ? unconnected.shift() : undefined;
  if (spare === undefined || !(await rename(spare, name)))
    await administer(`create database ${name} template ${TEMPLATE}`);
  return {
    name,
    db: connect(urlOf(name), {
      max: 5,
      statement_timeout: 5_000,
      application_name: "test",
      options: "-c plan_cache_mode=force_generic_plan",
    }),
    query: connect(urlOf(name), { max: 2 }),
    emptying: connect(urlOf(name), { max: 1, options: "-c session_replication_role=replica" }),
  };
}

/**
 * By its old name, work that a test left running would write into the next one's database.
 *
 * @returns false for a database that such work is connected to
 */
async function rename(database: string, name: string): Promise<boolean> {
  try {
    await administer(`alter database ${database} rename to ${name}`);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === IN_USE) return false;
    throw error;
  }
}

/** @param isUrlKnown the test may have made connections of its own */
async function returnClone(clone: Clone, isUrlKnown: boolean): Promise<void> {
  if (isUrlKnown) {
    await Promise.all([clone.db.end(), clone.query.end()]);
    await clone.emptying.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  }
  const isEmpty = await emptyDatabase(clone.emptying);
  if (isEmpty && !isUrlKnown) {
    clones.push(clone);
    return;
  }
  await Promise.all([
    ...(isUrlKnown ? [] : [clone.db.end(), clone.query.end()]),
    clone.emptying.end(),
  ]);
  if (isEmpty) unconnected.push(clone.name);
  else await administer(`drop database ${clone.name} with (force)`);
}

function urlOf(name: string): string {
  const url = new URL(inject("databaseUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

function connect(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    ...options,
  });
  pool.on("error", () => undefined);
  // Without a listener, a connection that breaks while checked out ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * A pool for one test. After `end`, work that the test left running gets an error instead of the next
 * test's database.
 */
function lend(pool: pg.Pool): { pool: pg.Pool; end: () => Promise<void> } {
  let hasEnded = false;
  return {
    // Drizzle asks whether it is a pool.
    pool: new Proxy(pool, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...given: unknown[]): unknown => {
          if (hasEnded) throw new Error("The test of this database has ended.");
          if (name !== "query") return Reflect.apply(value, target, given);
          noteStatement(textOf(given[0]));
          return Reflect.apply(value, target, prepared(given));
        };
      },
    }),
    async end() {
      hasEnded = true;
      while (pool.idleCount < pool.totalCount) await once(pool, "release");
    },
  };
}

const names = new Map<string, string>();

/** Planned once on each connection: to plan a statement takes ten times as long as to run it on a test's few rows. */
function prepared([statement, values, ...rest]: unknown[]): unknown[] {
  if (!Array.isArray(values)) return [statement, values, ...rest];
  const text = textOf(statement);
  const name = names.get(text) ?? `test_${names.size}`;
  names.set(text, name);
  return [{ ...(typeof statement === "object" && statement), text, name }, values, ...rest];
}

const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : String((statement as { text: unknown }).text);

async function administer(statement: string): Promise<void> {
  admin ??= connect(inject("databaseUrl"), { max: 1 });
  await admin.query(statement);
}

/** Only tests of very many rows take longer; their deleted rows would slow down later tests. */
const EMPTIED_IN_MS = 500;

/**
 * Deletes all rows, also those that a trigger protects, and restarts all sequences.
 *
 * @param emptying its connection runs no triggers
 * @returns false for a database that is not as the template afterwards: with another schema, or with very many deleted rows
 */
async function emptyDatabase(emptying: pg.Pool): Promise<boolean> {
  const begin = performance.now();
  const { rows } = await emptying.query<{ is_as_template: boolean }>({
    name: "empty",
    text: await emptyingStatement(emptying),
  });
  return rows[0]?.is_as_template === true && performance.now() - begin < EMPTIED_IN_MS;
}

let statement: Promise<string> | undefined;

/** Prepared once on each connection: to plan a delete from each table takes ten times as long as to run it. */
function emptyingStatement(pool: pg.Pool): Promise<string> {
  statement ??= pool
    .query<{ statement: string }>(
      `with deletes as (
        select string_agg(format('%I as (delete from %s)', 'delete_' || oid, oid::regclass), ', ') as list
        from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      ), restarts as (
        select string_agg(format('setval(%L, 1, false)', oid::regclass), ', ') as list
        from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
      )
      select format($$with %s select %s, not exists (
          select from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'drizzle', 'information_schema')
        ) as is_as_template$$, deletes.list, restarts.list) as statement
      from deletes, restarts`,
    )
    .then(({ rows }) => rows[0]?.statement ?? "");
  return statement;
}
