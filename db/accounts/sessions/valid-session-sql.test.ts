import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { test } from "../../../tests/support/database.ts";
import { isValidSession, lockValidSession } from "./valid-session-sql.ts";

const AT = "2026-11-20T12:00:00.000Z";
const USER = { userId: randomUUID(), sessionId: randomUUID() };

/** Whether a read and a write take the session: customers' tokens outlive what ends it. */
async function isTaken(db: Db, ids = USER): Promise<boolean[]> {
  const [row] = await rowsOf(
    db,
    z.object({ reads: z.boolean(), writes: z.boolean() }),
  )`select ${isValidSession(ids, AT)} as reads, ${lockValidSession(ids, AT)} as writes`;
  return row === undefined ? [] : [row.reads, row.writes];
}

const seed = (db: Db) =>
  db.execute(sql`with account as (
      insert into users (id, email, app_metadata, user_metadata, created_at, updated_at)
      values (${USER.userId}, 'ada@shop.example', '{}', '{}', ${AT}, ${AT}) returning id
    ) insert into sessions (id, user_id, amr, created_at) select ${USER.sessionId}, id, '[]', ${AT} from account`);

test("a session of an account that is not banned is taken", async ({ db }) => {
  await seed(db);
  expect(await isTaken(db)).toEqual([true, true]);
});

test.for([
  ["banned until tomorrow", "2026-11-21T12:00:00Z", [false, false]],
  ["banned until this moment", AT, [true, true]],
  ["banned until yesterday", "2026-11-19T12:00:00Z", [true, true]],
] as const)("a session of an account %s", async ([, until, taken], { db }) => {
  await seed(db);
  await db.execute(sql`update users set banned_until = ${until}::timestamptz`);
  expect(await isTaken(db)).toEqual(taken);
});

test("a session that is gone, or of somebody else, is not taken", async ({ db }) => {
  await seed(db);
  expect(await isTaken(db, { ...USER, sessionId: randomUUID() })).toEqual([false, false]);
  expect(await isTaken(db, { ...USER, userId: randomUUID() })).toEqual([false, false]);
});
