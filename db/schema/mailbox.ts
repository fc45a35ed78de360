import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** An email in lower case without its `+tag`. Emails of one mailbox are of one person. */
export function mailboxOf(email: SQL | AnyPgColumn): SQL<string> {
  return sql<string>`regexp_replace(lower(${email}), '\\+[^@]*@', '@')`;
}
