import { type SQL, sql } from "drizzle-orm";
import { ERASED_EMAIL } from "#contracts/erased-address.ts";
import type { PostFacts } from "#contracts/events/posts.ts";
import { isId } from "#contracts/ids.ts";
import { users } from "#db/schema/accounts.ts";
import { businesses } from "#db/schema/content.ts";
import { formSubmissions } from "#db/schema/enquiries.ts";

/**
 * Condition on the row `business`.
 *
 * @param key id of a user or of a free-trial enquiry
 */
export function isBusinessOf(key: string): SQL {
  return isId("submission", key)
    ? sql`business.enquiry_id = ${key}`
    : sql`business.user_id = ${key}::uuid`;
}

export type Owned = { userId: string | null; enquiryId: string | null };

/**
 * SQL that returns the id of an owner's business, and makes it. The lock on the owner: an erasure at the same time is before it, and there is
 * none, or after it, and deletes what follows.
 */
export function ensureBusiness(
  { newBusinessId, userId, enquiryId, at }: Owned & { newBusinessId: string; at: string },
  condition = sql`true`,
): SQL {
  const key = sql.raw(enquiryId === null ? "user_id" : "enquiry_id");
  const owner =
    enquiryId === null
      ? sql`select from ${users} where id = ${userId}::uuid and deleted_at is null for key share`
      : sql`select from ${formSubmissions} where id = ${enquiryId} and email <> ${ERASED_EMAIL} for share`;
  return sql`insert into ${businesses} (id, user_id, enquiry_id, created_at)
      select ${newBusinessId}, ${userId}::uuid, ${enquiryId}, ${at}::timestamptz from (${owner}) owner where ${condition}
      on conflict (${key}) do update set ${key} = excluded.${key}
      returning id`;
}

export function customerKeyOf(row: Owned): string {
  const key = row.userId ?? row.enquiryId;
  if (key === null) throw new Error("Bug: content of nobody");
  return key;
}

/** The owner, as the events of a post name it. */
export function ownerFactsOf({ userId, enquiryId }: Owned) {
  return enquiryId === null ? { userId } : { userId, enquiryId };
}

/** The aggregate of a post's event. */
export function postOwnerOf({ userId, enquiryId }: Pick<PostFacts, "userId" | "enquiryId">) {
  if (userId !== null) return { type: "user", id: userId } as const;
  if (enquiryId === undefined) throw new Error("Bug: a post of nobody");
  return { type: "form_submission", id: enquiryId } as const;
}
