import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { test } from "../tests/support/database.ts";
import { connectDatabase } from "./connect.ts";

test("transaction that could not begin: its connection is free for the next statement", async ({
  database,
}) => {
  const { db, close } = connectDatabase(database.url, {
    max: 1,
    applicationName: "one",
    onError: () => undefined,
  });
  // oxlint-disable-next-line no-unsafe-type-assertion -- PostgreSQL refuses to begin with it
  const isolationLevel = "no such level" as "serializable";
  const work = () => Promise.resolve("done");
  await expect(db.transaction(work, { isolationLevel })).rejects.toThrow("Failed query: begin");
  expect(await db.transaction(work)).toBe("done");
  await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow(
    "Failed query",
  );
  expect(await db.transaction(work)).toBe("done");
  await close();
});
