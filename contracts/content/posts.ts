import { type Platform, PLATFORM_KEYS } from "./brief-answers.ts";

export const POST_TEXT_MAX = 3_000;
export const CHANGE_WORDS_MAX = 1_000;
export const POST_URL_MAX = 500;
export const COMMENT_MAX = 1_000;
/** The customer's side may write this many on a post; operators may always answer. */
export const COMMENTS_MAX = 200;
export const COMMENTS_ON_PAGE = 50;
/** Decisions in one request: more than the largest plan has posts in a month. */
export const DECISIONS_MAX = 60;
/** Buttons that decide wait this long: a second press would meet the next post, and scanners of mailboxes press at once. */
export const DECIDABLE_AFTER_MS = 1_000;

export type PostMedia = {
  readonly mediaId: string;
  /** SHA-256 of the file in hex: an approval is of its bytes. */
  readonly sha256: string;
  /** Alternative text; empty for a video. */
  readonly alt: string;
};

export const POST_MEDIA_MAX = 10;
export const ALT_MAX = 500;

export const POST_FORMATS = { post: "Post", reel: "Reel" } as const;
export type PostFormat = keyof typeof POST_FORMATS;
export const POST_FORMAT_KEYS = Object.keys(POST_FORMATS) as [PostFormat, ...PostFormat[]];

/** Texts of platforms that differ from the text of the post. */
export type PlatformTexts = Readonly<Partial<Record<Platform, string>>>;

/** The content of one version: a customer approves exactly this. */
export type PostContent = {
  readonly format: PostFormat;
  readonly text: string;
  readonly texts?: PlatformTexts | null;
  /** The team writes it below the post once that is live. */
  readonly firstComment?: string | null;
  /** In the order of the form. */
  readonly platforms: readonly Platform[];
  /** London date, for example `2026-11-27`. */
  readonly plannedOn: string;
  /** London time, for example `18:00`. */
  readonly plannedTime: string;
  /** In the order of the post. */
  readonly media?: readonly PostMedia[];
};

/** A day and an hour in London. */
export type PlannedTime = Pick<PostContent, "plannedOn" | "plannedTime">;

/** The bytes that the content hash of a version covers. */
export function canonicalPost({
  format,
  text,
  texts,
  firstComment,
  platforms,
  plannedOn,
  plannedTime,
  media = [],
}: PostContent): string {
  const files = media.map(({ sha256, alt }) => [sha256, alt]);
  // What most posts do not have is left out, so that hashes from before stay valid.
  const reel = format === "reel" ? [format] : [];
  const given = PLATFORM_KEYS.flatMap((platform) => {
    const own = texts?.[platform];
    return own === undefined ? [] : [[platform, own]];
  });
  const further = [
    ...(given.length === 0 ? [] : [{ texts: given }]),
    ...(firstComment == null ? [] : [{ firstComment }]),
  ];
  return JSON.stringify([text, platforms, plannedOn, plannedTime, files, ...reel, ...further]);
}

export const POST_DECISIONS = ["approved", "changes_requested"] as const;
export type PostDecision = (typeof POST_DECISIONS)[number];

export const COMMENT_AUTHORS = ["user", "approver", "operator"] as const;
export type CommentAuthor = (typeof COMMENT_AUTHORS)[number];
/** A decision is made signed in, at the calendar, or by the link of an email. */
export const DECISION_WAYS = ["calendar", "link"] as const;
export type DecisionWay = (typeof DECISION_WAYS)[number];

export type PostState = "waiting" | PostDecision | "published" | "withdrawn";

export function postState(post: {
  readonly decision: PostDecision | null;
  readonly isPublished: boolean;
  readonly isWithdrawn: boolean;
}): PostState {
  if (post.isPublished) return "published";
  if (post.isWithdrawn) return "withdrawn";
  return post.decision ?? "waiting";
}
