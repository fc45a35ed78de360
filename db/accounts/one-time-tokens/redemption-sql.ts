import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { flowStates, oneTimeTokens } from "#db/schema/accounts.ts";
import { SessionRow } from "../sessions/current-user-sql.ts";
import { type NewSession, sessionParts } from "../sessions/open-session.ts";
import { Account } from "../users/account-row.ts";

/** A session at once, or a PKCE code for the browser that requested the mail. */
export type Redemption =
  | { kind: "session"; session: NewSession }
  | {
      kind: "code";
      authCode: string;
      /** The pending flow has it; null takes any flow. */
      authenticationMethod: string | null;
    };

export type Redeemed =
  | { outcome: "session"; user: Account; session: SessionRow; redirectTo: string }
  | { outcome: "code"; redirectTo: string }
  /** A PKCE code was requested, but no flow is pending. */
  | { outcome: "no_flow"; redirectTo: string };

export const RedemptionRow = z.object({
  redirectTo: z.string(),
  user: z.nullable(Account),
  session: z.nullable(SessionRow),
  hasFlow: z.boolean(),
});

/** CTEs `session` and `flow`, of which one opens a session for `confirmed` or gives its newest flow a code. */
export function redemptionParts(redemption: Redemption, at: SQL): SQL {
  if (redemption.kind === "session") {
    return sql`${sessionParts(redemption.session, sql`from confirmed`)}, flow as (
      select where false
    )`;
  }
  return sql`session as (
      select where false
    ), flow as (
      update ${flowStates} flow set auth_code = ${redemption.authCode}, auth_code_issued_at = ${at}
      from (
        select waiting.id from ${flowStates} waiting join confirmed on confirmed.id = waiting.user_id
        where waiting.auth_code is null and waiting.provider is null
          and waiting.authentication_method = coalesce(${redemption.authenticationMethod}, waiting.authentication_method)
        order by waiting.created_at desc limit 1
      ) latest
      where flow.id = latest.id
      returning flow.id
    )`;
}

export function redemptionColumns(confirmed: SQL): SQL {
  return sql`found.redirect_to, (select ${confirmed} from confirmed) as "user",
    (select to_jsonb(session) from session) as session, exists (select from flow) as has_flow`;
}

export function redeemedOf(
  redemption: Redemption,
  { redirectTo, user, session, hasFlow }: z.infer<typeof RedemptionRow>,
): Redeemed {
  if (redemption.kind === "code") return { outcome: hasFlow ? "code" : "no_flow", redirectTo };
  if (user === null || session === null) throw new Error("Bug: a token without a session");
  return { outcome: "session", user, session, redirectTo };
}

/** The delete closes the race of two requests with one code: one gets the row. */
export function redeemNonce(userId: string, nonceHash: string | null, at: string): SQL {
  return sql`delete from ${oneTimeTokens} token
    where token.user_id = ${userId}::uuid and token.purpose = 'reauthentication'
      and token.code_hash = ${nonceHash} and token.expires_at > ${at}::timestamptz
    returning token.id`;
}
