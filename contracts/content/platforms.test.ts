import twitter from "twitter-text";
import { expect, test } from "vitest";
import { DAY_MS } from "../durations.ts";
import { type Platform, PLATFORM_KEYS } from "./brief-answers.ts";
import {
  type CheckedMedia,
  type CheckedPost,
  FRESH_DAYS,
  PLATFORM_RULES,
  problemsOf,
  xLength,
} from "./platforms.ts";

const TODAY = "2026-11-28";

const PICTURE: CheckedMedia = {
  type: "image/jpeg",
  width: 1_080,
  height: 1_350,
  seconds: null,
  alt: "Figs",
};
const VIDEO: CheckedMedia = { ...PICTURE, type: "video/mp4", height: 1_920, seconds: 30 };
const pictures = (...ratios: number[]) =>
  ratios.map((ratio) => ({ ...PICTURE, width: 1_000 * ratio, height: 1_000 }));

function postOn(platform: Platform, fields: Partial<CheckedPost> = {}): CheckedPost {
  return { format: "post", text: "Figs.", platforms: [platform], media: [PICTURE], ...fields };
}

const levelsOf = (post: CheckedPost, today = TODAY) =>
  problemsOf(post, today).map(({ level, text }) => `${level}: ${text}`);

test.for([
  ["280 letters to X", postOn("x", { text: "a".repeat(280) }), []],
  [
    "600 letters to X",
    postOn("x", { text: "a".repeat(600) }),
    ["error: X takes 280 characters: the text has 600 as X counts them."],
  ],
  [
    "141 emoji to X",
    postOn("x", { text: "🍞".repeat(141) }),
    ["error: X takes 280 characters: the text has 282 as X counts them."],
  ],
  [
    "a long text with a short one for X",
    postOn("x", { text: "a".repeat(600), texts: { x: "Figs." } }),
    [],
  ],
  [
    "2,201 letters to Instagram",
    postOn("instagram", { text: "a".repeat(2_201) }),
    ["error: Instagram takes 2,200 characters: the text has 2,201."],
  ],
  ["2,200 emoji to Instagram", postOn("instagram", { text: "🍞".repeat(2_200) }), []],
  [
    "1,101 emoji to TikTok with a video",
    postOn("tiktok", { text: "🍞".repeat(1_101), media: [VIDEO] }),
    ["error: TikTok takes 2,200 characters: the text has 2,202."],
  ],
  [
    "2,201 letters to TikTok with a picture",
    postOn("tiktok", { text: "a".repeat(2_201) }),
    ["tick: TikTok takes 2,200 characters: the text has 2,201."],
  ],
  ["5 hashtags", postOn("instagram", { text: "#a #b #c #d #ä1" }), []],
  [
    "40 hashtags",
    postOn("instagram", { text: "#figs ".repeat(40) }),
    ["tick: Instagram takes 5 hashtags: the text has 40."],
  ],
  ["40 hashtags on Facebook", postOn("facebook", { text: "#figs ".repeat(40) }), []],
  ["numbers and an entity", postOn("instagram", { text: "#1 #2 #3 #4 #5 &#x27; a#b" }), []],
  [
    "21 mentions",
    postOn("instagram", { text: "@ben ".repeat(21) }),
    ["tick: Instagram takes 20 mentions: the text has 21."],
  ],
  [
    "an address",
    postOn("instagram", { text: "See www.tidepost.example" }),
    ["note: On Instagram nobody can press an address in the text."],
  ],
  [
    "a first comment on TikTok",
    postOn("tiktok", { firstComment: "#figs" }),
    ["note: TikTok has no first comment: it is left out there."],
  ],
  [
    "no file on Instagram",
    postOn("instagram", { media: [] }),
    ["error: Instagram needs a picture or a video."],
  ],
  ["no file on Facebook", postOn("facebook", { media: [] }), []],
  ["files that come later", postOn("instagram", { media: undefined }), []],
  ["a reel whose files come later", postOn("instagram", { format: "reel", media: undefined }), []],
  [
    "a reel without a video",
    postOn("instagram", { format: "reel", media: [] }),
    ["error: A reel needs one video, and no other file."],
  ],
  [
    "a reel of a picture",
    postOn("instagram", { format: "reel", media: [PICTURE] }),
    ["error: A reel needs one video, and no other file."],
  ],
  ["a reel of a video", postOn("instagram", { format: "reel", media: [VIDEO] }), []],
  [
    "5 pictures on X",
    postOn("x", { media: pictures(1, 1, 1, 1, 1) }),
    ["error: X takes 4 pictures: these are 5."],
  ],
  ["5 pictures on Facebook", postOn("facebook", { media: pictures(1, 1, 1, 1, 1) }), []],
  [
    "11 pictures on Facebook, of which one guide speaks",
    postOn("facebook", { media: pictures(...Array.from({ length: 11 }, () => 1)) }),
    ["tick: Facebook takes 10 pictures: these are 11."],
  ],
  ["1.91:1 of whole pixels", postOn("instagram", { media: pictures(1_200 / 628) }), []],
  [
    "2:1",
    postOn("instagram", { media: pictures(2) }),
    ["error: Instagram takes pictures from 3:4 to 1.91:1: one is of another shape."],
  ],
  [
    "9:16",
    postOn("instagram", { media: pictures(9 / 16) }),
    ["error: Instagram takes pictures from 3:4 to 1.91:1: one is of another shape."],
  ],
  [
    "3:4",
    postOn("instagram", { media: pictures(3 / 4) }),
    ["note: Instagram may crop a picture that is higher than 4:5."],
  ],
  [
    "two shapes",
    postOn("instagram", { media: pictures(1, 1.5) }),
    ["note: Instagram crops all pictures as the first one is cut."],
  ],
  [
    "a video of 91 seconds on Facebook",
    postOn("facebook", { media: [{ ...VIDEO, seconds: 91 }] }),
    ["tick: Facebook takes videos of 3 to 90 seconds: this one has 91."],
  ],
  [
    "a long alternative text",
    postOn("linkedin", { media: [{ ...PICTURE, alt: "a".repeat(257) }] }),
    ["note: LinkedIn may cut an alternative text after 256 characters."],
  ],
] as const)("post with %s", ([, post, said]) => {
  expect(levelsOf(post)).toEqual(said);
});

test("problems of two platforms: each names its own", () => {
  const post = {
    ...postOn("instagram", { media: [] }),
    text: "a".repeat(300),
    platforms: PLATFORM_KEYS,
  };
  const problems = problemsOf(post, TODAY).map(({ platform, level }) => [platform, level]);
  expect(problems).toEqual([
    ["instagram", "error"],
    ["tiktok", "error"],
    ["x", "error"],
  ]);
});

test("figure that nobody checked for half a year: says the same, and blocks nothing", () => {
  const post = postOn("x", { text: "a".repeat(281) });
  expect(levelsOf(post, "2027-05-27")[0]).toMatch(/^error: X takes 280/);
  expect(levelsOf(post, "2027-05-28")[0]).toMatch(/^tick: X takes 280/);
});

test("every figure: has a day on which somebody checked it, and a reminder is printed after half a year", () => {
  const figures = PLATFORM_KEYS.flatMap((platform) =>
    Object.entries(PLATFORM_RULES[platform]).flatMap(([name, rule]) =>
      typeof rule === "object" && "checkedOn" in rule
        ? [{ name: `${platform}.${name}`, checkedMs: Date.parse(rule.checkedOn) }]
        : [],
    ),
  );
  expect(figures).not.toContainEqual(expect.objectContaining({ checkedMs: Number.NaN }));
  const freshMs = Date.now() - FRESH_DAYS * DAY_MS;
  const stale = figures.filter(({ checkedMs }) => checkedMs < freshMs).map(({ name }) => name);
  if (stale.length > 0) console.warn("Check what the networks say today:", stale);
});

// Older than the emoji list of twitter-text 3.1, which X's own counter has left behind.
const PIECES = [
  "Figs",
  "fig rolls",
  "café",
  "cafe\u0301",
  "£5",
  "1,000",
  "#figs",
  "@ben",
  "“warm”",
  "–",
  "…",
  "€",
  "™",
  "日本語",
  "한국어",
  "\n",
  "\u200D",
  "🍞",
  "👩‍🍳",
  "👨‍👩‍👧‍👦",
  "🇬🇧",
  "👍🏽",
  "❤️",
  "1️⃣",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "https://tidepost.com",
  "https://www.tidepost.co.uk/a/b-c?d=e#f",
  "http://a.com/",
  "tidepost.com",
  "www.tidepost.co.uk/menu",
  "bakery.shop",
  "ben@tidepost.com",
  "figs.Then",
  "3.50",
  "e.g.",
];

test("length on X: as twitter-text counts", () => {
  let seed = 1;
  const pick = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  for (let round = 0; round < 2_000; round++) {
    const words = Array.from({ length: 1 + pick(12) }, () => PIECES[pick(PIECES.length)] ?? "");
    const text = words.join([" ", ", ", ". "][pick(3)]);
    expect([text, xLength(text)]).toEqual([text, twitter.parseTweet(text).weightedLength]);
  }
});

test("emoji that is newer than the list of twitter-text: 2, as X says", () => {
  expect(xLength("🐦‍🔥")).toBe(2);
});
