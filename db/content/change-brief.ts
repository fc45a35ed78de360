import { sql } from "drizzle-orm";
import type { BriefAnswers } from "#contracts/content/brief-answers.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { briefVersions, businesses } from "#db/schema/content.ts";
import { mayChangeBrief } from "./in-service-sql.ts";
import { ensureBusiness } from "./post-owner.ts";

type SaveBrief = {
  user: CurrentUserAt;
  newBusinessId: string;
  version: number;
  /** That the answers are based on; 0 begins the version. */
  revision: number;
  answers: BriefAnswers;
};

/**
 * One statement: another tab may save or submit after the page has read. Of two saves of one revision the second waits at
 * the row or its primary key, and writes nothing.
 *
 * @returns false when the session has ended, no subscription is in service, or the brief was changed meanwhile
 */
export function saveBrief(db: Db, { user, newBusinessId, version, revision, answers }: SaveBrief) {
  const json = sql`${JSON.stringify(answers)}::jsonb`;
  const at = sql`${user.at}::timestamptz`;
  return hasRow(db)`with business as (
    ${ensureBusiness(
      { newBusinessId, userId: user.userId, enquiryId: null, at: user.at },
      sql`${mayChangeBrief(user)} and (${revision}::int = 0
        or exists (select from ${businesses} known where known.user_id = ${user.userId}::uuid))`,
    )}
  ), begun as (
    insert into ${briefVersions} (business_id, version, revision, answers, saved_at)
    select business.id, ${version}::int, 1, ${json}, ${at}
    from business
    where ${revision}::int = 0 and ${version}::int = 1 + coalesce((
      select max(brief.version) from ${briefVersions} brief
      where brief.business_id = business.id and brief.submitted_at is not null
    ), 0)
    on conflict do nothing
    returning revision
  ), changed as (
    update ${briefVersions} brief set answers = ${json}, revision = brief.revision + 1, saved_at = ${at}
    from business where brief.business_id = business.id and brief.version = ${version}::int
      and brief.revision = ${revision}::int and brief.submitted_at is null
    returning brief.revision
  )
  select revision from begun union all select revision from changed`;
}

type SubmitBrief = {
  user: CurrentUserAt;
  /** Fixes the answers that were checked. */
  revision: number;
  event: EventOf<"BriefSubmitted">;
};

/**
 * @returns false when it was submitted or saved in between, the session has ended, or no subscription is in service
 */
export function submitBrief(db: Db, { user, revision, event }: SubmitBrief): Promise<boolean> {
  return hasRow(db)`with submitted as (
    update ${briefVersions} brief set submitted_at = ${user.at}::timestamptz
    from ${businesses} business
    where business.user_id = ${user.userId}::uuid and brief.business_id = business.id
      and brief.business_id = ${event.data.businessId} and brief.version = ${event.data.version}::int
      and brief.revision = ${revision}::int and brief.submitted_at is null and ${mayChangeBrief(user)}
    returning brief.version
  ), event as (
    ${insertEvent(event, { type: "user", id: user.userId }, sql`from submitted`)}
  )
  select version from submitted`;
}
