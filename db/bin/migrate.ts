import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import * as z from "zod";
import { readArguments } from "./arguments.ts";
import { print, readSettings, runCommand } from "./command.ts";
import { TARGET_OPTIONS } from "./target.ts";

// Any number, the same for every migration of this schema.
const MIGRATION_LOCK = 7_305_119;

/** While a migration waits for a lock, everything that wants the table waits behind it. */
const LOCK_LIMIT = "3s";
const LOCK_NOT_AVAILABLE = "55P03";
const TRIES = 20;
const PAUSE_MS = 2_000;

/** drizzle-kit writes it between statements; for Postgres it is a comment. */
const BREAKPOINT = "--> statement-breakpoint";

const FOLDER = new URL("../migrations/", import.meta.url);
const Journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

export type Migration = {
  readonly tag: string;
  /** In milliseconds since the epoch. */
  readonly when: number;
  readonly text: string;
  /** SHA-256 of the text, as drizzle-kit's own migrator records it. */
  readonly hash: string;
};

/** Lists the migrations of this version, oldest first. */
export function knownMigrations(): readonly Migration[] {
  const read = (file: string) => readFileSync(new URL(file, FOLDER), "utf8");
  return Journal.parse(JSON.parse(read("meta/_journal.json"))).entries.map(({ when, tag }) => {
    const text = read(`${tag}.sql`);
    return { tag, when, text, hash: createHash("sha256").update(text).digest("hex") };
  });
}

/** Lists the hashes of what the database has, oldest first. */
export async function appliedHashes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (rows[0]?.exists !== true) return [];
  const applied = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at",
  );
  return applied.rows.map(({ hash }) => hash);
}

/** Compares a database's history with this version's: `foreign` has steps of its own where ours has others. */
export function schemaState(
  known: readonly string[],
  applied: readonly string[],
): "older" | "newest" | "newer" | "foreign" {
  if (known.some((hash, at) => at < applied.length && hash !== applied[at])) return "foreign";
  if (applied.length > known.length) return "newer";
  return applied.length < known.length ? "older" : "newest";
}

/** What an operator does about a database that this version cannot migrate. */
export const WAY_OUT = {
  newer: "the database is newer than this version: use a version that has all its migrations",
  foreign:
    "the database has migrations that were never ours: a local stack begins anew with `npm run reset`, another one is the database of a fork",
} as const;

/**
 * Brings a database to the newest schema, each migration in a transaction of its own. Safe to run from two places at once.
 *
 * @param databaseUrl a direct (not pooled) PostgreSQL URL
 * @throws {Error} with one sentence for the operator: about another history, or a lock that somebody holds
 */
export async function migrateDatabase(
  databaseUrl: string,
  { migrations = knownMigrations(), pauseMs = PAUSE_MS } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    // Hides "schema already exists" at every start.
    await client.query("set client_min_messages = warning");
    await client.query("create schema if not exists drizzle");
    await client.query(
      "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    const applied = await appliedHashes(client);
    const state = schemaState(
      migrations.map(({ hash }) => hash),
      applied,
    );
    if (state === "newer" || state === "foreign") throw new Error(WAY_OUT[state]);
    for (const migration of migrations.slice(applied.length)) {
      await applyPatiently(client, migration, pauseMs);
    }
  } finally {
    await client.end();
  }
}

async function applyPatiently(client: pg.Client, migration: Migration, pauseMs: number) {
  for (let left = TRIES; ; left--) {
    try {
      return await apply(client, migration);
    } catch (error) {
      await client.query("rollback");
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      if (left === 1) {
        throw new Error(
          `${migration.tag} found a table locked ${TRIES} times, and changed nothing: end what holds the lock (pg_stat_activity), then run it again`,
          { cause: error },
        );
      }
      await wait(pauseMs);
    }
  }
}

async function apply(client: pg.Client, { text, hash, when }: Migration): Promise<void> {
  // Postgres builds such an index outside a transaction only, so its statement says "if not exists".
  const isConcurrent = /\bindex concurrently\b/i.test(text);
  if (!isConcurrent) await client.query("begin");
  await client.query(`set lock_timeout = '${LOCK_LIMIT}'`);
  for (const statement of isConcurrent ? text.split(BREAKPOINT) : [text]) {
    await client.query(statement);
  }
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)",
    [hash, when],
  );
  if (!isConcurrent) await client.query("commit");
}

if (import.meta.main) {
  await runCommand(async () => {
    const { flags } = readArguments(TARGET_OPTIONS);
    await migrateDatabase(readSettings(flags, ["DATABASE_URL"]).DATABASE_URL);
    print("The database has the newest schema.");
  });
}
