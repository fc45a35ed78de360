import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Platform } from "#contracts/content/brief-answers.ts";
import { type Db, findRowOf, oneRowOf, oneValueOf, rowsOf } from "#db/client.ts";
import { businessNameOf } from "#db/content/business-name-sql.ts";
import { hasSubscriptionInService, isFormerCustomer } from "#db/content/in-service-sql.ts";
import { isBusinessOf } from "#db/content/post-owner.ts";
import { isToPublish, isToStop, PostRow, selectPosts } from "#db/content/select-posts.ts";
import { users } from "#db/schema/accounts.ts";
import {
  businesses,
  posts,
  postSchedulings,
  postStopRequests,
  postVersions,
} from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { selectPlanned } from "./find-team-work.ts";
import { NAMED } from "./names.ts";

/**
 * Lists posts of a customer, the last planned first.
 *
 * @param key id of the user, or of the free-trial enquiry
 * @param since London date; earlier posts are listed only while a change of them is drafted
 */
export async function listPostsOfCustomer(db: Db, key: string, since: string): Promise<PostRow[]> {
  const isListed = sql`${isBusinessOf(key)} and (proposed.planned_on >= ${since}::date
      or exists (select from ${postDrafts} draft where draft.post_id = post.id))`;
  return rowsOf(db, PostRow)`${selectPosts(isListed)}
    order by proposed.planned_on desc, proposed.planned_time desc, post.id desc`;
}

const DeskPost = PostRow.extend(NAMED);
export type DeskPost = z.infer<typeof DeskPost>;

/**
 * What a post of the desk waits for. `stop`: to be taken out of the schedulers of platforms. `late`: its hour passed without the customer's
 * answer.
 */
export const DESK_STATES = ["stop", "changes", "publish", "late", "waiting"] as const;
export type DeskState = (typeof DESK_STATES)[number];

export type DeskFilter = {
  /** Id of the operator who does it; `nobody`: no one has it; null: whoever. */
  who: string | null;
  /** Part of the business's name. */
  client: string | null;
  platform: Platform | null;
  /** London dates, both inclusive. */
  from: string | null;
  until: string | null;
  /** Part of the text. */
  q: string | null;
};

/** A place in the order of a list: planned day and time, and id. */
export type DeskPlace = { plannedOn: string; plannedTime: string; id: string };

const isLike = (text: SQL, part: string) =>
  sql`${text} ilike ${`%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`;

const BUSINESS_NAME = businessNameOf({
  userId: sql`business.user_id`,
  enquiryId: sql`business.enquiry_id`,
});

/** Condition on `business` and on who does it. */
export function isOfDesk(doer: SQL, { who, client }: Pick<DeskFilter, "who" | "client">): SQL {
  const conditions = [
    ...(who === null
      ? []
      : [who === "nobody" ? sql`${doer} is null` : sql`${doer} = ${who}::uuid`]),
    ...(client === null ? [] : [isLike(BUSINESS_NAME, client)]),
  ];
  return sql.join([sql`true`, ...conditions], sql` and `);
}

const isScheduledAfterLeaving = sql`(exists (
    select from ${postSchedulings} scheduled where scheduled.post_id = post.id
  ) and ${isFormerCustomer(sql`business.user_id`)})`;

const plannedAt = sql`((proposed.planned_on + proposed.planned_time) at time zone 'Europe/London')`;

const STATES: Readonly<Record<DeskState, (now: SQL) => SQL>> = {
  stop: () => sql`(${isToStop} or ${isScheduledAfterLeaving})`,
  changes: () => sql`decided.decision = 'changes_requested'`,
  publish: () => sql`decided.decision = 'approved' and ${isToPublish}`,
  late: (now) => sql`decided.decision is null and ${plannedAt} <= ${now}`,
  waiting: (now) => sql`decided.decision is null and ${plannedAt} > ${now}`,
};

type Desk = { state: DeskState; filter: DeskFilter; now: string };

/**
 * Posts that an index finds, as an array: its length is known before posts are read, so that they are read one by one. Other versions of a
 * post may have had these days.
 */
function found({ state, filter: { from, until } }: Desk): SQL {
  if (state === "stop")
    return sql`post.id = any(array(
      select post_id from ${postSchedulings} union select post_id from ${postStopRequests} where settled_at is null
    ))`;
  return from === null && until === null
    ? sql`true`
    : sql`post.id = any(array(${selectPlanned({ from, until })}))`;
}

function isOnDesk(desk: Desk): SQL {
  const { state, filter, now } = desk;
  const { platform, from, until, q } = filter;
  return sql.join(
    [
      found(desk),
      sql`post.withdrawn_at is null`,
      STATES[state](sql`${now}::timestamptz`),
      ...(state === "stop" ? [] : [sql`not ${isFormerCustomer(sql`business.user_id`)}`]),
      isOfDesk(sql`coalesce(post.assignee_id, business.account_manager_id)`, filter),
      ...(platform === null ? [] : [sql`${platform} = any(proposed.platforms)`]),
      ...(from === null ? [] : [sql`proposed.planned_on >= ${from}::date`]),
      ...(until === null ? [] : [sql`proposed.planned_on <= ${until}::date`]),
      ...(q === null ? [] : [isLike(sql`proposed.text`, q)]),
    ],
    sql` and `,
  );
}

const PLACE = sql`(proposed.planned_on, proposed.planned_time, post.id)`;

const placeOf = ({ plannedOn, plannedTime, id }: DeskPlace) =>
  sql`(${plannedOn}::date, ${plannedTime}::time, ${id})`;

/** Lists the posts of one state, the first planned first, and counts them all. */
export async function listDesk(
  db: Db,
  desk: Desk,
  { after, limit }: { after: DeskPlace | null; limit: number },
): Promise<{ posts: DeskPost[]; count: number; hasMore: boolean }> {
  const isListed = isOnDesk(desk);
  const isAfter = after === null ? sql`true` : sql`${PLACE} > ${placeOf(after)}`;
  const [rows, count] = await Promise.all([
    rowsOf(db, DeskPost)`select open.*,
        ${businessNameOf({ userId: sql`open.user_id`, enquiryId: sql`open.enquiry_id` })} as business_name,
      coalesce(account.user_metadata, enquiry.payload)->>'first_name' as first_name,
      coalesce(account.user_metadata, enquiry.payload)->>'last_name' as last_name
    from (${selectPosts(sql`${isListed} and ${isAfter}`)}
      order by proposed.planned_on, proposed.planned_time, post.id limit ${limit + 1}::int
    ) open
    left join ${users} account on account.id = open.user_id
    left join ${formSubmissions} enquiry on enquiry.id = open.enquiry_id
    order by open.planned_on, open.planned_time, open.id`,
    oneValueOf(db, z.int())`select count(*)::int
        from (${selectPosts(isListed)}) listed`,
  ]);
  return { posts: rows.slice(0, limit), count, hasMore: rows.length > limit };
}

/** The posts before and after one, in the list that it was opened from. */
export async function findNeighbours(db: Db, desk: Desk, place: DeskPlace) {
  const listed = selectPosts(isOnDesk(desk));
  const at = placeOf(place);
  return oneRowOf(
    db,
    z.object({ previous: z.nullable(z.string()), next: z.nullable(z.string()) }),
  )`select (
      select other.id from (${listed} and ${PLACE} < ${at}) other
      order by other.planned_on desc, other.planned_time desc, other.id desc limit 1
    ) as previous, (
      select other.id from (${listed} and ${PLACE} > ${at}) other
      order by other.planned_on, other.planned_time, other.id limit 1
    ) as next`;
}

const Client = z.object({
  userId: z.nullable(z.string()),
  enquiryId: z.nullable(z.string()),
  ...NAMED,
  /** By month of the planned day, null for those without one. */
  drafts: z.array(z.object({ month: z.nullable(z.string()), count: z.int(), ready: z.int() })),
  /** Counts the posts planned from today on. */
  planned: z.int(),
});
export type DeskClient = z.infer<typeof Client>;

const CLIENTS_MAX = 200;

/** Condition on the id of a business. Its array, as that of {@link found}, has a known length before other rows are read. */
export const managedBy = (businessId: SQL, who: string | null): SQL =>
  who === null || who === "nobody"
    ? sql`true`
    : sql`${businessId} = any(array(select id from ${businesses} where account_manager_id = ${who}::uuid))`;

/**
 * Lists those whom content is made for, by name.
 *
 * @param today London date
 */
export async function listDeskClients(
  db: Db,
  filter: Pick<DeskFilter, "who" | "client">,
  today: string,
): Promise<{ clients: DeskClient[]; count: number }> {
  const rows = await rowsOf(db, Client.extend({ total: z.int() }))`select business.user_id,
      business.enquiry_id, ${BUSINESS_NAME} as business_name,
      coalesce(account.user_metadata, enquiry.payload)->>'first_name' as first_name,
      coalesce(account.user_metadata, enquiry.payload)->>'last_name' as last_name, coalesce((
        select jsonb_agg(jsonb_build_object('month', month, 'count', count, 'ready', ready) order by month) from (
          select to_char(draft.planned_on, 'YYYY-MM') as month, count(*)::int as count, count(draft.ready_at)::int as ready
          from ${postDrafts} draft where draft.business_id = business.id group by 1
        ) months
      ), '[]') as drafts, (
        select count(*)::int from ${posts} post
        join ${postVersions} proposed on proposed.post_id = post.id and proposed.version = post.version
        where post.business_id = business.id and post.withdrawn_at is null and proposed.planned_on >= ${today}::date
      ) as planned, count(*) over ()::int as total
    from ${businesses} business
    left join ${users} account on account.id = business.user_id
    left join ${formSubmissions} enquiry on enquiry.id = business.enquiry_id
    where ${managedBy(sql`business.id`, filter.who)} and ${isOfDesk(sql`business.account_manager_id`, filter)} and (
      ${hasSubscriptionInService(sql`business.user_id`)} or (business.enquiry_id is not null and business.created_at > ${today}::date - interval '60 days')
    )
    order by lower(coalesce(${BUSINESS_NAME}, coalesce(account.user_metadata, enquiry.payload)->>'first_name')), business.id
    limit ${CLIENTS_MAX}::int`;
  return { clients: rows, count: rows[0]?.total ?? 0 };
}

/** Adds what the team keeps to itself. */
const TeamPost = PostRow.extend({ note: z.string(), assigneeId: z.nullable(z.string()) });
export type TeamPost = z.infer<typeof TeamPost>;

export function findPost(db: Db, id: string) {
  return findRowOf(db, TeamPost)`select found.*, post.note, post.assignee_id
      from (${selectPosts(sql`post.id = ${id}`)}) found
    join ${posts} post on post.id = found.id`;
}
