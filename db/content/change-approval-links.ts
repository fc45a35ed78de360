import { and, desc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import { changesMailDue, linkExpiry } from "#contracts/content/approval-links.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type EventContext, newEvent } from "#contracts/events/new-event.ts";
import { type Db, hasRow } from "#db/client.ts";
import { insertEvent } from "#db/events/insert-event.ts";
import { users } from "#db/schema/accounts.ts";
import { approvalLinkPosts, approvalLinks } from "#db/schema/approval-links.ts";
import { approvers, businesses, postDecisions, posts, postVersions } from "#db/schema/content.ts";
import { postOwnerOf } from "./post-owner.ts";

const ACTOR = { kind: "system", name: "open-approval-links" } as const;

type Opener = Pick<EventContext, "makeId" | "now"> & {
  tokenHashOf: (linkId: string) => string;
};

type Cause = EventOf<"PostProposed"> | EventOf<"FreshApprovalLinkRequested">;

type NamedPost = {
  postId: string;
  version: number;
  plannedOn: string;
  plannedTime: string;
  isDecided: boolean;
};

/**
 * Opens a link for the owner and for each approver about posts that wait, and asks for its email. Posts changed within an hour
 * of such an email share the next one.
 *
 * @returns how many links are new
 */
export async function openApprovalLinks(db: Db, opener: Opener, cause: Cause): Promise<number> {
  const { makeId, now, tokenHashOf } = opener;
  return db.transaction(async (tx) => {
    const { userId, enquiryId } = cause.data;
    // The lock: of events at once, each sees the links of the one before.
    const [business] = await tx
      .select({ id: businesses.id })
      .from(businesses)
      .where(eq(businesses.id, businessOf(cause)))
      .for("update");
    if (business === undefined) return 0;
    const named = await listNamed(tx, business.id, cause);
    const waiting = named.filter(({ isDecided }) => !isDecided);
    const asksNobody = waiting.length === 0;
    if (named.length === 0) return 0;
    const isChange = cause.type === "PostProposed" && cause.data.posts.some(isLaterVersion);
    const at = now().getTime();
    let opened = 0;
    // When posts that were decided first are late, the owner still hears of it: by a link that no email has asked with.
    const recipients = asksNobody ? [null] : await listRecipients(tx, business.id, cause);
    const asked = asksNobody ? named : waiting;
    for (const approverId of recipients) {
      const last = isChange ? await findLastOfChanges(tx, business.id, approverId) : null;
      if (last !== null && last.mailDueAt > at) {
        await addPosts(tx, last.id, asked);
        const expiresAt = new Date(linkExpiry(last.mailDueAt, asked)).toISOString();
        await tx
          .update(approvalLinks)
          .set({ expiresAt: sql`greatest(${approvalLinks.expiresAt}, ${expiresAt}::timestamptz)` })
          .where(eq(approvalLinks.id, last.id));
        continue;
      }
      const mailDueAt = changesMailDue(at, last?.mailDueAt ?? null);
      const id = makeId("approvalLink");
      const [isNew] = await tx
        .insert(approvalLinks)
        .values({
          id,
          businessId: business.id,
          approverId,
          tokenHash: tokenHashOf(id),
          eventId: cause.id,
          createdAt: new Date(at).toISOString(),
          mailDueAt: new Date(mailDueAt).toISOString(),
          expiresAt: new Date(linkExpiry(mailDueAt, asked)).toISOString(),
        })
        .onConflictDoNothing()
        .returning({ id: approvalLinks.id });
      if (isNew === undefined) continue;
      await addPosts(tx, id, asked);
      if (asksNobody) continue;
      const event = newEvent(
        { makeId, now, correlationId: cause.correlationId, graceMs: mailDueAt - at },
        "ApprovalRequested",
        ACTOR,
        { userId, ...(enquiryId !== undefined && { enquiryId }), linkId: id },
      );
      await tx.execute(insertEvent(event, postOwnerOf(event.data), sql.empty()));
      opened += 1;
    }
    return opened;
  });
}

/** It is not found by the owner: a trial may have become a customer's since. */
function businessOf(cause: Cause): SQL {
  if (cause.type === "FreshApprovalLinkRequested")
    return sql`(select business_id from ${approvalLinks} where id = ${cause.data.linkId})`;
  const ids = cause.data.posts.map(({ postId }) => postId);
  return sql`(select business_id from ${posts} where id = any(${sql.param(ids)}::text[]) limit 1)`;
}

const isLaterVersion = ({ version }: { version: number }) => version > 1;

/** The posts of the proposal as they are now, or all that wait for a fresh email. */
async function listNamed(tx: Db, businessId: string, cause: Cause): Promise<NamedPost[]> {
  const found = await tx
    .select({
      postId: posts.id,
      version: posts.version,
      plannedOn: postVersions.plannedOn,
      plannedTime: sql<string>`to_char(${postVersions.plannedTime}, 'HH24:MI')`,
      isDecided: sql<boolean>`${postDecisions.postId} is not null`,
    })
    .from(posts)
    .innerJoin(
      postVersions,
      and(eq(postVersions.postId, posts.id), eq(postVersions.version, posts.version)),
    )
    .leftJoin(
      postDecisions,
      and(eq(postDecisions.postId, posts.id), eq(postDecisions.version, posts.version)),
    )
    .where(and(eq(posts.businessId, businessId), isNull(posts.withdrawnAt)));
  if (cause.type === "FreshApprovalLinkRequested")
    return found.filter(({ isDecided }) => !isDecided);
  const proposed = new Map(cause.data.posts.map(({ postId, version }) => [postId, version]));
  return found.filter(({ postId, version }) => proposed.get(postId) === version);
}

/** Ids of approvers; null is the owner, who gets one email under both names. */
async function listRecipients(
  tx: Db,
  businessId: string,
  cause: Cause,
): Promise<(string | null)[]> {
  if (cause.type === "FreshApprovalLinkRequested") {
    const links = await tx
      .select({ approverId: approvalLinks.approverId })
      .from(approvalLinks)
      .where(eq(approvalLinks.id, cause.data.linkId));
    return links.map(({ approverId }) => approverId);
  }
  const others = await tx
    .select({ id: approvers.id })
    .from(approvers)
    .innerJoin(businesses, eq(businesses.id, approvers.businessId))
    .leftJoin(users, eq(users.id, businesses.userId))
    .where(
      and(
        eq(approvers.businessId, businessId),
        or(isNull(users.email), sql`${approvers.email} <> ${users.email}`),
      ),
    )
    .orderBy(approvers.id);
  return [null, ...others.map(({ id }) => id)];
}

async function findLastOfChanges(tx: Db, businessId: string, approverId: string | null) {
  const [last] = await tx
    .select({ id: approvalLinks.id, mailDueAt: approvalLinks.mailDueAt })
    .from(approvalLinks)
    .innerJoin(approvalLinkPosts, eq(approvalLinkPosts.linkId, approvalLinks.id))
    .where(
      and(
        eq(approvalLinks.businessId, businessId),
        approverId === null
          ? isNull(approvalLinks.approverId)
          : eq(approvalLinks.approverId, approverId),
        gt(approvalLinkPosts.version, 1),
      ),
    )
    .orderBy(desc(approvalLinks.mailDueAt))
    .limit(1);
  return last === undefined ? null : { id: last.id, mailDueAt: Date.parse(last.mailDueAt) };
}

async function addPosts(tx: Db, linkId: string, named: readonly NamedPost[]): Promise<void> {
  await tx
    .insert(approvalLinkPosts)
    .values(named.map(({ postId, version }) => ({ linkId, postId, version })))
    .onConflictDoUpdate({
      target: [approvalLinkPosts.linkId, approvalLinkPosts.postId],
      set: { version: sql`excluded.version` },
    });
}

/** Asks for a fresh email to the address of a link, once an hour. */
export function renewApprovalLink(db: Db, event: EventOf<"FreshApprovalLinkRequested">) {
  const at = sql`${event.occurredAt}::timestamptz`;
  return hasRow(db)`with renewed as (
    update ${approvalLinks} link set renewed_at = ${at}
    where link.id = ${event.data.linkId}
      and (link.renewed_at is null or link.renewed_at <= ${at} - interval '1 hour')
    returning link.id
  ), event as (
    ${insertEvent(event, postOwnerOf(event.data), sql`from renewed`)}
  )
  select id from renewed`;
}
