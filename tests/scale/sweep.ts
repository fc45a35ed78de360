import type pg from "pg";
import type { Db } from "#db/client.ts";
import { claimDueEvents } from "#db/events/change-due-events.ts";
import { costOf, statementsOf } from "./plans.ts";

const DUE = 50;
const ROUNDS = 41;

export type Sweep = {
  readonly published: number;
  /** The fastest round: other load only adds time. */
  readonly ms: number;
  readonly buffers: number;
};

/**
 * Ratio counted as equal: an index of a million rows is two levels deeper than one of a hundred; a
 * scan costs thousands.
 */
const NOISE_RATIO = 2.5;

export function differencesOf(sweeps: readonly Sweep[]): string[] {
  const costs = {
    pages: sweeps.map(({ buffers }) => buffers),
    milliseconds: sweeps.map(({ ms }) => ms),
  };
  return Object.entries(costs).flatMap(([what, values]) => {
    const ratio = Math.max(...values) / Math.min(...values);
    return ratio <= NOISE_RATIO
      ? []
      : [`one takes ${ratio.toFixed(1)} times the ${what} of another: more than ${NOISE_RATIO}`];
  });
}

/** @param published number of published events; those of earlier calls count */
export async function measureSweep(pool: pg.Pool, db: Db, published: number): Promise<Sweep> {
  await pool.query(
    `insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, occurred_at,
       publish_count, next_publish_at, dispatched_at, completed_at)
     select 'evt_p' || n, 'ContactSubmitted', 1, 'form_submission', 'sub_' || n, '{"kind":"visitor"}', '{}', 'req_' || n,
       now(), 1, now(), now(), now()
     from generate_series((select count(*) from outbox_events where id like 'evt_p%') + 1, $1::bigint) n`,
    [published],
  );
  await pool.query("vacuum analyze outbox_events");
  const tookMs: number[] = [];
  let buffers = Number.NaN;
  for (let round = 0; round < ROUNDS; round += 1) {
    await pool.query(
      `insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, occurred_at,
         next_publish_at)
       select 'evt_d' || n, 'ContactSubmitted', 1, 'form_submission', 'sub_' || n, '{"kind":"visitor"}', '{}', 'req_' || n,
         now(), now() - interval '1 second'
       from generate_series(1, $1::int) n`,
      [DUE],
    );
    if (round === ROUNDS - 1) buffers = await buffersOf(pool);
    const startedMs = performance.now();
    const { length } = await claimDueEvents(db, 200);
    tookMs.push(performance.now() - startedMs);
    if (length !== DUE) throw new Error(`the sweep took ${length} of ${DUE} events`);
    await pool.query("delete from outbox_events where id like 'evt_d%'");
    // Dead rows would add to the cost.
    await pool.query("vacuum outbox_events");
  }
  return { published, ms: Math.min(...tookMs), buffers };
}

async function buffersOf(pool: pg.Pool): Promise<number> {
  let buffers = 0;
  for (const statement of await statementsOf(pool, (db) => claimDueEvents(db, 200))) {
    buffers += (await costOf(pool, statement)).buffers;
  }
  return buffers;
}
