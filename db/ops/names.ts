import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import { users } from "#db/schema/accounts.ts";
import { briefVersions, businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

/** The names of a customer. Each page of the ops console chooses which one it shows. */
export const NAMED = {
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
};

export const normalizeName = (text: string): string =>
  text.trim().toLowerCase().replaceAll(/\s+/g, " ");

const beginningWith = (text: string): string =>
  `${normalizeName(text).replaceAll(/[\\%_]/g, "\\$&")}%`;

/** A shorter word begins too many names. */
const WORD_MIN = 3;

/** For example `nadia:* & kitch:*`; null without a word that is long enough. Single letters are left out, such as the s of “Nadia’s”. */
function wordsBeginningWith(text: string): string | null {
  const words = normalizeName(text).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.some(({ length }) => length >= WORD_MIN)
    ? words.map((word) => `${word}:*`).join(" & ")
    : null;
}

const isNamed = (name: SQL, text: string): SQL =>
  sql`to_tsvector('simple', ${name}) @@ to_tsquery('simple', ${wordsBeginningWith(text)}::text)`;

/** Ids by the start of a full or last name, or of each word of the business's name. */
export function accountsByName(text: string, limit: number): SQL {
  const beginning = beginningWith(text);
  return sql`(select id from ${users}
      where lower((user_metadata->>'first_name') || ' ' || (user_metadata->>'last_name')) like ${beginning}
      limit ${limit})
    union (select id from ${users} where lower(user_metadata->>'last_name') like ${beginning} limit ${limit})
    union (select named.user_id from ${briefVersions} brief join ${businesses} named on named.id = brief.business_id
      where ${isNamed(sql`(brief.answers->>'businessName')`, text)} and named.user_id is not null
      limit ${limit})`;
}

export function enquiriesByName(text: string, limit: number): SQL {
  const beginning = beginningWith(text);
  return sql`(select id from ${formSubmissions}
      where lower((payload->>'first_name') || ' ' || (payload->>'last_name')) like ${beginning}
        and email <> ${ERASED_EMAIL}
      limit ${limit})
    union (select id from ${formSubmissions}
      where lower(payload->>'last_name') like ${beginning} and email <> ${ERASED_EMAIL} limit ${limit})
    union (select id from ${formSubmissions}
      where ${isNamed(sql`(payload->>'company')`, text)} and email <> ${ERASED_EMAIL} limit ${limit})`;
}
