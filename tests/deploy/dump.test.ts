import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, describe, expect, inject } from "vitest";
import { knownMigrations, migrateDatabase } from "#db/bin/migrate.ts";
import { test } from "../support/database.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { dumpDatabase, loadDump, summarizeDump } from "./dump.ts";
import { readRelease, writeRows } from "./release.ts";
import { readBackupKey, seal, unseal } from "./seal.ts";

const dir = makeScratchDir("backup");
const admin = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1 });
const made: string[] = [];
afterAll(async () => {
  rmSync(dir, { recursive: true });
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await admin.query(`create database ${name}`);
  made.push(name);
  return Object.assign(new URL(inject("databaseUrl")), { pathname: `/${name}` }).href;
}

async function dumpOf(url: string): Promise<string> {
  const parts: string[] = [];
  for await (const part of dumpDatabase(url)) parts.push(part);
  return parts.join("");
}

const withoutClock = (dump: string) =>
  dump
    .replace(/"at":"[^"]+"/, "")
    .split("\n")
    .toSorted();

test("a database with the demo's rows, restored from its backup: has every row as it was", async () => {
  const source = await emptyDatabase();
  const { schema, rows: released } = readRelease();
  const known = knownMigrations();
  const last = known.findIndex(({ tag }) => tag === schema);
  await migrateDatabase(source, { migrations: known.slice(0, last + 1) });
  const client = new pg.Client({ connectionString: source });
  await client.connect();
  await writeRows(client, released);
  await client.end();
  await migrateDatabase(source);
  const [file, key] = [join(dir, "a"), randomBytes(32)];
  await seal(dumpDatabase(source), { file, key });

  const restored = await emptyDatabase();
  const summary = await loadDump(restored, unseal({ file, key }));
  expect(summary).toEqual(await summarizeDump(unseal({ file, key })));
  expect(summary.rows).toBeGreaterThan(1_000);
  expect(withoutClock(await dumpOf(restored))).toEqual(withoutClock(await dumpOf(source)));

  const next = new pg.Client({ connectionString: restored });
  await next.connect();
  const { rows } = await next.query(
    "insert into audit_log (event_id, action, actor, subject_type, subject_id, data, at) values ('evt_new', 'a', '{}', 'b', 'c', '{}', now()) returning id > (select max(id) from audit_log) as is_next",
  );
  expect(rows).toEqual([{ is_next: true }]);
  await expect(next.query("delete from audit_log")).rejects.toThrow("append-only");
  await next.end();
});

describe("a backup", () => {
  test("holds nothing that can be read without its key", async ({ database }) => {
    await database.query(
      "insert into page_views (path, day, views, visits) values ('/secret-page', '2026-11-29', 1, 1)",
    );
    const [file, key] = [join(dir, "b"), randomBytes(32)];
    await seal(dumpDatabase(database.url), { file, key });
    expect(readFileSync(file).includes("secret-page")).toBe(false);
    expect((await summarizeDump(unseal({ file, key }))).rows).toBe(1);
    const other = unseal({ file, key: randomBytes(32) });
    await expect(summarizeDump(other)).rejects.toThrow("another BACKUP_KEY");
  });

  test.for([
    ["cut off", (bytes: Buffer) => bytes.subarray(0, -40)],
    ["changed", (bytes: Buffer) => Buffer.from(bytes.with(30, bytes.readUInt8(30) ^ 1))],
  ] as const)("that was %s: refused", async ([, change], { database }) => {
    const [file, key] = [join(dir, "c"), randomBytes(32)];
    await seal(dumpDatabase(database.url), { file, key });
    writeFileSync(file, change(readFileSync(file)));
    await expect(summarizeDump(unseal({ file, key }))).rejects.toThrow("damaged");
  });

  test("without its last line: refused, and nothing is written", async ({ database }) => {
    const dump = await dumpOf(database.url);
    const cut = dump.slice(0, dump.trimEnd().lastIndexOf("\n"));
    await expect(summarizeDump(Readable.from([cut]))).rejects.toThrow("cut off");
    await expect(loadDump(await emptyDatabase(), Readable.from([cut]))).rejects.toThrow("cut off");
  });

  test("is not written into a database that has tables", async ({ database }) => {
    const dump = Readable.from([await dumpOf(database.url)]);
    await expect(loadDump(database.url, dump)).rejects.toThrow("needs an empty database");
  });

  test("of a newer version: refused", async () => {
    const dump = Readable.from([`${JSON.stringify({ schema: "9999_later", at: "" })}\n`]);
    await expect(loadDump(await emptyDatabase(), dump)).rejects.toThrow("9999_later");
  });
});

test.each(["", "short", "x".repeat(50)])(
  "the key %j: refused with the command that makes one",
  (text) => {
    expect(() => readBackupKey(text)).toThrow("openssl rand -base64 32");
  },
);
