import { sql } from "drizzle-orm";
import { expect } from "vitest";
import * as z from "zod";
import { type Db, lastRowsOf, rowsOf } from "#db/client.ts";
import { connectDatabase } from "#db/connect.ts";
import { constraintOf, isDatabaseUnavailable } from "#db/query-error.ts";
import { startNeonBridge } from "../../tests/stack/neon-bridge.ts";
import { test } from "../../tests/support/database.ts";
import { connectNeon } from "./database.ts";

const AWAY = "postgres://nobody@127.0.0.1:1/none";
const TAKEN = sql`insert into businesses (id, created_at) values ('biz_1', now()), ('biz_1', now())`;
const Nothing = z.object({});

/** Every way to run statements. */
const RUNS: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  "one statement": (db) => rowsOf(db, TAKEN, Nothing),
  "several at once": (db) => lastRowsOf(db, [sql`select 1`, TAKEN], Nothing),
};

const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

test.for(Object.entries(RUNS))(
  "%s: an absent database is told from a refused row",
  async ([, run], { database }) => {
    for (const databaseUrl of [AWAY, database.url]) {
      const bridge = await startNeonBridge({ databaseUrl, port: 0 });
      const NEON_FETCH_ENDPOINT = `http://127.0.0.1:${bridge.port}/sql`;
      const pool = connectDatabase(databaseUrl, {
        max: 1,
        applicationName: "errors",
        onError: () => undefined,
      });
      for (const db of [connectNeon({ DATABASE_URL: databaseUrl, NEON_FETCH_ENDPOINT }), pool.db]) {
        const error = await failureOf(run(db));
        expect({ isAway: isDatabaseUnavailable(error), constraint: constraintOf(error) }).toEqual(
          databaseUrl === AWAY
            ? { isAway: true, constraint: null }
            : { isAway: false, constraint: "businesses_one_owner" },
        );
      }
      await Promise.all([bridge.close(), pool.close()]);
    }
  },
);
