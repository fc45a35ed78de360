import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import * as z from "zod";
import { type Db, lastRowsOf, rowsOf } from "#db/client.ts";
import { connectDatabase } from "#db/connect.ts";
import { constraintOf, isDatabaseUnavailable } from "#db/query-error.ts";
import { startNeonBridge } from "../../tests/stack/neon-bridge.ts";
import { test } from "../../tests/support/auth-service.ts";
import { EDGE_BINDINGS } from "../../tests/support/edge-bindings.ts";
import { CALLS, EVERYTHING_ON, PASSWORD, statusOf } from "../../tests/support/routes.ts";
import { connectNeon } from "./database.ts";

const AWAY = EDGE_BINDINGS.DATABASE_URL;
const TAKEN = sql`insert into businesses (id, created_at) values ('biz_1', now()), ('biz_1', now())`;
const Nothing = z.object({});

/** Every way to run statements. */
const RUNS: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  "one statement": (db) => rowsOf(db, Nothing)`${TAKEN}`,
  "several at once": (db) => lastRowsOf(db, Nothing, [sql`select 1`, TAKEN]),
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

/** A page view that is not counted is no reason to show an error. */
const COUNTED = "POST /functions/v1/page-views";

test("every operation, the database lost before any of its requests to it: 503", async ({
  serviceWith,
  database,
}) => {
  const bridge = await startNeonBridge({ databaseUrl: database.url, port: 0 });
  const NEON_FETCH_ENDPOINT = `http://127.0.0.1:${bridge.port}/sql`;
  const edge = serviceWith({
    ...EVERYTHING_ON,
    DATABASE_URL: database.url,
    NEON_FETCH_ENDPOINT,
  });
  const apikey = await edge.sign({ role: "anon" });
  const service = await edge.sign({ role: "service_role" });
  const { fetch } = globalThis;
  let left = Infinity;
  vi.stubGlobal("fetch", (...request: Parameters<typeof fetch>) => {
    if (request[0] !== NEON_FETCH_ENDPOINT) return fetch(...request);
    left -= 1;
    return left < 0 ? Promise.reject(new TypeError("fetch failed")) : fetch(...request);
  });
  try {
    for (const [index, call] of CALLS.entries()) {
      for (let answered = 0, wasLost = true; wasLost; answered += 1) {
        left = Infinity;
        const email = `ada-${index}-${answered}@shop.example`;
        const { body } = await edge.call("POST", "/signup", { email, password: PASSWORD });
        const account = String(body["access_token"]);
        const token = { account, service, visitor: apikey, anybody: apikey }[call.for];
        left = answered;
        const status = await statusOf(edge, call, { apikey, authorization: `Bearer ${token}` });
        wasLost = left < 0;
        const asked = `${call.route}, lost after ${answered}`;
        if (wasLost) expect(status, asked).toBe(call.route === COUNTED ? 204 : 503);
      }
    }
  } finally {
    vi.unstubAllGlobals();
    await bridge.close();
  }
});
