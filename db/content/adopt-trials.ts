import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, hasRow, rowsOf } from "#db/client.ts";
import { writeEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { businesses, posts } from "#db/schema/content.ts";
import { postDraftMedia, postDrafts } from "#db/schema/drafts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { media, postVersionMedia } from "#db/schema/media.ts";
import { hasVerifiedEmail } from "../accounts/users/verified-email-sql.ts";
import { hasSubscriptionInService } from "./in-service-sql.ts";

/** SQL that joins as `account` who adopts the trial of `enquiry`: its address is verified, and its subscription in service. */
export const joinAdopter = sql`join ${users} account on account.email = lower(enquiry.email) and ${hasVerifiedEmail(sql`account`)}
      and account.deleted_at is null and ${hasSubscriptionInService(sql`account.id`)}`;

const Trial = z.object({ enquiryId: z.string(), userId: z.string() });

/** Lists free trials that an account adopts. */
export async function listTrialsToAdopt(db: Db, limit: number): Promise<z.infer<typeof Trial>[]> {
  return rowsOf(db, Trial)`select trial.enquiry_id, account.id as user_id from ${businesses} trial
  join ${formSubmissions} enquiry on enquiry.id = trial.enquiry_id
  ${joinAdopter}
  where trial.enquiry_id is not null
  order by trial.created_at limit ${limit}::int`;
}

const Locked = z.object({ id: z.string(), isTrial: z.boolean() });

/** Gives the business of a trial to the account: its posts, decisions, files, drafts and links. May run twice at once. */
export async function adoptTrial(db: Db, event: EventOf<"TrialAdopted">): Promise<void> {
  const { userId, enquiryId } = event.data;
  await db.transaction(async (tx) => {
    // First the account, as an erasure does: neither waits for the other.
    const isThere = await hasRow(tx)`select id from ${users}
      where id = ${userId}::uuid and deleted_at is null for key share`;
    if (!isThere) return;
    const locked = await rowsOf(tx, Locked)`select id, enquiry_id is not null as is_trial
      from ${businesses}
      where enquiry_id = ${enquiryId} or user_id = ${userId}::uuid order by id for update`;
    const trial = locked.find(({ isTrial }) => isTrial);
    if (trial === undefined) return;
    const own = locked.find(({ isTrial }) => !isTrial);
    if (own === undefined) {
      await tx.execute(sql`update ${businesses} set user_id = ${userId}::uuid, enquiry_id = null
        where id = ${trial.id}`);
    } else await merge(tx, trial.id, own.id);
    await writeEvent(tx, event, { type: "user", id: userId });
  });
}

/** Tables of a trial's business. Approvers, a brief and reports come with an account. */
const OF_BUSINESS = {
  posts: sql`${posts}`,
  post_version_media: sql`${postVersionMedia}`,
  media: sql`${media}`,
  post_drafts: sql`${postDrafts}`,
  post_draft_media: sql`${postDraftMedia}`,
  approval_links: sql`${approvalLinks}`,
} as const;

/** One statement: a post and its files refer to each other by their business, and the keys are checked at its end. */
async function merge(tx: Db, from: string, into: string): Promise<void> {
  const moves = Object.entries(OF_BUSINESS).map(
    ([name, table]): SQL =>
      sql`${sql.raw(`${name}_moved`)} as (update ${table} set business_id = ${into} where business_id = ${from})`,
  );
  await tx.execute(sql`with ${sql.join(moves, sql`, `)}
      update ${businesses} business set account_manager_id = coalesce(business.account_manager_id, trial.account_manager_id)
      from ${businesses} trial where business.id = ${into} and trial.id = ${from}`);
  await tx.execute(sql`delete from ${businesses} where id = ${from}`);
}
