import { createHmac, hash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";

/** Keyed hashes of email addresses: a table of them tells nobody whom it is about. */
export type AddressHash = {
  /** Hexadecimal; the same for upper and lower case. */
  of(email: string): string;
  /** The same in SQL, for a column in lower case. */
  inSql(email: SQL): SQL<string>;
};

/** @param secret AUTH_CODE_SECRET: its other uses have labels of their own */
export function createAddressHash(secret: string): AddressHash {
  const key = createHmac("sha256", secret)
    .update(JSON.stringify(["address"]))
    .digest("hex");
  return {
    of: (email) => hash("sha256", key + email.trim().toLowerCase()),
    inSql: (email) =>
      sql<string>`encode(sha256(convert_to(${key}::text || ${email}, 'UTF8')), 'hex')`,
  };
}
