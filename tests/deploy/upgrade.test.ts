import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { knownMigrations, type Migration, migrateDatabase } from "#db/bin/migrate.ts";
import { readRelease, readRows, writeRows } from "./release.ts";

const release = readRelease();
const known = knownMigrations();

test("released migrations: never change again, and stay in their order", () => {
  expect(
    known.slice(0, Object.keys(release.migrations).length).map(({ tag, hash }) => [tag, hash]),
  ).toEqual(Object.entries(release.migrations));
});

const CREATED = /create table (?:if not exists )?"(\w+)"/gi;

/** What a statement does to the requests of a running version, on a table that may be large. */
const FAULTS: readonly [RegExp, string][] = [
  [/^create (?:unique )?index (?!concurrently)/i, "blocks writes: create the index concurrently"],
  [/index concurrently (?!if (?:not )?exists)/i, "cannot run twice: say if not exists"],
  [
    /add constraint (?!.*not valid)(?!.*using index)/is,
    "reads every row: add it not valid, then validate it",
  ],
  [/alter column \S+ (?:set data )?type/i, "rewrites the table"],
  [/alter column \S+ set not null/i, "reads every row under a lock"],
  [/add column .* generated always as .* stored/i, "rewrites the table"],
  [/add column (?!.*default).* not null/i, "fails where there are rows"],
  [/add column .* default .*(?:random|clock_timestamp)/i, "rewrites the table"],
  [/\b(?:drop column|drop table|rename)\b/i, "takes away what the running version reads"],
];

export function faultsOf(text: string): string[] {
  const created = new Set(Array.from(text.matchAll(CREATED), ([, table]) => table));
  return text.split(/--> statement-breakpoint|;\s*$/m).flatMap((part) => {
    const statement = part.trim();
    const [, table] = /\b(?:alter table(?: if exists)?|on) "(\w+)"/i.exec(statement) ?? [];
    if (created.has(table)) return [];
    return FAULTS.filter(([pattern]) => pattern.test(statement)).map(([, what]) => what);
  });
}

test.each([
  ['CREATE INDEX "a" ON "posts" USING btree ("id");', 1],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "posts" USING btree ("id");', 0],
  [
    'CREATE TABLE "drafts" ("id" text);--> statement-breakpoint\nCREATE INDEX "a" ON "drafts" ("id");',
    0,
  ],
  ['ALTER TABLE "posts" ADD COLUMN "note" text;', 0],
  ['ALTER TABLE "posts" ADD COLUMN "note" text DEFAULT \'\' NOT NULL;', 0],
  ['ALTER TABLE "posts" ADD COLUMN "note" text NOT NULL;', 1],
  ['ALTER TABLE "posts" ALTER COLUMN "note" SET DATA TYPE jsonb;', 1],
  ['ALTER TABLE "posts" ALTER COLUMN "note" SET NOT NULL;', 1],
  ['ALTER TABLE "posts" ADD CONSTRAINT "some" CHECK (true);', 1],
  ['ALTER TABLE "posts" ADD CONSTRAINT "some" CHECK (true) NOT VALID;', 0],
  ['ALTER TABLE "posts" VALIDATE CONSTRAINT "some";', 0],
  ['ALTER TABLE "posts" DROP COLUMN "note";', 1],
])("%s has %i faults", (statement, count) => {
  expect(faultsOf(statement)).toHaveLength(count);
});

const unreleased = known.filter(({ tag }) => !(tag in release.migrations));

test("migrations since the release: leave the running version working", () => {
  expect(
    unreleased.flatMap(({ tag, text }) => faultsOf(text).map((what) => `${tag} ${what}`)),
  ).toEqual([]);
});

const DATABASE = "upgraded";
const admin = new pg.Client({ connectionString: inject("databaseUrl") });
const url = Object.assign(new URL(inject("databaseUrl")), { pathname: `/${DATABASE}` }).href;

beforeAll(() => admin.connect());
afterAll(async () => {
  await admin.query(`drop database if exists ${DATABASE} with (force)`);
  await admin.end();
});

async function freshDatabase(): Promise<pg.Client> {
  await admin.query(`drop database if exists ${DATABASE} with (force)`);
  await admin.query(`create database ${DATABASE}`);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

const upTo = (tag: string) => known.slice(0, known.findIndex((one) => one.tag === tag) + 1);

const sorted = (row: Record<string, unknown>, names: readonly string[]) =>
  JSON.stringify(names.map((name) => row[name]));

describe("the database of the release", () => {
  test("comes to the newest schema, and every row of it is found again", async () => {
    const client = await freshDatabase();
    await migrateDatabase(url, { migrations: upTo(release.schema) });
    await writeRows(client, release.rows);
    await migrateDatabase(url);
    const found = await readRows(client);
    await client.end();
    for (const [table, rows] of Object.entries(release.rows)) {
      const names = Object.keys(rows[0] ?? {});
      const after = new Set(found[table]?.map((row) => sorted(row, names)));
      expect(
        rows.filter((row) => !after.has(sorted(row, names))),
        table,
      ).toEqual([]);
    }
  });

  test.each([
    ["newer", (migrations: readonly Migration[]) => migrations.slice(0, -1)],
    [
      "never ours",
      (migrations: readonly Migration[]) => migrations.map((one) => ({ ...one, hash: "other" })),
    ],
  ])(
    "that is %s than this version: refused with the way out, and unchanged",
    async (words, others) => {
      const client = await freshDatabase();
      await migrateDatabase(url);
      await expect(migrateDatabase(url, { migrations: others(known) })).rejects.toThrow(words);
      const { rows } = await client.query("select 1 from drizzle.__drizzle_migrations");
      expect(rows).toHaveLength(known.length);
      await client.end();
    },
  );

  test("whose table somebody holds: the migration gives way, and goes on when the lock is free", async () => {
    const client = await freshDatabase();
    await migrateDatabase(url);
    const next = {
      tag: "next",
      when: 1e13,
      hash: "next",
      text: 'alter table "posts" add column "spare" text',
    };
    await client.query("begin");
    await client.query("select 1 from posts");
    const migrating = migrateDatabase(url, { migrations: [...known, next], pauseMs: 10 });
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    // A reader behind the waiting migration gets its turn within the limit of the lock.
    await expect
      .poll(
        async () =>
          (
            await reader.query(
              "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%spare%'",
            )
          ).rowCount,
        { timeout: 20_000 },
      )
      .toBe(1);
    await reader.query("set statement_timeout = '5s'");
    await reader.query("select 1 from posts");
    await client.query("commit");
    await migrating;
    expect((await reader.query("select spare from posts")).rows).toEqual([]);
    await reader.end();
    await client.end();
  });
});
