import { type SQL, sql } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { users } from "#db/schema/accounts.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

/** What somebody typed, as names and addresses are compared. */
export const normalizeName = (text: string): string =>
  text.trim().toLowerCase().replaceAll(/\s+/g, " ");

/** The pattern of what begins with a text, in which nothing of the text is a pattern. */
const beginningWith = (text: string): string =>
  `${normalizeName(text).replaceAll(/[\\%_]/g, "\\$&")}%`;

/** A query for the ids of accounts whose whole name, or last name, begins with a text; at most `most` by each. */
export function accountsByName(text: string, most: number): SQL {
  const beginning = beginningWith(text);
  return sql`(select id from ${users}
      where lower((user_metadata->>'first_name') || ' ' || (user_metadata->>'last_name')) like ${beginning}
      limit ${most})
    union (select id from ${users} where lower(user_metadata->>'last_name') like ${beginning} limit ${most})`;
}

/** A query for the ids of enquiries whose sender's whole name, or last name, begins with a text; at most `most` by each. */
export function enquiriesByName(text: string, most: number): SQL {
  const beginning = beginningWith(text);
  return sql`(select id from ${formSubmissions}
      where lower((payload->>'first_name') || ' ' || (payload->>'last_name')) like ${beginning}
        and email <> ${ERASED_EMAIL}
      limit ${most})
    union (select id from ${formSubmissions}
      where lower(payload->>'last_name') like ${beginning} and email <> ${ERASED_EMAIL} limit ${most})`;
}
