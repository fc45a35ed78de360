import { sql } from "drizzle-orm";
import * as z from "zod";
import { BriefAnswers } from "#contracts/api/content/brief.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { isValidSession } from "#db/accounts/sessions/valid-session-sql.ts";
import { type Db, namedAsInSql, oneRowOf } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { approvers, briefVersions, businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";
import { Timestamp } from "#db/timestamps.ts";
import { hasVerifiedEmail } from "../accounts/users/verified-email-sql.ts";
import { hasSubscriptionInService } from "./in-service-sql.ts";

const Version = z.object({
  businessId: z.string(),
  version: z.int(),
  revision: z.int(),
  answers: BriefAnswers,
  submittedAt: z.nullable(Timestamp),
});

const TrialForm = z.object({
  company: z.optional(z.string()),
  website: z.optional(z.string()),
  business_type: z.optional(z.string()),
  preferred_platform: z.optional(z.string()),
  goals: z.optional(z.string()),
});

const Row = z.object({
  isSessionValid: z.boolean(),
  canChange: z.boolean(),
  newest: z.nullable(namedAsInSql(Version)),
  /** The newest submission; null before the first. */
  submittedAt: z.nullable(Timestamp),
  /** The form of the newest free trial under the account's address. */
  trial: z.nullable(TrialForm),
  approvers: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
});
export type FoundBrief = z.infer<typeof Row>;

/** @returns null when the session has ended */
export async function findBrief(db: Db, user: CurrentUserAt): Promise<FoundBrief | null> {
  const userId = sql`${user.userId}::uuid`;
  const found = await oneRowOf(db, Row)`
    with business as (select id from ${businesses} where user_id = ${userId}),
  recent as (
    select brief.* from business join ${briefVersions} brief on brief.business_id = business.id
    order by brief.version desc limit 2
  )
  select ${isValidSession(user, user.at)} as is_session_valid, ${hasSubscriptionInService(userId)} as can_change, (
      select to_jsonb(recent) from recent order by version desc limit 1
    ) as newest, (
      select max(submitted_at) from recent
    ) as submitted_at, (
      select enquiry.payload from ${users} account join ${formSubmissions} enquiry on lower(enquiry.email) = account.email
      where account.id = ${userId} and ${hasVerifiedEmail(sql`account`)} and enquiry.form_type = 'free-trial'
      order by enquiry.created_at desc limit 1
    ) as trial, coalesce((
      select jsonb_agg(jsonb_build_object('id', approver.id, 'name', approver.name, 'email', approver.email)
        order by approver.created_at, approver.id)
      from business join ${approvers} approver on approver.business_id = business.id
    ), '[]') as approvers`;
  return found.isSessionValid ? found : null;
}
