import { counted } from "../counted.ts";
import type { PostFormat } from "./posts.ts";

/** What a free trial has: posts or reels. */
export const TRIAL = { posts: 3, reels: 1 } as const;

/** For example `3 posts`, `1 post and 2 reels`. */
export function formatsLabel(formats: readonly PostFormat[]): string {
  const { posts, reels } = countFormats(formats);
  if (reels === 0) return counted(posts, "post");
  return posts === 0
    ? counted(reels, "reel")
    : `${counted(posts, "post")} and ${counted(reels, "reel")}`;
}

export function isTrialComplete(formats: readonly PostFormat[]): boolean {
  const { posts, reels } = countFormats(formats);
  return posts >= TRIAL.posts || reels >= TRIAL.reels;
}

export function isOverTrial(formats: readonly PostFormat[]): boolean {
  const { posts, reels } = countFormats(formats);
  return reels === 0 ? posts > TRIAL.posts : posts > 0 || reels > TRIAL.reels;
}

function countFormats(formats: readonly PostFormat[]) {
  const reels = formats.filter((format) => format === "reel").length;
  return { posts: formats.length - reels, reels };
}
