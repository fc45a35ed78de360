import { type SQL, sql } from "drizzle-orm";
import type { SecurityNotice } from "#contracts/events/accounts.ts";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import type { Actor } from "#contracts/events/envelope.ts";
import type { EventId } from "#contracts/ids.ts";
import { sessions } from "#db/schema/accounts.ts";
import { outboxEvents } from "#db/schema/events.ts";

export type NoticeEvent = {
  id: EventId;
  correlationId: string;
  traceparent?: string | null;
  at: string;
  /** Null: the account itself. */
  actor: Actor | null;
};

/**
 * SQL that writes a notice within the statement of the change; the relay publishes it.
 *
 * @param from rows with a `user_id`, for example `from removed`
 * @param options.subject the rows' `id` is that of a sign-in method that was added
 */
export function insertSecurityNotice(
  event: NoticeEvent,
  notice: SecurityNotice,
  from: SQL,
  { subject = false }: { subject?: boolean } = {},
): SQL {
  const actor =
    event.actor === null
      ? sql`jsonb_build_object('kind', 'user', 'userId', user_id)`
      : sql`${JSON.stringify(event.actor)}::jsonb`;
  return sql`insert into ${outboxEvents} (
      id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, traceparent, occurred_at,
      next_publish_at
    ) select ${event.id}, 'SecurityNoticeRequested', ${EVENT_VERSIONS.SecurityNoticeRequested}::int, 'user', user_id::text,
      ${actor}, jsonb_build_object('userId', user_id, 'notice', ${notice}::text${subject ? sql`, 'subjectId', id` : sql``}),
      ${event.correlationId}, ${event.traceparent ?? null}::text, ${event.at}::timestamptz, now()
    ${from}`;
}

/**
 * For a statement with a CTE `session`: a sign-in from a device or network that no other session of the account
 * began from. Nobody is told of the only session.
 */
export function insertSignInNotice(notice: NoticeEvent): SQL {
  const others = sql`from ${sessions} other where other.user_id = session.user_id`;
  return insertSecurityNotice(
    notice,
    "new-sign-in",
    sql`from session where exists (select ${others}) and (
      not exists (select ${others} and ${device(sql`other`)} = ${device(sql`session`)})
      or not exists (select ${others} and ${network(sql`other`)} = ${network(sql`session`)})
    )`,
  );
}

/** A browser that was updated is the same device. */
function device(row: SQL): SQL {
  return sql`regexp_replace(coalesce(${row}.user_agent, ''), '[0-9]+', '', 'g')`;
}

/** The first three numbers of an IPv4 address, the first four groups of an IPv6 address. */
function network(row: SQL): SQL {
  return sql`coalesce(
    substring(${row}.ip from '^([0-9]+[.][0-9]+[.][0-9]+[.])[0-9]+$'), substring(${row}.ip from '^((?:[0-9a-f]{1,4}:){4})'),
    ${row}.ip, ''
  )`;
}
