import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { insertAccountRow } from "./customer-rows.ts";
import { test, type TestDatabase } from "./database.ts";

let earlier: TestDatabase | undefined;

test("database of a test: has its rows", async ({ database, db }) => {
  earlier = database;
  await insertAccountRow(db, { email: "ada@shop.example", isProven: true });
  const { rows } = await database.query("select count(*)::int from users");
  expect(rows).toEqual([{ count: 1 }]);
});

test("database of an earlier test: its rows are gone, and work that it left gets an error", async ({
  database,
}) => {
  const { rows } = await database.query("select count(*)::int from users");
  expect(rows).toEqual([{ count: 0 }]);
  expect(() => earlier?.query("select 1")).toThrow("has ended");
  const left = earlier?.db.execute(sql`select 1`);
  await expect(left).rejects.toMatchObject({
    cause: { message: expect.stringContaining("has ended") },
  });
});
