import pg from "pg";
import { expect } from "vitest";
import { test } from "../support/database.ts";
import { BUSY_POSTS, fill } from "./fill.ts";
import { statementsOf, scannedTablesOf } from "./plans.ts";
import { MAY_SCAN, USES } from "./uses.ts";

const CUSTOMERS = 30_000;

test("queries of users and jobs: none scans a big table, and a calendar of 500 posts is one statement", async ({
  database,
}) => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    await fill(pool, CUSTOMERS);
    const scannedBy: Record<string, readonly string[]> = {};
    for (const [name, use] of Object.entries(USES)) {
      for (const statement of await statementsOf(pool, use)) {
        const scanned = await scannedTablesOf(pool, statement);
        if (scanned.length > 0) scannedBy[name] = scanned;
      }
    }
    for (const name of ["a user's calendar", "a user's posts"]) {
      const [statement, ...more] = await statementsOf(pool, USES[name] ?? expect.fail(name));
      expect(more, name).toEqual([]);
      const { rows } = await pool.query<{ posts?: unknown[] }>(
        statement?.text ?? "",
        statement?.params,
      );
      expect(rows[0]?.posts ?? rows, name).toHaveLength(BUSY_POSTS);
    }
    expect(Object.keys(scannedBy).filter((name) => !(name in MAY_SCAN))).toEqual([]);
    expect(Object.keys(MAY_SCAN).filter((name) => !(name in scannedBy))).toEqual([]);
  } finally {
    await pool.end();
  }
}, 240_000);
