import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { globSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, expect, inject } from "vitest";
import { test } from "../support/database.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { BackupNote } from "./check-backups.ts";

const dir = makeScratchDir("backups");
const KEY = randomBytes(32).toString("base64");
const admin = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1 });
const [scratch, restored] = [makeName(), makeName()];

afterAll(async () => {
  rmSync(dir, { recursive: true });
  for (const name of [scratch, restored]) await admin.query(`drop database if exists ${name}`);
  await admin.end();
});

function makeName(): string {
  return `backup_${randomUUID().replaceAll("-", "")}`;
}

const urlOf = (name: string) =>
  Object.assign(new URL(inject("databaseUrl")), { pathname: `/${name}` }).href;

function run(args: readonly string[], settings: Record<string, string>) {
  return promisify(execFile)(process.execPath, ["tests/deploy/backup.ts", ...args], {
    cwd: join(import.meta.dirname, "../.."),
    env: { PATH: process.env["PATH"], ...settings },
  });
}

test("npm run backup, then npm run restore: a file that was tried, and its rows in another database", async ({
  database,
}) => {
  await database.query("insert into refusals values ('sms_sent', 3, now())");
  for (const name of [scratch, restored]) await admin.query(`create database ${name}`);
  const made = await run(["backup", "--out", dir, "--scratch", urlOf(scratch)], {
    DATABASE_URL: database.url,
    BACKUP_KEY: KEY,
  });
  expect(made.stdout).toMatch(/: 1 rows of .*\nRestored into the scratch database/);
  const [file = ""] = globSync(join(dir, "*.tidepost"));
  for (const kind of ["last", "tried"]) {
    const noted = JSON.parse(readFileSync(join(dir, `local-${kind}.json`), "utf8"));
    expect(BackupNote.parse(noted).name).toBe(basename(file));
  }
  const again = await run(["restore", file, "--into", urlOf(restored)], { BACKUP_KEY: KEY });
  expect(again.stdout).toMatch(/^Restored 1 rows of /);
  const client = new pg.Client({ connectionString: urlOf(restored) });
  await client.connect();
  const { rows } = await client.query("select cause, count::int from refusals");
  await client.end();
  expect(rows).toEqual([{ cause: "sms_sent", count: 3 }]);
});

test.for([
  [["backup"], {}, /^BACKUP_KEY has to be 32 bytes/],
  [["restore", "a"], { BACKUP_KEY: KEY }, /^Say which file, and where to: .*\n$/],
  [["restore", "--bucket", "b"], {}, / has no option --bucket; it takes .*\[--into <text>\]\.\n$/],
  [["backup", "a"], { BACKUP_KEY: KEY }, / cannot take "a"\.\n$/],
] as const)("%j with %j: one answer, and 1", async ([args, settings, answer]) => {
  await expect(run(args, settings)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(answer),
  });
});
