import { type SQL, sql } from "drizzle-orm";

/** The SQL returns the `amr` without the entries of the methods. */
export function amrWithout(amr: SQL, methods: readonly string[]): SQL {
  return sql`coalesce((
      select jsonb_agg(known.entry order by known.place)
      from jsonb_array_elements(${amr}) with ordinality as known(entry, place)
      where known.entry->>'method' <> all(${sql.param(methods)}::text[])
    ), '[]')`;
}

/**
 * Counters of a session that a factor raises to aal2. Plus two, so that neither the newest token of aal1 nor the one that
 * a refresh would have made is the newest or the previous one. In a session that was raised before, tokens stay.
 */
export function raisedCounters(): SQL {
  return sql`
    refresh_counter = case aal when 'aal1' then refresh_counter + 2 else refresh_counter end,
    refresh_floor = case aal when 'aal1' then refresh_counter + 2 else refresh_floor end`;
}
