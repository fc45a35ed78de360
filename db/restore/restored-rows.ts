import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, oneRowOf, rowsOf, valuesOf } from "#db/client.ts";
import { flowStates, oneTimeTokens, sessions, users } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/billing.ts";
import { eventEffects, outboxEvents } from "#db/schema/events.ts";
import { media, removedMedia } from "#db/schema/media.ts";

const Use = z.object({ workers: z.int(), events: z.int() });

/** Counts what shows that a database runs: connected workers, and acts of people after the time that it was restored to. */
export function findUse(db: Db, restoredTo: string): Promise<z.infer<typeof Use>> {
  return oneRowOf(db, Use)`select
    (select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'tidepost-worker') as workers,
    (select count(*)::int from ${outboxEvents} event
      where event.occurred_at > ${restoredTo}::timestamptz and event.actor->>'kind' <> 'system') as events`;
}

/** Lists events that have effects to come, in their order. */
export function listOpenEventIds(db: Db): Promise<string[]> {
  return valuesOf(db, z.string())`select id from ${outboxEvents} event
    where completed_at is null and dead_lettered_at is null order by occurred_at, id`;
}

/**
 * Dates attempts back, so that an idempotency key counts from the time when a lost worker may have used it first.
 *
 * @param worker that began them
 */
export async function dateAttempts(
  db: Db,
  { worker, at }: { worker: string; at: string },
): Promise<void> {
  await db.execute(sql`update ${eventEffects} set
      first_attempt_at = least(first_attempt_at, ${at}::timestamptz), started_at = ${at}::timestamptz
    where worker = ${worker} and status = 'pending'`);
}

/** Ends what somebody may have ended since: every session, code and sign-in under way. */
export async function endSessions(db: Db): Promise<void> {
  await db.delete(sessions);
  await db.delete(oneTimeTokens);
  await db.delete(flowStates);
}

const PAGE = 1_000;

type Page = (after: string) => Promise<string[]>;

async function* allOf(page: Page): AsyncGenerator<string> {
  for (let after = ""; ;) {
    const ids = await page(after);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

export const listAccountIds = (db: Db): AsyncGenerator<string> =>
  allOf(
    (after) => valuesOf(db, z.string())`select id from ${users} account where deleted_at is null
      and (${after} = '' or id > nullif(${after}, '')::uuid) order by id limit ${PAGE}`,
  );

export const listCustomerIds = (db: Db): AsyncGenerator<string> =>
  allOf(
    (after) => valuesOf(db, z.string())`select id from ${customers} customer
      where not is_deleted and id > ${after} order by id limit ${PAGE}`,
  );

const File = z.object({ id: z.string(), state: z.string() });

/** Lists files with their state; `removed`: the row is gone, and its objects soon. */
export function listFiles(db: Db): Promise<z.infer<typeof File>[]> {
  return rowsOf(db, File)`select id, state from ${media} union all select id, 'removed'
      from ${removedMedia}`;
}
