import { eq } from "drizzle-orm";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import type { Db } from "#db/client.ts";
import { openApprovalLinks } from "#db/content/change-approval-links.ts";
import { createContentLinks, contentTokenHash } from "#db/content/content-link.ts";
import { approvalLinks } from "#db/schema/approval-links.ts";
import { approvers, businesses } from "#db/schema/content.ts";
import { newId } from "./pipeline.ts";

const links = createContentLinks("c".repeat(32));

/** As the worker answers a proposal. @param now ISO 8601 @returns how many links are new */
export function openLinks(
  db: Db,
  now: string,
  cause: EventOf<"PostProposed"> | EventOf<"FreshApprovalLinkRequested">,
): Promise<number> {
  const tokenHashOf = (id: string) => contentTokenHash(links.token("approval", id));
  return openApprovalLinks(db, { makeId: newId, now: () => new Date(now), tokenHashOf }, cause);
}

export function proposalOf(
  userId: string,
  posts: readonly { postId: string; version: number }[],
): EventOf<"PostProposed"> {
  const context = { makeId: newId, now: () => new Date(), correlationId: null };
  return newEvent(
    context,
    "PostProposed",
    { kind: "ops", name: "Ada" },
    { userId, subscriptionId: "sub_1", posts: [...posts] },
  );
}

/** Adds an approver to the business of a user, which a proposed post has made. */
export async function addApproverRow(db: Db, userId: string, name: string): Promise<string> {
  const [business] = await db.select().from(businesses).where(eq(businesses.userId, userId));
  if (business === undefined) throw new Error("the user has no business");
  const id = newId("approver");
  const email = `${name.toLowerCase()}@shop.example`;
  const createdAt = "2026-11-01T12:00:00.000Z";
  await db.insert(approvers).values({ id, businessId: business.id, name, email, createdAt });
  return id;
}

/** The token of the newest link. @param approverId null: the owner's */
export async function mailedToken(db: Db, approverId: string | null): Promise<string> {
  const rows = await db.select().from(approvalLinks);
  const newest = rows
    .filter((row) => row.approverId === approverId)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];
  if (newest === undefined) throw new Error("there is no link");
  return links.token("approval", newest.id);
}
