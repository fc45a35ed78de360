import { sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import type { CurrentUserAt } from "#db/accounts/sessions/current-user-sql.ts";
import { type Db, rowsOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { briefVersions, businesses } from "#db/schema/content.ts";
import { mayChangeBrief } from "./own-business-sql.ts";

type SubmitBrief = {
  user: CurrentUserAt;
  /** Fixes the answers that were checked. */
  revision: number;
  event: EventOf<"BriefSubmitted">;
};

/**
 * @returns false when it was submitted or saved in between, the session has ended, or no subscription is in service
 */
export async function submitBrief(
  db: Db,
  { user, revision, event }: SubmitBrief,
): Promise<boolean> {
  const submitted = await rowsOf(
    db,
    sql`with submitted as (
      update ${briefVersions} brief set submitted_at = ${user.at}::timestamptz
      from ${businesses} own
      where own.user_id = ${user.userId}::uuid and brief.business_id = own.id
        and brief.business_id = ${event.data.businessId} and brief.version = ${event.data.version}::int
        and brief.revision = ${revision}::int and brief.submitted_at is null and ${mayChangeBrief(user)}
      returning brief.version
    ), event as (
      ${insertEvent(event, { type: "user", id: user.userId }, sql`from submitted`)}
    )
    select version from submitted`,
    z.object({ version: z.int() }),
  );
  return submitted.length > 0;
}
