import { styleText } from "node:util";
import type pg from "pg";
import type { Db } from "#db/client.ts";
import { cleanUpRecords } from "../../worker/schedules/clean-ups.ts";

/** Three effects, as an enquiry or a change of a subscription has, and the reports of its email. */
const STATEMENTS = [
  `insert into outbox_events (id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, traceparent,
     occurred_at, publish_count, next_publish_at, dispatched_at, completed_at)
   select 'evt_' || lpad(n::text, 26, '0'), (array['ContactSubmitted', 'SubscriptionChanged', 'StripeEventReceived'])[1 + n % 3],
     1, 'customer', 'cus_' || n % 100000, '{"kind":"system","name":"billing"}',
     jsonb_build_object('customerId', 'cus_' || n, 'subscriptionId', 'sub_' || n), 'req_' || lpad(n::text, 26, '0'),
     '00-' || md5(n::text) || '-' || left(md5(n::text), 16) || '-01', at, 1, at, at, at
   from (select n, now() - interval '91 days' - n * interval '100 milliseconds' as at from generate_series(1, $1::int) n) given`,
  `insert into event_effects (event_id, effect, status, idempotency_key, attempts, started_at, worker, external_id, completed_at)
   select id, effect, 'completed', id || '.' || effect, 1, occurred_at, 'worker.1.abcdef',
     case effect when 'audit' then null else md5(id || effect) end, occurred_at
   from outbox_events, unnest(array['send-billing-mail', 'report-conversion', 'audit']) effect where $1::int > 0`,
  `insert into effect_attempts (event_id, effect, number, worker, started_at, ended_at, outcome, error)
   select event_id, effect, 1, worker, started_at, completed_at, 'failed', 'Resend answered 429'
   from event_effects where $1::int > 0 and effect = 'send-billing-mail' and hashtext(event_id) % 10 = 0`,
  `insert into resend_events (id, type, email_id, event_id, effect, occurred_at, received_at)
   select 'msg_' || report || id, 'email.' || report, md5(id), id, 'send-billing-mail', occurred_at, occurred_at
   from outbox_events, unnest(array['sent', 'delivered']) report where $1::int > 0`,
  `insert into stripe_events (id, type, object_id, customer_id, occurred_at, received_at)
   select id, 'invoice.paid', 'in_' || id, aggregate_id, occurred_at, occurred_at from outbox_events
   where $1::int > 0 and type = 'StripeEventReceived'`,
  `insert into audit_log (event_id, action, actor, subject_type, subject_id, data, at)
   select event_id, 'effect.' || effect, event.actor, event.aggregate_type, event.aggregate_id,
     jsonb_build_object('event', event.type, 'correlationId', event.correlation_id, 'attempts', 1, 'externalId', effect.external_id),
     occurred_at
   from event_effects effect join outbox_events event on event.id = effect.event_id where $1::int > 0`,
] as const;

const TRIMMED = [
  "outbox_events",
  "event_effects",
  "effect_attempts",
  "resend_events",
  "stripe_events",
] as const;

export type Retention = {
  readonly events: number;
  readonly rows: number;
  readonly seconds: number;
  readonly longestMs: number;
  readonly vacuumSeconds: number;
  /** With indexes. */
  readonly trimmedBytesPerEvent: number;
  readonly auditBytesPerEvent: number;
};

/** Fills in events that expired and runs the clean-up until none is left. */
export async function measureRetention(pool: pg.Pool, db: Db, events: number): Promise<Retention> {
  await pool.query("set synchronous_commit = off");
  for (const statement of STATEMENTS) await pool.query(statement, [events]);
  await pool.query("vacuum analyze");
  const rows = await sumOf(pool, TRIMMED, (table) => `(select count(*) from ${table})`);
  const bytesOf = (tables: readonly string[]) =>
    sumOf(pool, tables, (table) => `pg_total_relation_size('${table}')`);
  const [trimmedBytes, auditBytes] = [await bytesOf(TRIMMED), await bytesOf(["audit_log"])];
  const batchesMs: number[] = [];
  const startedMs = performance.now();
  let batchStartedMs = startedMs;
  const { run } = cleanUpRecords({
    db,
    now: () => new Date(),
    // Called after each batch.
    wait() {
      batchesMs.push(performance.now() - batchStartedMs);
      batchStartedMs = performance.now();
      return Promise.resolve();
    },
  });
  await run();
  const seconds = (performance.now() - startedMs) / 1_000;
  const left = await sumOf(pool, TRIMMED, (table) => `(select count(*) from ${table})`);
  if (left > 0) throw new Error(`the clean-up left ${left} rows`);
  const vacuumStartedMs = performance.now();
  await pool.query(`vacuum ${TRIMMED.join(", ")}`);
  const vacuumSeconds = (performance.now() - vacuumStartedMs) / 1_000;
  // Its trigger rejects a truncate.
  await pool.query("set session_replication_role = replica");
  await pool.query("truncate audit_log");
  await pool.query("reset session_replication_role");
  return {
    events,
    rows,
    seconds,
    longestMs: Math.max(...batchesMs),
    vacuumSeconds,
    trimmedBytesPerEvent: trimmedBytes / events,
    auditBytesPerEvent: auditBytes / events,
  };
}

const HOURLY_EVENTS = 10_000_000 / 30 / 24;

export function describeRetention(measured: Retention): string[] {
  const { events, rows, seconds, longestMs, vacuumSeconds } = measured;
  const perSecond = Math.round(rows / seconds);
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
  return [
    styleText("bold", `Clean-up of ${events.toLocaleString("en-GB")} expired events`),
    `  ${rows.toLocaleString("en-GB")} rows in ${seconds.toFixed(1)} s: ${perSecond.toLocaleString("en-GB")} a second`,
    `  longest statement ${longestMs.toFixed(0)} ms, vacuum ${vacuumSeconds.toFixed(1)} s`,
    `  ten million events a month: ${((HOURLY_EVENTS / events) * seconds).toFixed(1)} s of each hour`,
    `  an event is ${kilobytes(measured.trimmedBytesPerEvent)} kB for 90 days, and ${kilobytes(measured.auditBytesPerEvent)} kB of audit log for good`,
  ];
}

async function sumOf(
  pool: pg.Pool,
  tables: readonly string[],
  expression: (table: string) => string,
): Promise<number> {
  const { rows } = await pool.query<{ sum: string }>(
    `select (${tables.map(expression).join(" + ")})::text as sum`,
  );
  return Number(rows[0]?.sum);
}
