import { spawnSync } from "node:child_process";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { test } from "../tests/support/database.ts";
import { eventually } from "../tests/support/eventually.ts";
import { startPooler } from "../tests/support/pooler.ts";
import { connectDatabase } from "./connect.ts";

// What worker/OPERATING.md says of a pooler, against PgBouncer in the mode of Neon's.

const isInstalled = spawnSync("pgbouncer", ["--version"]).status === 0;
const onError = () => undefined;

/** @returns the database's URL through the pooler, which has one connection to it */
async function poolerOf(databaseUrl: string): Promise<string> {
  const pooler = await startPooler(databaseUrl);
  onTestFinished(() => pooler.stop());
  return pooler.url;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The database ends before the test's connections to it.
  client.on("error", onError);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test.skipIf(!isInstalled)(
  "pooler: takes statements and transactions, but no limits of a session",
  async ({ database }) => {
    const url = await poolerOf(database.url);
    const options = { max: 2, applicationName: "pooled", onError };
    const pooled = connectDatabase(url, { ...options, isPooled: true });
    const direct = connectDatabase(url, options);
    onTestFinished(async () => {
      await Promise.all([pooled.close(), direct.close()]);
    });
    await pooled.db.transaction((tx) => tx.execute(sql`create table kept ()`));
    expect(await pooled.db.execute(sql`select from kept`)).toMatchObject({ rowCount: 0 });
    await pooled.db.execute(sql`drop table kept`);
    await expect(direct.db.execute(sql`select 1`)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("unsupported startup parameter") },
    });
  },
);

test.skipIf(!isInstalled)(
  "pooler: whoever listens through it hears nothing by itself, and its session locks exclude nobody",
  async ({ database }) => {
    const url = await poolerOf(database.url);
    const [pooled, other, direct] = [
      await connect(url),
      await connect(url),
      await connect(database.url),
    ];
    const heard: string[] = [];
    for (const [name, client] of Object.entries({ pooled, direct })) {
      client.on("notification", () => heard.push(name));
      await client.query("listen outbox_events");
    }
    await database.query("notify outbox_events");
    await eventually("the direct connection hears", () =>
      Promise.resolve(heard.includes("direct")),
    );
    // The next client that asks on that connection hears the notification instead.
    expect(heard).toEqual(["direct"]);

    const take = "select pg_try_advisory_lock(1) as taken";
    for (const client of [pooled, other]) {
      expect((await client.query<{ taken: boolean }>(take)).rows).toEqual([{ taken: true }]);
    }
  },
);
