import * as z from "zod/mini";
import { PLATFORMS, type Platform } from "../../content/brief-answers.ts";
import { CHANGE_WORDS_MAX } from "../../content/posts.ts";
import { idPattern } from "../../ids.ts";
import { TEXT } from "../../text.ts";

const Platform = z.enum(Object.keys(PLATFORMS) as [Platform]);

const CalendarPost = z.object({
  id: z.string(),
  version: z.int(),
  /** SHA-256 in hex: with the version it names what is decided about. */
  contentHash: z.string(),
  text: z.string(),
  platforms: z.array(Platform),
  /** London date and time: `2026-11-27`, `18:00`. */
  plannedOn: z.string(),
  plannedTime: z.string(),
  state: z.enum(["waiting", "approved", "changes_requested", "published"]),
  /** What the user asked to change. */
  words: z.nullable(z.string()),
  /** Live addresses. */
  publications: z.array(z.object({ platform: Platform, url: z.string() })),
  /** How many; the thread is read when it is opened. */
  comments: z.int(),
});
export type CalendarPost = z.infer<typeof CalendarPost>;

/** `GET /functions/v1/calendar` and `POST /functions/v1/posts/:id/decision`: the last planned post first. */
export const CalendarResponse = z.object({ posts: z.array(CalendarPost) });
export type CalendarResponse = z.infer<typeof CalendarResponse>;

export const PostId = z.string().check(z.regex(idPattern("post")));

const seen = {
  version: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  contentHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
};

/** `POST /functions/v1/posts/:id/decision`: version and hash are its idempotency key. */
export const DecidePostRequest = z.discriminatedUnion("decision", [
  z.strictObject({ ...seen, decision: z.literal("approved") }),
  z.strictObject({
    ...seen,
    decision: z.literal("changes_requested"),
    words: z.string().check(z.trim(), z.minLength(1), z.maxLength(CHANGE_WORDS_MAX), z.regex(TEXT)),
  }),
]);
export type DecidePostRequest = z.infer<typeof DecidePostRequest>;
