import pg from "pg";
import { expect } from "vitest";
import { test } from "../support/database.ts";
import { fill } from "./fill.ts";
import { statementsOf, walksOf } from "./plans.ts";
import { MAY_WALK, USES } from "./uses.ts";

const CUSTOMERS = 30_000;

test("queries of users and jobs: none scans a big table", async ({ database }) => {
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  try {
    await fill(pool, CUSTOMERS);
    const walked: Record<string, readonly string[]> = {};
    for (const [name, use] of Object.entries(USES)) {
      for (const statement of await statementsOf(pool, use)) {
        const walks = await walksOf(pool, statement);
        if (walks.length > 0) walked[name] = walks;
      }
    }
    expect(Object.keys(walked).filter((name) => !(name in MAY_WALK))).toEqual([]);
    expect(Object.keys(MAY_WALK).filter((name) => !(name in walked))).toEqual([]);
  } finally {
    await pool.end();
  }
}, 240_000);
