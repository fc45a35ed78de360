import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { PostContent } from "#contracts/content/posts.ts";
import type { EventOf } from "#contracts/events/catalogue.ts";
import { type EventContext, newEvent } from "#contracts/events/new-event.ts";
import { isId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { writeCommentOfOperator, writeCommentOfUser } from "#db/content/change-comments.ts";
import { decidePosts } from "#db/content/change-decisions.ts";
import { contentHash, proposeDrafts, saveDrafts } from "#db/ops/change-drafts.ts";
import { posts, postVersions } from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import { newId } from "./new-id.ts";

export const POST: PostContent = {
  format: "post",
  text: "Fig rolls, warm from the oven.",
  platforms: ["instagram", "facebook"],
  plannedOn: "2026-11-27",
  plannedTime: "18:00",
};

const AT = "2026-11-24T10:00:00.000Z";
const contextAt = (at: string) => ({
  makeId: newId,
  now: () => new Date(at),
  correlationId: null,
});
const OPERATOR = { kind: "ops", name: "Ada" } as const;

type Proposed = PostContent & { id: string; base?: { postId: string; version: number } };

/** Saves drafts and proposes them at once. Repeating it changes nothing. */
export async function propose(
  db: Db,
  event: EventOf<"PostProposed">,
  drafts: readonly Proposed[],
  newBusinessId: string = newId("business"),
) {
  const { userId, enquiryId = null } = event.data;
  await saveDrafts(db, {
    newBusinessId,
    owner: { userId, enquiryId },
    drafts: drafts.map((draft) => ({
      base: null,
      media: [],
      ...draft,
      revision: 0,
      note: "",
      assigneeId: null,
    })),
    by: "Ada",
    at: event.occurredAt,
  });
  const seen = drafts.map(({ id }) => ({ id, revision: 1 }));
  return proposeDrafts(db, { drafts: seen, by: "Ada", event });
}

/** @param key id of a user or of a free-trial enquiry */
export async function proposePost(
  db: Db,
  key: string,
  content: Partial<PostContent> = {},
  postId: string = newId("post"),
  at = AT,
): Promise<string> {
  const event = newEvent(contextAt(at), "PostProposed", OPERATOR, {
    ...(isId("submission", key)
      ? { userId: null, enquiryId: key, subscriptionId: null }
      : { userId: key, subscriptionId: "sub_1" }),
    posts: [{ postId, version: 1 }],
  });
  await propose(db, event, [{ ...POST, ...content, id: postId }]);
  return postId;
}

/** Makes `version` of a post, which begins from the one before. */
export async function changeTo(
  db: Db,
  {
    userId,
    enquiryId,
    postId,
    version,
    at = AT,
  }: { userId: string | null; enquiryId?: string; postId: string; version: number; at?: string },
  content: Partial<PostContent> = { text: `Version ${version}` },
) {
  const event = newEvent(contextAt(at), "PostProposed", OPERATOR, {
    ...(enquiryId === undefined
      ? { userId, subscriptionId: "sub_1" }
      : { userId: null, enquiryId, subscriptionId: null }),
    posts: [{ postId, version }],
  });
  const draft = {
    ...POST,
    ...content,
    id: newId("post"),
    base: { postId, version: version - 1 },
  };
  const outcome = await propose(db, event, [draft]);
  if (outcome === "refused") await db.delete(postDrafts).where(eq(postDrafts.id, draft.id));
  if (outcome !== "done_before") return outcome;
  // There is no draft of a version that is not the newest.
  const [post] = await db.select().from(posts).where(eq(posts.id, postId));
  if (post?.withdrawnAt != null) return "refused";
  const { [version]: hash } = await hashesOf(db, postId);
  return hash === contentHash(draft) ? "done_before" : "outdated";
}

export async function hashesOf(db: Db, postId: string): Promise<Record<number, string>> {
  const rows = await db.select().from(postVersions).where(eq(postVersions.postId, postId));
  return Object.fromEntries(rows.map(({ version, contentHash }) => [version, contentHash]));
}

type Answer = {
  type?: "PostApproved" | "PostChangesRequested" | "PostApprovalUndone";
  words?: string;
  takesBack?: boolean;
  /** Null: the owner, in the calendar. */
  link?: { tokenHash: string; approverId: string | null } | null;
};

/** An answer to the words that a version has. */
export async function decidePost(
  db: Db,
  context: EventContext,
  { userId, postId, version = 1 }: { userId: string; postId: string; version?: number },
  { type = "PostApproved", words = "Warmer, please.", takesBack = false, link = null }: Answer = {},
) {
  const { [version]: contentHash = "" } = await hashesOf(db, postId);
  const approverId = link?.approverId ?? null;
  const via = link === null ? "calendar" : "link";
  const facts = { userId, postId, version, contentHash, approverId, via } as const;
  const user = { userId, sessionId: null, at: context.now().toISOString() };
  const actor =
    link === null ? ({ kind: "user", userId } as const) : ({ kind: "visitor" } as const);
  const outcomes = await decidePosts(db, {
    decider: link === null ? { kind: "user", user } : { kind: "link", tokenHash: link.tokenHash },
    events: [newEvent(context, type, actor, facts)],
    words: type === "PostChangesRequested" ? words : null,
    takesBack,
  });
  return outcomes?.[0];
}

type TestComment = { by?: "customer" | "operator"; text?: string; at?: string };

/** A comment on version 1 of a user's post. */
export async function commentOn(
  db: Db,
  { userId, enquiryId, postId }: { userId: string | null; enquiryId?: string; postId: string },
  { by = "customer", text = "Which photo?", at = "2026-11-24T11:00:00.000Z" }: TestComment = {},
): Promise<void> {
  const actor =
    by === "customer" && userId !== null ? ({ kind: "user", userId } as const) : OPERATOR;
  const commentId = newId("comment");
  const data = { userId, ...(enquiryId !== undefined && { enquiryId }), postId, commentId, by };
  const event = newEvent(contextAt(at), "PostCommented", actor, data);
  const comment = { key: randomUUID(), version: 1, text, event };
  if (by === "operator") await writeCommentOfOperator(db, randomUUID(), comment);
  else if (userId !== null) await writeCommentOfUser(db, { userId, sessionId: null, at }, comment);
}
