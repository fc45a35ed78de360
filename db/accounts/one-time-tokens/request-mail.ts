import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { insertMailFlow, type NewMailFlow } from "../pkce-flows.ts";
import { matchesEmailOrPhone } from "../users/find-users.ts";
import { insertToken, type NewToken } from "./change-tokens.ts";

/** A requested mail has a token, a flow when a browser waits for it, and an event. */
export type NewMail = {
  token: NewToken;
  flow: NewMailFlow | null;
  mail: EventOf<"AuthMailRequested">;
};

type MailRequest = NewMail & {
  email: string;
  /** Minimum seconds between two such mails. */
  frequencyS: number;
};

/** @param request.unprovenAllowed whether an unproven address may get the mail */
export function requestRecovery(
  db: Db,
  request: MailRequest & { unprovenAllowed: boolean },
): Promise<Requested> {
  const { unprovenAllowed } = request;
  const timer = sql`recovery_sent_at`;
  return requestToken(db, {
    ...request,
    message: request.mail,
    timer,
    due: sql`(account.email_confirmed_at is not null or ${unprovenAllowed}::boolean) and ${isDue(request, timer)}`,
  });
}

export function requestConfirmation(db: Db, request: MailRequest): Promise<Requested> {
  const timer = sql`confirmation_sent_at`;
  return requestToken(db, {
    ...request,
    message: request.mail,
    timer,
    due: sql`account.email_confirmed_at is null and ${isDue(request, timer)}`,
  });
}

export function requestReauthentication(
  db: Db,
  request: Pick<TokenRequest, "token" | "message"> & { userId: string; frequencyS: number },
): Promise<Requested> {
  const timer = sql`reauthentication_sent_at`;
  return requestToken(db, {
    ...request,
    flow: null,
    timer,
    due: sql`account.id = ${request.userId}::uuid and account.deleted_at is null
      and ${isLateEnough(request, timer)}`,
  });
}

const Requested = z.object({
  /** Whether the message goes to an account with a proven email. */
  isProven: z.boolean(),
  /** Ids of the events written. */
  written: z.array(z.string()),
});
type Requested = z.infer<typeof Requested>;

type TokenRequest = {
  token: NewToken;
  flow: NewMailFlow | null;
  message: EventOf<"AuthMailRequested" | "AuthSmsRequested">;
  /** Column with the time of the last such message. */
  timer: SQL;
  /** Condition on the row `account`. */
  due: SQL;
};

function requestToken(db: Db, { token, flow, message, timer, due }: TokenRequest) {
  // The update closes the race of two requests: the second waits and finds the new timer.
  return oneRowOf(db, Requested)`with due as (
    update ${users} account set ${timer} = ${token.at}::timestamptz where ${due}
    returning account.id, account.email_confirmed_at
  ), token as (
    ${insertToken(token, sql`from due`)}
  ), flow as (
    ${insertMailFlow(flow, sql`from due`)}
  ), event as (
    ${insertEvent(message, { type: "user", id: sql`id::text` }, sql`from due`)} returning id
  )
  select exists (select from due where email_confirmed_at is not null) as is_proven,
    array(select id from event) as written`;
}

function isDue(request: MailRequest, timer: SQL): SQL {
  return sql`${matchesEmailOrPhone({ email: request.email })} and ${isLateEnough(request, timer)}`;
}

function isLateEnough(
  { token, frequencyS }: Pick<MailRequest, "token" | "frequencyS">,
  timer: SQL,
): SQL {
  return sql`(
    account.${timer} is null
    or account.${timer} <= ${token.at}::timestamptz - ${frequencyS}::int * interval '1 second'
  )`;
}
