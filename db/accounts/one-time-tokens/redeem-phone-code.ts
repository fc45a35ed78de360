import { sql } from "drizzle-orm";
import * as z from "zod";
import { type Db, rowsOf } from "#db/client.ts";
import { oneTimeTokens, users } from "#db/schema/accounts.ts";
import { insertSecurityNotice, type NoticeEvent } from "../insert-security-notice.ts";
import { SessionRow } from "../sessions/current-user-sql.ts";
import { type NewSession, sessionParts } from "../sessions/open-session.ts";
import { Account, accountJson } from "../users/account-row.ts";
import {
  identitiesAfter,
  setVerifiedPhone,
  upsertPhoneIdentity,
  withProviders,
} from "../users/verified-email-sql.ts";

type RedeemPhoneCode = {
  purpose: "phone_confirmation" | "phone_change";
  codeHash: string;
  session: NewSession;
  /** Written for a new phone. */
  notice: NoticeEvent;
};

type RedeemedPhoneCode =
  | { outcome: "session"; user: Account; session: SessionRow }
  | { outcome: "banned" | "taken" | "not_found" };

const Row = z.object({
  banned: z.boolean(),
  taken: z.boolean(),
  user: z.nullable(Account),
  session: z.nullable(SessionRow),
});

/** Confirms the phone, voids all codes and opens a session. An anonymous account becomes permanent. */
export async function redeemPhoneCode(db: Db, input: RedeemPhoneCode): Promise<RedeemedPhoneCode> {
  const { purpose, codeHash, session } = input;
  const at = sql`${session.at}::timestamptz`;
  const phone = purpose === "phone_change" ? sql`account.new_phone` : sql`account.phone`;
  // `for update of token` closes the race of two redemptions: the second waits and finds no token.
  const [row] = await rowsOf(db, Row)`with found as (
    select token.user_id, token.relates_to as phone, coalesce(account.banned_until > ${at}, false) as banned,
      exists (
        select from ${users} owner where owner.phone = token.relates_to and owner.id <> account.id
      ) as taken
    from ${oneTimeTokens} token join ${users} account
      on account.id = token.user_id and account.deleted_at is null and ${phone} = token.relates_to
    where token.purpose = ${purpose} and token.code_hash = ${codeHash} and token.expires_at > ${at}
    for update of token, account
  ), counted as (
    select * from found where not banned and not taken
  ), used as (
    delete from ${oneTimeTokens} token using counted where token.user_id = counted.user_id
  ), confirmed as (
    update ${users} account set ${setVerifiedPhone(sql`counted.phone`, at)},
      user_metadata = account.user_metadata || jsonb_build_object('phone', counted.phone, 'phone_verified', true),
      app_metadata = ${withProviders(["phone"])}, is_anonymous = false, last_sign_in_at = ${at}, updated_at = ${at}
    from counted where account.id = counted.user_id
    returning account.*
  ), proven as (
    ${upsertPhoneIdentity(sql`from confirmed`, at)}
  ), ${sessionParts(session, sql`from confirmed`)}, phone_notice as (
    ${insertSecurityNotice(
      input.notice,
      "phone-changed",
      sql`from proven where ${purpose === "phone_change"}::boolean`,
      { subject: true },
    )}
  )
  select found.banned, found.taken, (
      select ${accountJson(sql`confirmed`, { identities: identitiesAfter([sql`proven`]) })} from confirmed
    ) as "user",
    (select to_jsonb(session) from session) as session
  from found`;
  if (row === undefined) return { outcome: "not_found" };
  if (row.banned) return { outcome: "banned" };
  if (row.taken) return { outcome: "taken" };
  if (row.user === null || row.session === null) throw new Error("Bug: a code without a session");
  return { outcome: "session", user: row.user, session: row.session };
}
