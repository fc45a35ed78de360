import { type SQL, sql } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { users } from "#db/schema/accounts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

export const normalizeName = (text: string): string =>
  text.trim().toLowerCase().replaceAll(/\s+/g, " ");

const beginningWith = (text: string): string =>
  `${normalizeName(text).replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Ids by the start of a full or last name. */
export function accountsByName(text: string, limit: number): SQL {
  const beginning = beginningWith(text);
  return sql`(select id from ${users}
      where lower((user_metadata->>'first_name') || ' ' || (user_metadata->>'last_name')) like ${beginning}
      limit ${limit})
    union (select id from ${users} where lower(user_metadata->>'last_name') like ${beginning} limit ${limit})`;
}

export function enquiriesByName(text: string, limit: number): SQL {
  const beginning = beginningWith(text);
  return sql`(select id from ${formSubmissions}
      where lower((payload->>'first_name') || ' ' || (payload->>'last_name')) like ${beginning}
        and email <> ${ERASED_EMAIL}
      limit ${limit})
    union (select id from ${formSubmissions}
      where lower(payload->>'last_name') like ${beginning} and email <> ${ERASED_EMAIL} limit ${limit})`;
}
