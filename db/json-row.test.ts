import { getTableColumns } from "drizzle-orm";
import { expect } from "vitest";
import * as z from "zod";
import { rowsOf } from "#db/client.ts";
import { jsonRow } from "#db/json-row.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { test } from "../tests/support/database.ts";

test("a row in JSON: reads as drizzle selects it", async ({ db, database }) => {
  await database.query(`
    insert into users (id, email, email_confirmed_at, app_metadata, user_metadata, created_at, updated_at)
    values (gen_random_uuid(), 'ada@shop.example', '2026-11-20 12:00:00.123456+01', '{"role": "ops"}', '{}', now(), now());
    insert into sessions (id, user_id, amr, refresh_counter, created_at)
    select gen_random_uuid(), id, '[{"method": "password", "timestamp": 1}]', 7, now() from users`);
  const Row = z.object({
    user: jsonRow(getTableColumns(users)),
    session: jsonRow(getTableColumns(sessions)),
  });

  const [inJson] = await rowsOf(
    db,
    Row,
  )`select to_jsonb(users) as "user", to_jsonb(sessions) as session from users join sessions on true`;
  const [user] = await db.select().from(users);
  const [session] = await db.select().from(sessions);

  expect(inJson).toEqual({ user, session });
  expect(user?.emailConfirmedAt).toBe("2026-11-20T11:00:00.123Z");
  expect(session?.refreshCounter).toBe(7);
});

test("a row in JSON without one of the columns: throws", () => {
  const { id, email } = getTableColumns(users);
  expect(() => jsonRow({ id, email }).parse({ id: "1" })).toThrow("lacks email");
});
