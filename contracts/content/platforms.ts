import { DAY_MS } from "../durations.ts";
import { type Platform, PLATFORMS } from "./brief-answers.ts";
import type { MediaType } from "./media.ts";
import type { PostContent } from "./posts.ts";

/** A platform changes its limits without a word, so each figure says how far to trust it. */
type Figure<T> = {
  readonly value: T;
  /** Who says so: the network's own page, two or more guides, one guide, or nobody. */
  readonly sure: "network" | "several" | "one" | "guess";
  readonly source: string;
  /** London date. */
  readonly checkedOn: string;
};

function figure<T>(
  value: T,
  sure: Figure<T>["sure"],
  source: string,
  checkedOn = "2026-11-28",
): Figure<T> {
  return { value, sure, source, checkedOn };
}

type Limit = Figure<number | null>;
type Range = Figure<readonly [least: number, most: number] | null>;

type PlatformRules = {
  /** Characters of the text. */
  readonly text: Figure<number>;
  readonly count: (text: string) => number;
  /** Characters of the text of pictures, where the network takes more with them. */
  readonly textOfPictures: Limit;
  readonly hashtags: Limit;
  readonly mentions: Limit;
  readonly linksCanBePressed: Figure<boolean>;
  readonly needsMedia: Figure<boolean>;
  readonly pictures: Figure<number>;
  /** Width of a picture divided by its height. */
  readonly ratio: Range;
  /** The ratios that the network shows without cropping in every list. */
  readonly safeRatio: Range;
  readonly videoSeconds: Range;
  /** Characters of an alternative text. */
  readonly alt: Limit;
  readonly firstComment: Figure<boolean>;
  /** The hosts of its posts; subdomains count as well. */
  readonly hosts: readonly string[];
};

const codePointsOf = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
const codePoints = (text: string) => codePointsOf(text).length;

const NONE_FOUND = figure(null, "guess", "no limit found");
const PRESSED = figure(true, "guess", "seen in its app");
const COMMENTED = figure(true, "several", "guides of scheduling tools");
const MEDIA_NOT_NEEDED = figure(false, "several", "guides of scheduling tools");

export const PLATFORM_RULES: Readonly<Record<Platform, PlatformRules>> = {
  instagram: {
    text: figure(2_200, "network", "Instagram Graph API, IG User/media"),
    count: codePoints,
    textOfPictures: NONE_FOUND,
    hashtags: figure(5, "several", "socialmediatoday.com 808309; Ayrshare. Since December 2025"),
    mentions: figure(20, "network", "Instagram Graph API, IG User/media"),
    linksCanBePressed: figure(false, "one", "guides of scheduling tools"),
    needsMedia: figure(true, "several", "guides of scheduling tools"),
    pictures: figure(20, "one", "its app; 10 by its API"),
    ratio: figure([3 / 4, 1.91], "several", "its app; 4:5 to 1.91:1 by its API"),
    safeRatio: figure([4 / 5, 1.91], "several", "Instagram Graph API; guides"),
    videoSeconds: figure([3, 900], "several", "guides of scheduling tools"),
    alt: figure(250, "guess", "guides dispute it: 100 or more"),
    firstComment: COMMENTED,
    hosts: ["instagram.com", "instagr.am"],
  },
  facebook: {
    text: figure(63_206, "several", "postiz; brightbean"),
    count: codePoints,
    textOfPictures: NONE_FOUND,
    hashtags: NONE_FOUND,
    mentions: NONE_FOUND,
    linksCanBePressed: PRESSED,
    needsMedia: MEDIA_NOT_NEEDED,
    pictures: figure(10, "one", "brightbean"),
    ratio: NONE_FOUND,
    safeRatio: NONE_FOUND,
    videoSeconds: figure(
      [3, 90],
      "one",
      "Reels Publishing API; its app has no end since June 2025",
    ),
    alt: figure(1_000, "one", "guides of scheduling tools"),
    firstComment: COMMENTED,
    hosts: ["facebook.com", "fb.com", "fb.watch", "fb.me"],
  },
  tiktok: {
    text: figure(2_200, "network", "TikTok Direct Post reference, in UTF-16 units"),
    count: (text) => text.length,
    textOfPictures: figure(4_000, "one", "guides of scheduling tools; postiz has 2,000"),
    hashtags: figure(5, "several", "netinfluencer.com; websitebuilderexpert.com. Since 2025"),
    mentions: NONE_FOUND,
    linksCanBePressed: figure(false, "guess", "seen in its app"),
    needsMedia: figure(true, "several", "guides of scheduling tools"),
    pictures: figure(35, "several", "guides of scheduling tools"),
    ratio: NONE_FOUND,
    safeRatio: NONE_FOUND,
    videoSeconds: figure([3, 600], "several", "guides; every account has 3 minutes"),
    alt: figure(300, "one", "guides of scheduling tools"),
    firstComment: figure(false, "several", "guides of scheduling tools"),
    hosts: ["tiktok.com"],
  },
  linkedin: {
    text: figure(3_000, "several", "guides of scheduling tools"),
    count: codePoints,
    textOfPictures: NONE_FOUND,
    hashtags: NONE_FOUND,
    mentions: NONE_FOUND,
    linksCanBePressed: PRESSED,
    needsMedia: MEDIA_NOT_NEEDED,
    pictures: figure(20, "several", "guides of scheduling tools"),
    ratio: NONE_FOUND,
    safeRatio: NONE_FOUND,
    videoSeconds: figure([3, 1_800], "several", "guides of scheduling tools"),
    alt: figure(256, "one", "Sprout; others say 1,000"),
    firstComment: COMMENTED,
    hosts: ["linkedin.com", "lnkd.in"],
  },
  x: {
    text: figure(280, "network", "docs.x.com/fundamentals/counting-characters"),
    count: xLength,
    textOfPictures: NONE_FOUND,
    hashtags: NONE_FOUND,
    mentions: NONE_FOUND,
    linksCanBePressed: figure(true, "network", "docs.x.com/fundamentals/counting-characters"),
    needsMedia: MEDIA_NOT_NEEDED,
    pictures: figure(4, "network", "docs.x.com, media/quickstart/best-practices"),
    ratio: NONE_FOUND,
    safeRatio: NONE_FOUND,
    videoSeconds: figure([0.5, 1_200], "network", "docs.x.com, media/quickstart/best-practices"),
    alt: figure(1_000, "several", "guides of scheduling tools"),
    firstComment: figure(true, "guess", "a reply to the post"),
    hosts: ["x.com", "twitter.com"],
  },
};

/** A figure that is older may have changed: we still say what it says, but it blocks nothing. */
export const FRESH_DAYS = 180;

const isStale = ({ checkedOn }: Figure<unknown>, today: string) =>
  Date.parse(today) - Date.parse(checkedOn) > FRESH_DAYS * DAY_MS;

export type CheckedMedia = {
  readonly type: MediaType;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The length of a video; null when nobody measured it. */
  readonly seconds: number | null;
  readonly alt: string;
};

export type CheckedPost = Pick<PostContent, "format" | "text" | "platforms"> & {
  /** Where a platform has a text of its own. */
  readonly texts?: Readonly<Partial<Record<Platform, string>>> | null;
  readonly firstComment?: string | null;
  /** They have the post's order. Undefined where files come later: then no rule judges them. */
  readonly media?: readonly CheckedMedia[] | undefined;
};

export type PostProblem = {
  /** Null when it is none of one platform. */
  readonly platform: Platform | null;
  /** `error`: a network surely refuses it. `tick`: an operator says to go ahead. `note`: to know. */
  readonly level: "error" | "tick" | "note";
  /** A sentence. */
  readonly text: string;
};

/**
 * Says what the networks refuse, crop or leave out of a post.
 *
 * @param today London date; figures that are old by then are no errors
 */
export function problemsOf(post: CheckedPost, today: string): PostProblem[] {
  const problems: PostProblem[] = post.platforms.flatMap((platform) => {
    const rules = PLATFORM_RULES[platform];
    const name = PLATFORMS[platform];
    const found: PostProblem[] = [];
    const say = (level: PostProblem["level"], rule: Figure<unknown>, text: string) => {
      const isSure = (rule.sure === "network" || rule.sure === "several") && !isStale(rule, today);
      found.push({ platform, level: level === "error" && !isSure ? "tick" : level, text });
    };
    sayOfText(rules, name, post, post.texts?.[platform] ?? post.text, say);
    if (post.media !== undefined) sayOfMedia(rules, name, post.format, post.media, say);
    return found;
  });
  if (post.format === "reel" && post.media !== undefined) {
    const isOneVideo = post.media.length === 1 && post.media.every(isVideo);
    if (!isOneVideo) {
      problems.push({
        platform: null,
        level: "error",
        text: "A reel needs one video, and no other file.",
      });
    }
  }
  return problems;
}

type Say = (level: PostProblem["level"], rule: Figure<unknown>, text: string) => void;

const HASHTAG = /(?<![\p{L}\p{N}_&])#[\p{N}_]*\p{L}/gu;
const MENTION = /(?<![\p{L}\p{N}_@.])@[\p{L}\p{N}_]/gu;
const ADDRESS = /(?:https?:\/\/|(?<![\p{L}\p{N}_@.])www\.)\S/iu;

function sayOfText(
  rules: PlatformRules,
  name: string,
  { format, media, firstComment }: CheckedPost,
  text: string,
  say: Say,
): void {
  const length = rules.count(text);
  const { value: most } = rules.text;
  if (length > most) {
    const mayBePictures = format === "post" && media?.some(isVideo) !== true;
    const isTakenPerhaps = mayBePictures && length <= (rules.textOfPictures.value ?? 0);
    const counted = rules.count === xLength ? " as X counts them" : "";
    say(
      isTakenPerhaps ? "tick" : "error",
      rules.text,
      `${name} takes ${number(most)} characters: the text has ${number(length)}${counted}.`,
    );
  }
  const tags = { hashtags: HASHTAG, mentions: MENTION };
  for (const [what, pattern] of Object.entries(tags) as [keyof typeof tags, RegExp][]) {
    const { value } = rules[what];
    const count = text.match(pattern)?.length ?? 0;
    if (value !== null && count > value) {
      say("tick", rules[what], `${name} takes ${value} ${what}: the text has ${count}.`);
    }
  }
  if (!rules.linksCanBePressed.value && ADDRESS.test(text)) {
    say("note", rules.linksCanBePressed, `On ${name} nobody can press an address in the text.`);
  }
  if ((firstComment ?? "") !== "" && !rules.firstComment.value) {
    say("note", rules.firstComment, `${name} has no first comment: it is left out there.`);
  }
}

function sayOfMedia(
  rules: PlatformRules,
  name: string,
  format: PostContent["format"],
  media: readonly CheckedMedia[],
  say: Say,
): void {
  if (media.length === 0 && format === "post" && rules.needsMedia.value) {
    say("error", rules.needsMedia, `${name} needs a picture or a video.`);
  }
  const pictures = media.filter((file) => !isVideo(file));
  if (pictures.length > rules.pictures.value) {
    const most = rules.pictures.value;
    say("error", rules.pictures, `${name} takes ${most} pictures: these are ${pictures.length}.`);
  }
  const ratios = pictures.map(({ width, height }) => width / height);
  const { value: range } = rules.ratio;
  if (ratios.some((ratio) => !isWithin(ratio, range))) {
    say(
      "error",
      rules.ratio,
      `${name} takes pictures from 3:4 to 1.91:1: one is of another shape.`,
    );
  } else if (ratios.some((ratio) => !isWithin(ratio, rules.safeRatio.value))) {
    say("note", rules.safeRatio, `${name} may crop a picture that is higher than 4:5.`);
  }
  if (
    range !== null &&
    ratios.some((ratio) => !isWithin(ratio, [ratios[0] ?? 0, ratios[0] ?? 0]))
  ) {
    say("note", rules.ratio, `${name} crops all pictures as the first one is cut.`);
  }
  const { value: length } = rules.videoSeconds;
  const isUnfit = (seconds: number) =>
    length !== null && (seconds < length[0] || seconds > length[1]);
  const unfit = media.flatMap((file) => file.seconds ?? []).find(isUnfit);
  if (length !== null && unfit !== undefined) {
    const [least, most] = length;
    const text = `${name} takes videos of ${number(least)} to ${number(most)} seconds: this one has ${number(unfit)}.`;
    say("tick", rules.videoSeconds, text);
  }
  const alts = media.map(({ alt }) => codePoints(alt));
  if (rules.alt.value !== null && Math.max(0, ...alts) > rules.alt.value) {
    say(
      "note",
      rules.alt,
      `${name} may cut an alternative text after ${number(rules.alt.value)} characters.`,
    );
  }
}

const isVideo = ({ type }: CheckedMedia) => type.startsWith("video/");

const number = (value: number) => value.toLocaleString("en-GB");

/** Half a pixel on an edge moves a ratio: 1,200 × 628 is sold as 1.91:1. */
const isWithin = (ratio: number, range: readonly [number, number] | null) =>
  range === null || (ratio > range[0] * 0.99 && ratio < range[1] * 1.01);

const X_LINK_LENGTH = 23;
/** Without `https://` X looks for the end of a name in a list of them all: these are the ones that our customers have. */
const X_LINK =
  /(?:https?:\/\/(?:[\p{L}\p{N}_-]+\.)+[a-z]{2,}|(?<![\p{L}\p{N}_@#$.-])(?:[a-z0-9-]+\.)+(?:com|org|net|info|biz|shop|london|co|uk|ie|io|eu|me|tv))(?![\p{L}\p{N}@-]|\.[a-z])(?::\d+)?(?:[/?#](?:[!-~]*[\w=#/&+-])?)?/giu;
const RGI_EMOJI = /\p{RGI_Emoji}/gv;

/**
 * Length of a text as X counts it: a link 23, an emoji 2, a letter of Chinese, Japanese or Korean 2, others 1.
 * Source: docs.x.com/fundamentals/counting-characters
 */
export function xLength(text: string): number {
  const links = text.match(X_LINK)?.length ?? 0;
  const words = text.normalize("NFC").replaceAll(X_LINK, "");
  const emojis = words.match(RGI_EMOJI)?.length ?? 0;
  const letters = codePointsOf(words.replaceAll(RGI_EMOJI, ""));
  const wide = letters.filter((letter) => !isNarrow(letter)).length;
  return links * X_LINK_LENGTH + emojis * 2 + letters.length + wide;
}

const isNarrow = (code: number) =>
  code <= 4_351 ||
  (code >= 8_192 && code <= 8_205) ||
  (code >= 8_208 && code <= 8_223) ||
  (code >= 8_242 && code <= 8_247);
