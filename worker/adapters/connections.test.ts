import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, inject } from "vitest";
import { test } from "../../tests/support/database.ts";
import { eventually } from "../../tests/support/eventually.ts";
import {
  BACKEND_KINDS,
  recordingMailer,
  skipReason,
  startWorker,
  submitTestEnquiry,
} from "../../tests/support/pipeline.ts";
import { openConnections } from "./create-mailer.ts";

const CONNECTIONS = `select application_name as name, count(*)::int from pg_stat_activity
  where datname = current_database() and application_name like 'tidepost-%' group by 1`;

const ENQUIRIES = 10;

const EXPECTED = {
  redis: { "tidepost-worker": 6 },
  postgres: { "tidepost-worker": 3, "tidepost-queue": 3 },
};

for (const kind of BACKEND_KINDS) {
  test.skipIf(skipReason(kind) !== null)(
    `busy worker, queue in ${kind}: eight direct connections`,
    async ({ database }) => {
      const {
        backend,
        database: own,
        locks,
      } = openConnections({
        DATABASE_URL: database.url,
        DATABASE_POOL_URL: undefined,
        REDIS_URL: kind === "redis" ? (inject("redisUrl") ?? undefined) : undefined,
        QUEUE_PREFIX: `test-${randomUUID()}`,
        EMAIL_RPS: 0,
        onError: () => undefined,
      });
      const { mailer, sent } = recordingMailer();
      const worker = startWorker(
        { db: own.db, url: database.url, query: database.query },
        backend,
        { mailer },
      );
      const { promise: counted, resolve: release } = Promise.withResolvers<void>();
      const held = Array.from({ length: 10 }, (_, name) => locks.hold(`${name}`, () => counted));
      for (let visitor = 0; visitor < ENQUIRIES; visitor += 1) {
        await submitTestEnquiry(database, { email: `visitor-${visitor}@shop.example` });
      }
      await eventually("all mails are sent", () => Promise.resolve(sent.size === 2 * ENQUIRIES));
      await Promise.all(
        Array.from({ length: 20 }, () => own.db.execute(sql`select pg_sleep(0.05)`)),
      );
      const { rows } = await database.query<{ name: string; count: number }>(CONNECTIONS);
      expect(Object.fromEntries(rows.map(({ name, count }) => [name, count]))).toEqual({
        "tidepost-relay-listener": 1,
        "tidepost-locks": 1,
        ...EXPECTED[kind],
      });
      release();
      await Promise.all(held);
      await worker.stopRelay();
      await worker.stopConsumers();
      await Promise.all([backend.close(), locks.close(), own.close()]);
    },
  );
}
