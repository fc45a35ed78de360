import { counted } from "../counted.ts";
import { withoutInvisible } from "../invisible.ts";
import { ANSWER_KEYS, ANSWER_LENGTHS, type BriefAnswers, NO_ANSWERS } from "./brief-answers.ts";
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

/** What the form of a free trial says of a business. */
export type TrialForm = {
  readonly company?: string | undefined;
  readonly website?: string | undefined;
  readonly business_type?: string | undefined;
  readonly preferred_platform?: string | undefined;
  readonly goals?: string | undefined;
};

/** A brief as the form of the trial would have begun it. Handles on platforms are not in it, so it is never complete. */
export function answersOfTrial(form: TrialForm): BriefAnswers {
  const { company = "", website = "", business_type: type = "", goals = "" } = form;
  const { preferred_platform: platform = "" } = form;
  const about = [type, goals, platform === "" ? "" : `We’d like to begin with ${platform}.`];
  const known: BriefAnswers = {
    ...NO_ANSWERS,
    businessName: withoutInvisible(company),
    about: about.filter((part) => part !== "").join("\n\n"),
    links: website,
  };
  return Object.fromEntries(
    ANSWER_KEYS.map((key) => [key, known[key].slice(0, ANSWER_LENGTHS[key])]),
  ) as BriefAnswers;
}
