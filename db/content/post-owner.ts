import { type SQL, sql } from "drizzle-orm";
import type { PostFacts } from "#contracts/events/posts.ts";
import { isId } from "#contracts/ids.ts";

/**
 * @param key id of a user or of a free-trial enquiry.
 * @param own alias of a business
 */
export function isBusinessOf(key: string): SQL {
  return isId("submission", key) ? sql`own.enquiry_id = ${key}` : sql`own.user_id = ${key}::uuid`;
}

export type Owned = { userId: string | null; enquiryId: string | null };

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
