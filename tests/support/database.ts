import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject, test as base } from "vitest";
import { connectDatabase } from "#db/connect.ts";
import type { Db } from "#db/client.ts";
import { TEMPLATE } from "./template.ts";

export type TestDatabase = { db: Db; url: string; query: pg.Pool["query"] };

export const test = base.extend<{ database: TestDatabase; db: Db }>({
  // vitest reads which fixtures are used from this pattern, so an empty one is needed.
  // oxlint-disable-next-line no-empty-pattern
  database: async ({}, use) => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await takeDatabase(name);
    const url = new URL(inject("databaseUrl"));
    url.pathname = `/${name}`;
    const { db, close } = connectDatabase(url.href, {
      max: 5,
      applicationName: "test",
      onError: () => undefined,
    });
    const pool = new pg.Pool({ connectionString: url.href, max: 2 });
    pool.on("error", () => undefined);
    try {
      await use({ db, url: url.href, query: pool.query.bind(pool) });
    } finally {
      await close();
      const isEmpty = await emptyDatabase(pool);
      await pool.end();
      if (isEmpty) empty.push(name);
      else await administer(`drop database ${name} with (force)`);
    }
  },
  db: async ({ database }, use) => {
    await use(database.db);
  },
});

/** Databases that earlier tests of this process left: emptying one takes a fiftieth of the time of copying the template. */
const empty: string[] = [];

let admin: pg.Pool | undefined;

async function takeDatabase(name: string): Promise<void> {
  // Not the newest: Postgres renames no database while a connection to it is still closing.
  const spare = empty.length > 1 ? empty.shift() : undefined;
  // By its old name, work that a test left running would write into the next one's database.
  await administer(
    spare === undefined
      ? `create database ${name} template ${TEMPLATE}`
      : `alter database ${spare} rename to ${name}`,
  );
}

async function administer(statement: string): Promise<void> {
  admin ??= new pg.Pool({
    connectionString: inject("databaseUrl"),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  await admin.query(statement);
}

/** Tests of a million rows leave more. */
const EMPTIED_MAX_BYTES = 32 * 1024 ** 2;

/**
 * Deletes all rows, also those that a trigger protects, and restarts all sequences.
 *
 * @returns false for a database that is not as the template afterwards: too large, or with another schema
 */
async function emptyDatabase(pool: pg.Pool): Promise<boolean> {
  await pool.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const { rows } = await pool.query<{ is_reusable: boolean }>(
    `select pg_database_size(current_database()) < $1 and not exists (
       select from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'drizzle', 'information_schema')
     ) as is_reusable`,
    [EMPTIED_MAX_BYTES],
  );
  if (rows[0]?.is_reusable !== true) return false;
  await pool.query(`do $$
    declare statement text;
    begin
      set local session_replication_role = replica;
      for statement in
        select format('delete from %s', oid::regclass) from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
        union all
        select format('alter sequence %I restart', sequencename) from pg_sequences
        where schemaname = 'public' and last_value is not null
      loop
        execute statement;
      end loop;
    end $$`);
  return true;
}
