import { sql } from "drizzle-orm";
import * as z from "zod";
import { PROMISE_RULES } from "#contracts/events/promises.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { promises } from "#db/schema/promises.ts";

const Count = z.object({
  /** Promises started. */
  count: z.int(),
  missed: z.int(),
  medianS: z.number(),
  p95S: z.number(),
});

const Figures = z.object({
  rules: z.array(Count.extend({ rule: z.enum(PROMISE_RULES) })),
  people: z.array(Count.extend({ name: z.string() })),
});
export type PromiseFigures = z.infer<typeof Figures>;

/**
 * Counts promises that started in a window, by rule and by the operator who kept them, with the time to the act that kept
 * them. Open ones count with their age, or being slow would look fast; released ones do not count.
 *
 * @param since ISO 8601, as `at`
 */
export async function getPromiseFigures(
  db: Db,
  { since, at }: { since: string; at: string },
): Promise<PromiseFigures> {
  const figures = sql`'count', count(*), 'missed', count(*) filter (where late),
    'medianS', percentile_cont(0.5) within group (order by seconds),
    'p95S', percentile_cont(0.95) within group (order by seconds)`;
  return oneRowOf(
    db,
    sql`with started as (
      select promise.rule, promise.kept_by,
        coalesce(promise.kept_at, ${at}::timestamptz) > promise.due_at as late,
        greatest(0, extract(epoch from coalesce(promise.kept_at, ${at}::timestamptz) - promise.started_at))::float8 as seconds
      from ${promises} promise
      where promise.started_at >= ${since}::timestamptz and promise.released_at is null
    )
    select
      coalesce((select jsonb_agg(figures) from (
        select jsonb_build_object('rule', rule, ${figures}) as figures from started group by rule order by rule
      ) by_rule), '[]') as rules,
      coalesce((select jsonb_agg(figures) from (
        select jsonb_build_object('name', kept_by, ${figures}) as figures from started
        where kept_by is not null group by kept_by order by count(*) desc, kept_by
      ) by_person), '[]') as people`,
    Figures,
  );
}
