import { sql } from "drizzle-orm";
import * as z from "zod";
import { EVENT_VERSIONS } from "#contracts/events/catalogue.ts";
import { type Db, findRowOf } from "#db/client.ts";
import { oneTimeTokens, users } from "#db/schema/accounts.ts";
import { outboxEvents } from "#db/schema/events.ts";
import { insertErasedAddress } from "../erased-addresses.ts";
import type { NoticeEvent } from "../insert-security-notice.ts";
import { accountJson } from "../users/account-row.ts";
import { unlessTaken } from "../users/unique-violation.ts";
import {
  identitiesAfter,
  isUnfinishedSignUp,
  setVerifiedEmail,
  upsertEmailIdentity,
  withProviders,
} from "../users/verified-email-sql.ts";
import { matchesPresentedToken, type RedeemToken } from "./redeem-token.ts";
import {
  redemptionColumns,
  type Redeemed,
  redeemedOf,
  redemptionParts,
  RedemptionRow,
} from "./redemption-sql.ts";

type RedeemedEmailChange =
  | Redeemed
  /** One mailbox confirmed; the other one has to. */
  | { outcome: "halfway"; redirectTo: string }
  | { outcome: "banned" | "taken" | "not_found" };

const Row = RedemptionRow.extend({ banned: z.boolean(), taken: z.boolean(), halfway: z.boolean() });

/**
 * If two mailboxes have to confirm, the second one applies the change. An anonymous account becomes permanent.
 *
 * The event is written here, because only this statement knows the account.
 *
 * @param input.isSecure whether the current mailbox, if there is one, has to confirm too
 */
export async function redeemEmailChange(
  db: Db,
  input: RedeemToken & {
    isSecure: boolean;
    event: Pick<NoticeEvent, "id" | "correlationId" | "traceparent">;
  },
): Promise<RedeemedEmailChange> {
  const at = sql`${input.at}::timestamptz`;
  // `for update` closes the race of two mailboxes: the second waits and sees `email_change_halfway`.
  const row = await unlessTaken(
    findRowOf(db, Row)`with found as (
    select token.id, token.user_id, token.redirect_to, account.new_email, account.email, account.email_confirmed_at,
      coalesce(account.banned_until > ${at}, false) as banned,
      not account.email_change_halfway and (
        token.purpose = 'email_change_current' or (${input.isSecure}::boolean and account.email is not null)
      ) as halfway,
      exists (
        select from ${users} owner
        where owner.email = account.new_email and not owner.is_sso and owner.id <> account.id
          and not ${isUnfinishedSignUp(sql`owner`)}
      ) as taken
    from ${oneTimeTokens} token join ${users} account
      on account.id = token.user_id and account.deleted_at is null and account.new_email is not null
      -- An administrator issues one link at a time, so the other may be left from an earlier change.
      and token.relates_to = case token.purpose
        when 'email_change_new' then account.new_email else account.email end
    where ${matchesPresentedToken(input.presented)} and token.expires_at > ${at}
    for update of token, account
  ), counted as (
    select * from found where not banned and not taken
  ), used as (
    delete from ${oneTimeTokens} token using counted
    where token.user_id = counted.user_id and (token.id = counted.id or not counted.halfway)
  ), first as (
    update ${users} account set email_change_halfway = true, updated_at = ${at}
    from counted where account.id = counted.user_id and counted.halfway
  ), freed as (
    -- Whoever began a sign-up with the address has not proven it.
    delete from ${users} owner using counted
    where owner.email = counted.new_email and not owner.is_sso and owner.id <> counted.user_id and not counted.halfway
      and ${isUnfinishedSignUp(sql`owner`)}
    returning owner.id
  ), emptied as (select count(*) from freed
  ), confirmed as (
    update ${users} account set ${setVerifiedEmail(sql`counted.new_email`, at)},
      user_metadata = account.user_metadata
        || jsonb_build_object('email', counted.new_email, 'email_verified', true),
      app_metadata = ${withProviders(["email"])}, is_anonymous = false, last_sign_in_at = ${at}, updated_at = ${at}
    -- The count makes the deletion come first: only then is the address free.
    from counted, emptied where account.id = counted.user_id and not counted.halfway
    returning account.*
  ), proven as (
    ${upsertEmailIdentity(sql`from confirmed`, at)}
  ), event as (
    insert into ${outboxEvents} (
      id, type, version, aggregate_type, aggregate_id, actor, payload, correlation_id, traceparent,
      occurred_at, next_publish_at
    ) select ${input.event.id}, 'EmailChanged', ${EVENT_VERSIONS.EmailChanged}::int, 'user', id::text,
      jsonb_build_object('kind', 'user', 'userId', id), jsonb_build_object('userId', id),
      ${input.event.correlationId}, ${input.event.traceparent ?? null}::text, ${at}, now()
    from confirmed
  ), last_mail as (
    ${insertErasedAddress(
      { id: input.event.id, at: input.at },
      sql`found`,
      sql`former.email <> former.new_email and exists (select from confirmed)`,
    )}
  ), ${redemptionParts(input.redemption, at)}
  select found.banned, found.taken, found.halfway, ${redemptionColumns(
    accountJson(sql`confirmed`, { identities: identitiesAfter([sql`proven`]) }),
  )}
  from found`,
  );
  if (typeof row === "string") return { outcome: "taken" };
  if (row === null) return { outcome: "not_found" };
  if (row.banned) return { outcome: "banned" };
  if (row.taken) return { outcome: "taken" };
  if (row.halfway) return { outcome: "halfway", redirectTo: row.redirectTo };
  return redeemedOf(input.redemption, row);
}
