import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "./stack.ts";

let dir: string;
let stack: Stack;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "postgres-"));
  stack = await startStack({ dir, parts: ["postgres"] });
  await query("create table facts (name text)");
});

afterAll(async () => {
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: stack.urls.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("kill: committed data is there after the restart", async () => {
  await query("insert into facts values ('committed')");
  await stack.parts.postgres.kill("SIGKILL");
  await expect(query("select 1")).rejects.toThrow(/ECONNREFUSED/);
  await stack.parts.postgres.start();
  expect(await query("select name from facts")).toEqual([{ name: "committed" }]);
});

test("kill with busy connections: starts again", async () => {
  const busy = Array.from({ length: 8 }, () => query("select pg_sleep(30)").catch(() => []));
  await expect
    .poll(() =>
      query("select count(*)::int from pg_stat_activity where query like '%pg_sleep(30)'"),
    )
    .toEqual([{ count: 8 }]);
  await stack.parts.postgres.kill("SIGKILL");
  await stack.parts.postgres.start();
  await Promise.all(busy);
  expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("pid file of another process: does not prevent the start", async () => {
  await stack.parts.postgres.kill();
  writeFileSync(join(dir, "postgres", "postmaster.pid"), `${process.pid}\n/elsewhere\n`);
  await stack.parts.postgres.start();
  expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
});

test("commits are written to disk, and all clients can connect", async () => {
  expect(await query("show fsync")).toEqual([{ fsync: "on" }]);
  expect(await query("show max_connections")).toEqual([{ max_connections: "200" }]);
  expect(await query("select version() like 'PostgreSQL 18.%' as new")).toEqual([{ new: true }]);
});

test("second stack in the same folder: error in one sentence", async () => {
  await expect(startStack({ dir, parts: [] })).rejects.toThrow(/^A stack already runs in .*\.$/);
});

test("lost secrets: immediate error that says what to do", async () => {
  const other = mkdtempSync(join(tmpdir(), "postgres-"));
  await (await startStack({ dir: other, parts: ["postgres"] })).stop();
  rmSync(join(other, "secrets.json"));
  await expect(startStack({ dir: other, parts: ["postgres"] })).rejects.toThrow(
    "run npm run reset",
  );
  rmSync(other, { recursive: true, force: true });
});
