import * as z from "zod/mini";
import { COMMENT_AUTHORS, COMMENT_MAX } from "../../content/posts.ts";
import { idPattern } from "../../ids.ts";
import { TEXT } from "../../text.ts";

const Comment = z.object({
  id: z.string(),
  author: z.enum(COMMENT_AUTHORS),
  /** Null for the user, and for an operator who gave no name. */
  name: z.nullable(z.string()),
  text: z.string(),
  /** The post's version when the comment was written. */
  version: z.int(),
  /** ISO 8601 */
  writtenAt: z.string(),
});
export type Comment = z.infer<typeof Comment>;

/** `GET /functions/v1/posts/:id/comments`: the oldest first. */
export const CommentsResponse = z.object({
  comments: z.array(Comment),
  /** Names the page of earlier comments; null when there are none. */
  earlier: z.nullable(z.string()),
});
export type CommentsResponse = z.infer<typeof CommentsResponse>;

/** The newest comments, or those before one. */
export const CommentsQuery = z.object({
  before: z.optional(z.string().check(z.regex(idPattern("comment")))),
});

export const WriteCommentResponse = z.object({ comment: Comment });
export type WriteCommentResponse = z.infer<typeof WriteCommentResponse>;

export const CommentText = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(COMMENT_MAX), z.regex(TEXT));

export const WriteCommentRequest = z.strictObject({
  /** Idempotency key: a comment that is sent again has the same one. */
  key: z.uuid(),
  /** The post's version that the author has seen. */
  version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  text: CommentText,
});
export type WriteCommentRequest = z.infer<typeof WriteCommentRequest>;
