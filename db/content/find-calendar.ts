import { sql } from "drizzle-orm";
import * as z from "zod";
import { AccountManager } from "#contracts/api/content/account-manager.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf } from "#db/client.ts";
import { accountManagerOf } from "../accounts/account-manager-sql.ts";
import { businessNameOf } from "./business-name-sql.ts";
import { isFormerCustomer } from "./in-service-sql.ts";
import { isShownAfter, POSTS_MAX, PostRow, selectPosts } from "./select-posts.ts";

const Row = z.object({
  isSessionValid: z.boolean(),
  posts: z.array(namedAsInSql(PostRow)),
  accountManager: z.nullable(AccountManager),
  businessName: z.nullable(z.string()),
});
type CalendarRow = z.infer<typeof Row>;

/**
 * A user's posts that are not withdrawn, the last planned first,, account manager and business's name.
 *
 * @returns null when the session has ended
 */
export async function findCalendar(db: Db, user: CurrentUserAt): Promise<CalendarRow | null> {
  const userId = sql`${user.userId}::uuid`;
  const isListed = sql`business.user_id = ${userId} and post.withdrawn_at is null and ${isShownAfter(isFormerCustomer(userId))}`;
  const found = await oneRowOf(db, Row)`with listed as (
    ${selectPosts(isListed)}
    order by proposed.planned_on desc, proposed.planned_time desc, post.id desc limit ${POSTS_MAX}::int
  )
  select ${isValidSession(user, user.at)} as is_session_valid, coalesce((
    select jsonb_agg(to_jsonb(listed) order by planned_on desc, planned_time desc, id desc) from listed
  ), '[]') as posts, ${accountManagerOf(userId)} as account_manager,
    ${businessNameOf({ userId, enquiryId: sql`null` })} as business_name`;
  return found.isSessionValid ? found : null;
}
