import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject, test as base } from "vitest";
import { connectDatabase } from "#db/connect.ts";
import type { Db } from "#db/client.ts";
import { TEMPLATE } from "./template.ts";

export type TestDatabase = { db: Db; url: string; query: pg.Pool["query"] };

export const test = base.extend<{ database: TestDatabase; db: Db }>({
  // vitest reads which fixtures are used from this pattern, so an empty one is needed.
  // oxlint-disable-next-line no-empty-pattern
  database: async ({}, use) => {
    const adminUrl = inject("databaseUrl");
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await administer(adminUrl, `create database ${name} template ${TEMPLATE}`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    const { db, close } = connectDatabase(url.href, {
      max: 5,
      applicationName: "test",
      onError: () => undefined,
    });
    const pool = new pg.Pool({ connectionString: url.href, max: 2 });
    pool.on("error", () => undefined);
    try {
      await use({ db, url: url.href, query: pool.query.bind(pool) });
    } finally {
      await pool.end();
      await close();
      await administer(adminUrl, `drop database ${name} with (force)`);
    }
  },
  db: async ({ database }, use) => {
    await use(database.db);
  },
});

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
