import { describe, expect, test } from "vitest";
import { PLATFORM_KEYS } from "./brief-answers.ts";
import { PLATFORM_RULES } from "./platforms.ts";
import { type FramedPost, frameOf } from "./post-frame.ts";

const picture = (width: number, height: number) => ({ kind: "picture", width, height }) as const;
const post = (given: Partial<FramedPost> = {}): FramedPost => ({
  format: "post",
  text: "Fig rolls, warm from the oven.",
  media: [picture(1080, 1350)],
  ...given,
});
const LONG = "Plum cake tomorrow. ".repeat(20).trim();

describe("frameOf", () => {
  test.each([
    ["instagram", 1080, 1350, 304, 380],
    ["instagram", 1080, 1440, 304, 405],
    ["instagram", 1080, 1080, 304, 304],
    ["instagram", 1910, 1000, 304, 159],
    ["instagram", 1000, 4000, 304, 405],
    ["facebook", 1000, 4000, 304, 380],
    ["linkedin", 4000, 1000, 304, 159],
    ["x", 1080, 1350, 228, 128],
    ["tiktok", 1080, 1080, 304, 540],
  ] as const)("%s shows %d × %d in %d × %d", (platform, width, height, ...shown) => {
    const { media } = frameOf(post({ media: [picture(width, height)] }), platform);
    expect([media?.width, media?.height]).toEqual(shown);
  });

  test("words stand above the picture on Facebook, below it on Instagram, and on a film", () => {
    expect(frameOf(post(), "facebook").parts).toEqual(["head", "text", "media", "actions"]);
    expect(frameOf(post(), "instagram").parts).toEqual(["head", "media", "actions", "text"]);
    const reel = frameOf(post({ format: "reel" }), "instagram");
    expect(reel.isOverlay).toBe(true);
    expect(reel.media?.height).toBe(540);
  });

  test("a wider frame is the same one, larger", () => {
    const { headHeight, avatar, media } = frameOf(post(), "instagram", 608);
    expect([headHeight, avatar.side, media?.height]).toEqual([112, 64, 760]);
  });

  test.each([
    ["x", 1, [[0, 0, 228, 128]]],
    [
      "facebook",
      2,
      [
        [0, 0, 151, 304],
        [153, 0, 151, 304],
      ],
    ],
    [
      "linkedin",
      3,
      [
        [0, 0, 151, 304],
        [153, 0, 151, 151],
        [153, 153, 151, 151],
      ],
    ],
    ["instagram", 3, [[0, 0, 304, 380]]],
  ] as const)("%s draws %d pictures", (platform, count, boxes) => {
    const media = Array.from({ length: count }, () => picture(1080, 1350));
    const drawn = frameOf(post({ media }), platform).media;
    expect(drawn?.tiles.map(({ x, y, width, height }) => [x, y, width, height])).toEqual(boxes);
    expect(drawn?.more).toBe(count - boxes.length);
  });

  test("more than four pictures: the last of the grid says how many are behind it", () => {
    const media = Array.from({ length: 7 }, () => picture(1080, 1350));
    const drawn = frameOf(post({ media }), "facebook").media;
    expect([drawn?.tiles.length, drawn?.more]).toEqual([4, 3]);
  });

  test("without a file: a ground where the network needs one, else words alone", () => {
    const bare = post({ media: [] });
    expect(frameOf(bare, "instagram").media).toMatchObject({ height: 380, tiles: [], more: 0 });
    expect(frameOf(bare, "facebook").media).toBeNull();
    expect(frameOf({ ...bare, format: "reel" }, "facebook").media?.height).toBe(540);
    const needing = PLATFORM_KEYS.filter((key) => frameOf(bare, key).media !== null);
    expect(needing).toEqual(PLATFORM_KEYS.filter((key) => PLATFORM_RULES[key].needsMedia.value));
  });

  test("a film on Instagram is a reel, whatever its post is called", () => {
    const film = post({ media: [{ kind: "video", width: 1920, height: 1080 }] });
    expect(frameOf(film, "instagram").isOverlay).toBe(true);
    expect(frameOf(film, "facebook").isOverlay).toBe(false);
  });

  test("the text is cut between words where the network cuts it, and whole on X", () => {
    const { shown, rest } = frameOf(post({ text: LONG }), "instagram").caption;
    expect(shown).toMatch(/ Plum$/);
    expect(shown.length).toBeLessThanOrEqual(125);
    expect(shown + rest).toBe(LONG);
    expect(frameOf(post({ text: LONG }), "x").caption.rest).toBe("");
    const word = "🦭".repeat(200);
    expect(Array.from(frameOf(post({ text: word }), "instagram").caption.shown)).toHaveLength(125);
  });

  test("a network's own text replaces that of the post", () => {
    const both = post({ texts: { x: "Figs!" } });
    expect(frameOf(both, "x").caption.shown).toBe("Figs!");
    expect(frameOf(both, "instagram").caption.shown).toBe(both.text);
  });
});
