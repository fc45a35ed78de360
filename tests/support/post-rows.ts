import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { PostContent } from "#contracts/content/posts.ts";
import { newEvent } from "#contracts/events/new-event.ts";
import { isId } from "#contracts/ids.ts";
import type { Db } from "#db/client.ts";
import { writeCommentOfOperator, writeCommentOfUser } from "#db/content/change-comments.ts";
import { changePost } from "#db/ops/change-post.ts";
import { proposePosts } from "#db/ops/propose-posts.ts";
import { postVersions } from "#db/schema/content.ts";
import { newId } from "./pipeline.ts";

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
  await proposePosts(db, {
    newBusinessId: newId("business"),
    posts: [{ ...POST, ...content, id: postId }],
    by: "Ada",
    event,
  });
  return postId;
}

/** Makes `version` of a post, which begins from the one before. */
export function changeTo(
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
  return changePost(db, { content: { ...POST, ...content }, by: "Ada", event });
}

export async function hashesOf(db: Db, postId: string): Promise<Record<number, string>> {
  const rows = await db.select().from(postVersions).where(eq(postVersions.postId, postId));
  return Object.fromEntries(rows.map(({ version, contentHash }) => [version, contentHash]));
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
