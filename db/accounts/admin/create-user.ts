import { sql } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type Db, oneValueOf } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { Account, accountJson } from "../users/account-row.ts";
import { type AccountFields, insertIdentity, type NewIdentity } from "../users/insert-account.ts";
import { type Taken, unlessTaken } from "../users/unique-violation.ts";

type CreateUser = AccountFields & {
  role: string;
  isEmailConfirmed: boolean;
  isPhoneConfirmed: boolean;
  bannedUntil: string | null;
  identities: readonly NewIdentity[];
  event: EventOf<"AccountCreated">;
};

export function createUser(db: Db, input: CreateUser): Promise<Account | Taken> {
  const at = sql`${input.event.occurredAt}::timestamptz`;
  const confirmed = (is: boolean) => (is ? at : sql`null`);
  const parts = input.identities.map((each, index) => ({
    name: sql.raw(`identity_${index}`),
    insert: insertIdentity(each, sql`from created`),
  }));
  const statement = oneValueOf(db, Account)`with created as (
    insert into ${users} (
      id, role, email, phone, password_hash, email_confirmed_at, phone_confirmed_at, banned_until, app_metadata,
      user_metadata, created_at, updated_at
    ) values (
      ${input.id}::uuid, ${input.role}, ${input.email}, ${input.phone}, ${input.passwordHash},
      ${confirmed(input.isEmailConfirmed)}, ${confirmed(input.isPhoneConfirmed)}, ${input.bannedUntil}::timestamptz,
      ${JSON.stringify(input.appMetadata)}::jsonb, ${JSON.stringify(input.userMetadata)}::jsonb, ${at}, ${at}
    ) returning *
  ), ${sql.join(
    parts.map(({ name, insert }) => sql`${name} as (${insert})`),
    sql`, `,
  )}, event as (
    ${insertEvent(input.event, { type: "user", id: input.id }, sql`from created`)}
  )
  select ${accountJson(sql`created`, {
    identities: sql`(${sql.join(
      parts.map(({ name }) => sql`select * from ${name}`),
      sql` union all `,
    )})`,
  })} from created`;
  return unlessTaken(statement);
}
