import { and, asc, desc, eq, getTableColumns, gt, gte, isNull, lte, sql } from "drizzle-orm";
import * as z from "zod";
import { PROMISE_RULES } from "#contracts/events/promises.ts";
import { type Db, rowsOf, oneRowOf } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/billing.ts";
import { bookedCalls } from "#db/schema/calls.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { promises } from "#db/schema/promises.ts";
import { selectNamedPromises, NamedPromise } from "./named-promises-sql.ts";

export const isOpenPromise = and(isNull(promises.keptAt), isNull(promises.releasedAt));

const userId = sql<
  string | null
>`coalesce(${subscriptions.userId}, ${businesses.userId}, ${bookedCalls.userId})`;
const nameOf = (part: "first_name" | "last_name") =>
  sql<
    string | null
  >`coalesce(${users.userMetadata}, ${formSubmissions.payload})->>${sql.raw(`'${part}'`)}`;

export type PromiseRow = Awaited<ReturnType<typeof selectPromises>>[number];

const selectPromises = (db: Db) =>
  db
    .select({
      ...getTableColumns(promises),
      /** Null unless the promise is about a subscription, or about a call that a guest booked. */
      customerId: sql<
        string | null
      >`coalesce(${subscriptions.customerId}, ${bookedCalls.customerId})`,
      userId,
      businessName: sql<
        string | null
      >`${businessNameOf({ userId, enquiryId: sql`${formSubmissions.id}` })}`,
      firstName: nameOf("first_name"),
      lastName: nameOf("last_name"),
      /** The enquiry whose free trial has the post, or whose sender booked the call; null for every other promise. */
      enquiryId: sql<string | null>`coalesce(${businesses.enquiryId}, ${bookedCalls.enquiryId})`,
      isOfPost: sql<boolean>`${posts.id} is not null`,
    })
    .from(promises)
    .leftJoin(subscriptions, eq(subscriptions.id, promises.subjectId))
    .leftJoin(posts, eq(posts.id, promises.subjectId))
    .leftJoin(businesses, eq(businesses.id, posts.businessId))
    .leftJoin(bookedCalls, eq(bookedCalls.id, promises.subjectId))
    .leftJoin(users, eq(users.id, userId))
    .leftJoin(
      formSubmissions,
      eq(
        formSubmissions.id,
        sql`coalesce(${businesses.enquiryId}, ${bookedCalls.enquiryId}, ${promises.subjectId})`,
      ),
    )
    .$dynamic();

export async function findPromise(db: Db, id: number) {
  const [row] = await selectPromises(db).where(eq(promises.id, id));
  return row ?? null;
}

/**
 * Lists the open promises that are late at a time, or those that are not.
 *
 * @param page.at ISO 8601
 */
export async function listOpenPromises(
  db: Db,
  { at, isLate, limit }: { at: string; isLate: boolean; limit: number },
): Promise<PromiseRow[]> {
  const compare = isLate ? lte : gt;
  return selectPromises(db)
    .where(and(isOpenPromise, compare(promises.dueAt, sql`${at}::timestamptz`)))
    .orderBy(asc(promises.dueAt))
    .limit(limit);
}

const DueRow = z.object({ id: z.int(), managerId: z.nullable(z.string()) });

/**
 * Lists open promises that need a warning, or that were missed without an event.
 *
 * @param at ISO 8601
 */
export async function listDuePromises(db: Db, { at, limit }: { at: string; limit: number }) {
  const now = sql`${at}::timestamptz`;
  const isDue = sql`(promise.due_at <= ${now} and promise.missed_at is null
      or promise.due_at > ${now} and promise.warn_at <= ${now} and promise.warned_at is null)`;
  return rowsOf(db, DueRow)`${selectNamedPromises(isDue)} limit ${limit}::int`;
}

/** @param since ISO 8601 */
export async function listKeptPromises(
  db: Db,
  { since, limit }: { since: string; limit: number },
): Promise<PromiseRow[]> {
  return selectPromises(db)
    .where(gte(promises.keptAt, sql`${since}::timestamptz`))
    .orderBy(desc(promises.keptAt))
    .limit(limit);
}

export async function listPromisesOfEvent(db: Db, eventId: string): Promise<PromiseRow[]> {
  return selectPromises(db).where(eq(promises.startedByEvent, eventId)).orderBy(promises.id);
}

/** Lists the promises of these ids that are still open, the first due first. */
export async function listNamedPromises(db: Db, ids: readonly number[]): Promise<NamedPromise[]> {
  return rowsOf(
    db,
    NamedPromise,
  )`${selectNamedPromises(sql`promise.id = any(${sql.param([...ids])}::bigint[])`)}`;
}

export async function countLatePromises(db: Db): Promise<number> {
  return db.$count(promises, and(isOpenPromise, lte(promises.dueAt, sql`now()`)));
}

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
export async function getPromiseFigures(db: Db, { since, at }: { since: string; at: string }) {
  const figures = sql`'count', count(*), 'missed', count(*) filter (where late),
    'medianS', percentile_cont(0.5) within group (order by seconds),
    'p95S', percentile_cont(0.95) within group (order by seconds)`;
  return oneRowOf(db, Figures)`with started as (
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
    ) by_person), '[]') as people`;
}
