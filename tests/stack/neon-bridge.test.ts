import { neon, neonConfig } from "@neondatabase/serverless";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/neon-http";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type BridgeStats, type NeonBridge, startNeonBridge } from "./neon-bridge.ts";

let url: string;
let admin: pg.Client;
let bridge: NeonBridge;

beforeAll(async () => {
  const own = new URL(inject("databaseUrl"));
  const name = `bridge_${process.pid}`;
  admin = new pg.Client({ connectionString: own.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  own.pathname = `/${name}`;
  url = own.href;
  bridge = await startNeonBridge({ databaseUrl: url, port: 0 });
  neonConfig.fetchEndpoint = `http://127.0.0.1:${bridge.port}/sql`;
  await neon(url)`create table items (id int primary key, name text not null unique)`;
});

afterAll(async () => {
  await bridge.close();
  await admin.query(`drop database bridge_${process.pid} with (force)`);
  await admin.end();
});

beforeEach(async () => {
  await neon(url)`truncate items`;
  await fetch(`http://127.0.0.1:${bridge.port}/stats/reset`, { method: "POST" });
});

async function stats(): Promise<BridgeStats> {
  const answer = await fetch(`http://127.0.0.1:${bridge.port}/stats`);
  return (await answer.json()) as BridgeStats;
}

test("every Postgres type: arrives as from Neon", async () => {
  const [row] = await neon(url)`
    select 1::int4 as small, 9007199254740993::int8 as big, 1.50::numeric as price, true as yes,
           null::text as nothing, '{"a": [1]}'::jsonb as document, array['a', 'b'] as list,
           '2026-11-20 10:00:00+00'::timestamptz as moment, '\\x00ff'::bytea as bytes, ${"ä"} as given`;
  expect(row).toEqual({
    small: 1,
    big: "9007199254740993",
    price: "1.50",
    yes: true,
    nothing: null,
    document: { a: [1] },
    list: ["a", "b"],
    moment: new Date("2026-11-20T10:00:00Z"),
    bytes: Buffer.from([0, 255]),
    given: "ä",
  });
});

test("drizzle: reads and writes through the bridge", async () => {
  const db = drizzle(neon(url));
  const inserted = await db.execute(
    sql`insert into items values (${1}, ${"one"}), (${2}, ${"two"})`,
  );
  expect(inserted.rowCount).toBe(2);
  const { rows } = await db.execute(sql`select name from items order by id`);
  expect(rows).toEqual([{ name: "one" }, { name: "two" }]);
});

test("batch: one transaction, rolled back when its last statement fails", async () => {
  const query = neon(url);
  await expect(
    query.transaction([
      query`insert into items values (1, 'one')`,
      query`insert into items values (1, 'twice')`,
    ]),
  ).rejects.toMatchObject({ code: "23505", constraint: "items_pkey", table: "items" });
  expect(await query`select * from items`).toEqual([]);
});

test("batch: runs at the requested isolation level", async () => {
  const query = neon(url);
  const answers = await query.transaction(
    [query`show transaction_isolation`, query`show transaction_read_only`],
    { isolationLevel: "Serializable", readOnly: true },
  );
  expect(answers).toEqual([
    [{ transaction_isolation: "serializable" }],
    [{ transaction_read_only: "on" }],
  ]);
});

test("Postgres error: arrives with its code and details", async () => {
  const query = neon(url);
  await query`insert into items values (1, 'one')`;
  await expect(query`insert into items values (2, 'one')`).rejects.toMatchObject({
    message: 'duplicate key value violates unique constraint "items_name_key"',
    code: "23505",
    detail: "Key (name)=(one) already exists.",
    severity: "ERROR",
  });
  await expect(query`select * from nowhere`).rejects.toMatchObject({ code: "42P01" });
});

test("counters: round trips and statements", async () => {
  const query = neon(url);
  await query`select 1`;
  await query.transaction([query`select 1`, query`select 2`]);
  expect(await stats()).toEqual({ roundTrips: 2, statements: 3 });
});

test("statement prepared before a migration: works after it", async () => {
  const query = neon(url);
  const read = (): Promise<unknown[]> => query.query("select * from items order by id") as never;
  await query`insert into items values (1, 'one')`;
  // Once per pool connection, so that each has prepared the statement.
  await Promise.all(Array.from({ length: 24 }, read));
  await query`alter table items add column added text default 'new'`;
  expect(await Promise.all(Array.from({ length: 24 }, read))).toEqual(
    Array.from({ length: 24 }, () => [{ id: 1, name: "one", added: "new" }]),
  );
  await query`alter table items drop column added`;
});

test("connection string of another database: rejected", async () => {
  const foreign = new URL(url);
  foreign.password = "wrong";
  await expect(neon(foreign.href)`select 1`).rejects.toMatchObject({ code: "28P01" });
});

test("connections ended by Postgres: replaced, and only their requests fail", async () => {
  const query = neon(url);
  const ended = query`select pg_sleep(60)`.then(
    () => null,
    (error: unknown) => error,
  );
  const sleeping =
    "from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await admin.query(`select pid ${sleeping}`)).rowCount).toBe(1);
  await admin.query(`select pg_terminate_backend(pid) ${sleeping}`);
  expect(await ended).toMatchObject({ code: "57P01" });
  expect(await query`select 1 as one`).toEqual([{ one: 1 }]);
});

test("database down: fails immediately, and not as a statement error", async () => {
  const unreachableUrl = url.replace(/:\d+\//, ":1/");
  const bridgeWithoutDatabase = await startNeonBridge({ databaseUrl: unreachableUrl, port: 0 });
  const startedMs = performance.now();
  const answer = await fetch(`http://127.0.0.1:${bridgeWithoutDatabase.port}/sql`, {
    method: "POST",
    headers: { "neon-connection-string": unreachableUrl },
    body: JSON.stringify({ query: "select 1", params: [] }),
  });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining("unreachable") });
  expect(performance.now() - startedMs).toBeLessThan(3_000);
  await bridgeWithoutDatabase.close();
});
