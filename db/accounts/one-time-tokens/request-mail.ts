import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneRowOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { insertMailFlow, type NewMailFlow } from "../pkce/insert-flow.ts";
import { matchesEmailOrPhone } from "../users/find-user.ts";
import { insertToken, type NewToken } from "./insert-token.ts";

type MailRequest = {
  email: string;
  token: NewToken;
  flow: NewMailFlow | null;
  mail: EventOf<"AuthMailRequested">;
  /** Minimum seconds between two such mails. */
  frequencyS: number;
};

/** @returns ids of the events written */
export function requestRecovery(db: Db, request: MailRequest): Promise<string[]> {
  const timer = sql`recovery_sent_at`;
  return requestToken(db, {
    ...request,
    message: request.mail,
    timer,
    due: isDue(request, timer),
  });
}

export function requestConfirmation(db: Db, request: MailRequest): Promise<string[]> {
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
  {
    userId,
    token,
    message,
  }: {
    userId: string;
    token: NewToken;
    message: EventOf<"AuthMailRequested" | "AuthSmsRequested">;
  },
): Promise<string[]> {
  return requestToken(db, {
    token,
    flow: null,
    message,
    timer: sql`reauthentication_sent_at`,
    due: sql`account.id = ${userId}::uuid and account.deleted_at is null`,
  });
}

const Written = z.object({ written: z.array(z.string()) });

type TokenRequest = {
  token: NewToken;
  flow: NewMailFlow | null;
  message: EventOf<"AuthMailRequested" | "AuthSmsRequested">;
  /** Column with the time of the last such message. */
  timer: SQL;
  /** Condition on the row `account`. */
  due: SQL;
};

async function requestToken(
  db: Db,
  { token, flow, message, timer, due }: TokenRequest,
): Promise<string[]> {
  // The update closes the race of two requests: the second waits and finds the new timer.
  const { written } = await oneRowOf(
    db,
    sql`with due as (
      update ${users} account set ${timer} = ${token.at}::timestamptz where ${due}
      returning account.id
    ), token as (
      ${insertToken(token, sql`from due`)}
    ), flow as (
      ${insertMailFlow(flow, sql`from due`)}
    ), event as (
      ${insertEvent(message, { type: "user", id: sql`id::text` }, sql`from due`)} returning id
    )
    select array(select id from event) as written`,
    Written,
  );
  return written;
}

function isDue({ email, token, frequencyS }: MailRequest, timer: SQL): SQL {
  return sql`${matchesEmailOrPhone({ email })} and (
    account.${timer} is null
    or account.${timer} <= ${token.at}::timestamptz - ${frequencyS}::int * interval '1 second'
  )`;
}
