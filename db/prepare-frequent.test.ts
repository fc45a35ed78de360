import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { type TestDatabase, test } from "../tests/support/database.ts";
import { anyOf } from "./any-of.ts";
import { type DatabasePool, connectDatabase } from "./connect.ts";
import { outboxEvents } from "./schema/events.ts";

function connect({ url }: TestDatabase, isPooled: boolean): DatabasePool {
  return connectDatabase(url, {
    max: 1,
    applicationName: "prepare",
    isPooled,
    onError: () => undefined,
  });
}

const rows = async ({ db }: DatabasePool, text: string): Promise<unknown> => {
  const result: unknown = await db.execute(sql.raw(text));
  return (result as { rows: unknown }).rows;
};

const prepared = (pool: DatabasePool) =>
  rows(pool, "select statement from pg_prepared_statements order by statement");

async function repeat(times: number, run: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i += 1) await run();
}

test("statement sent five times: prepared, also for lists of other lengths; a rare one is not", async ({
  database,
}) => {
  const pool = connect(database, false);
  const { db } = pool;
  await repeat(4, () => rows(pool, "select 'four times'"));
  for (const ids of [[], ["a"], ["a", "b"], ["c", "d", "e"], ["f"]]) {
    await db.select({ id: outboxEvents.id }).from(outboxEvents).where(anyOf(outboxEvents.id, ids));
  }
  expect(await prepared(pool)).toEqual([
    { statement: 'select "id" from "outbox_events" where "outbox_events"."id" = any($1)' },
  ]);
  await pool.close();
});

test("through a pooler: nothing is prepared", async ({ database }) => {
  const pool = connect(database, true);
  await repeat(6, () => rows(pool, "select 'six times'"));
  expect(await prepared(pool)).toEqual([]);
  await pool.close();
});

test("migration adds a column to a prepared statement's result: it returns the column", async ({
  database,
}) => {
  const pool = connect(database, false);
  await rows(pool, "create table boats (id int default 1)");
  await rows(pool, "insert into boats default values");
  await repeat(6, () => rows(pool, "select * from boats"));
  await rows(pool, "alter table boats add column name text default 'Ada'");
  await repeat(2, async () => {
    expect(await rows(pool, "select * from boats")).toEqual([{ id: 1, name: "Ada" }]);
  });
  // The tests of a worker share their database.
  await rows(pool, "drop table boats");
  await pool.close();
});

test("prepared statement that fails: its error, and the next one succeeds", async ({
  database,
}) => {
  const { db, close } = connect(database, false);
  const divide = (by: number) => db.execute(sql`select 1 / ${by}::int as share`);
  await repeat(6, () => divide(1));
  await expect(divide(0)).rejects.toMatchObject({ cause: { code: "22012" } });
  await expect(divide(1)).resolves.toMatchObject({ rows: [{ share: 1 }] });
  await close();
});
