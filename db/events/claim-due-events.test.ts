import { sql } from "drizzle-orm";
import pg from "pg";
import { expect } from "vitest";
import * as z from "zod";
import { rowsOf } from "#db/client.ts";
import { test } from "../../tests/support/database.ts";
import { submitTestEnquiry } from "../../tests/support/pipeline.ts";
import { claimDueEvents, makeAllOpenEventsDue } from "./change-due-events.ts";

test("notifies for every event that is due at once, for none within its grace period", async ({
  database,
}) => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  let notices = 0;
  listener.on("notification", () => {
    notices += 1;
  });
  await listener.query("listen outbox_events");
  for (let i = 0; i < 20; i++) await submitTestEnquiry(database);
  for (let i = 0; i < 5; i++) await submitTestEnquiry(database, { graceMs: 60_000 });
  await listener.query("select 1");
  expect(notices).toBe(20);
  await listener.end();
});

test("a claimed event is due again after ten seconds, then longer, five minutes at most", async ({
  database,
}) => {
  await submitTestEnquiry(database);
  const waits: number[] = [];
  for (let i = 0; i < 8; i++) {
    // Within a transaction the database's clock stands still.
    await database.db.transaction(async (db) => {
      await db.execute(sql`update outbox_events set next_publish_at = now() - interval '1 second'`);
      expect(await claimDueEvents(db, 10)).toHaveLength(1);
      const [row] = await rowsOf(
        db,
        z.object({ wait: z.int() }),
      )`select extract(epoch from next_publish_at - now())::int as wait from outbox_events`;
      waits.push(row?.wait ?? Number.NaN);
    });
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
});

test("all open events can be made due; completed ones stay completed", async ({ database }) => {
  const [open, completed, deadLettered] = [
    await submitTestEnquiry(database, { graceMs: 60_000 }),
    await submitTestEnquiry(database, { graceMs: 60_000 }),
    await submitTestEnquiry(database, { graceMs: 60_000 }),
  ];
  await database.query("update outbox_events set completed_at = now() where id = $1", [completed]);
  await database.query("update outbox_events set dead_lettered_at = now() where id = $1", [
    deadLettered,
  ]);
  await makeAllOpenEventsDue(database.db);
  expect((await claimDueEvents(database.db, 10)).map((event) => event.id)).toEqual([open]);
});

test("events that another relay is claiming are passed over, without waiting", async ({
  database,
}) => {
  const held = await submitTestEnquiry(database);
  const free = await submitTestEnquiry(database);
  await database.db.transaction(async (other) => {
    await other.execute(sql`select from outbox_events where id = ${held} for update`);
    const claimed = await database.db.transaction(async (db) => {
      await db.execute(sql`set local lock_timeout = '1s'`);
      return claimDueEvents(db, 10);
    });
    expect(claimed.map((event) => event.id)).toEqual([free]);
  });
});
