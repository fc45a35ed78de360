import type { Platform } from "./brief-answers.ts";
import type { PostContent } from "./posts.ts";

/** The width of a post in the app of a phone, in pixels: each figure below is of this width. */
const CARD_WIDTH = 304;

type Size = { readonly width: number; readonly height: number };
type Box = Size & { readonly x: number; readonly y: number };

/** In the order of the post; sizes are in pixels. */
type FramedMedia = Size & { readonly kind: "picture" | "video" };

export type FramedPost = Pick<PostContent, "format" | "text" | "texts"> & {
  readonly media: readonly FramedMedia[];
};

export type FramePart = "head" | "text" | "media" | "actions";

/** A file of the post in the media box, of which the middle is seen. */
type FrameTile = Box & {
  /** Index of the file. */
  readonly index: number;
};

export type Frame = {
  readonly width: number;
  /** From top to bottom; over a film, words lie on its lower end. */
  readonly parts: readonly FramePart[];
  readonly isOverlay: boolean;
  /** Pixels to the left of text and media, which stand beside the avatar on X. */
  readonly inset: number;
  readonly headHeight: number;
  readonly avatar: { readonly side: number; readonly isRound: boolean };
  /** Null for a post of words alone. Without tiles it is a ground for words: a file is missing. */
  readonly media:
    | (Size & {
        readonly radius: number;
        readonly tiles: readonly FrameTile[];
        /** Files that are behind the tiles: further slides, or those beyond a grid of four. */
        readonly more: number;
      })
    | null;
  /** The platform shows the first part of the text, and the rest once the reader presses "more". */
  readonly caption: { readonly shown: string; readonly rest: string };
};

type Shape = {
  readonly parts: readonly FramePart[];
  readonly headHeight: number;
  readonly avatar: Frame["avatar"];
  /** Least and most width of the media divided by its height. */
  readonly ratio: readonly [tallest: number, widest: number];
  /** Letters before "more". */
  readonly fold: number;
  readonly isGrid: boolean;
  readonly inset?: number;
  readonly radius?: number;
};

const UPRIGHT = 9 / 16;
const SQUARE_GAP = 2;
const MARGIN = 12;

const TEXT_FIRST = ["head", "text", "media", "actions"] as const;
const round = (side: number) => ({ side, isRound: true });

/** Measured in the apps of a phone that is 390 pixels wide. */
const POSTS = {
  instagram: {
    parts: ["head", "media", "actions", "text"],
    headHeight: 56,
    avatar: round(32),
    ratio: [3 / 4, 1.91],
    fold: 125,
    isGrid: false,
  },
  facebook: {
    parts: TEXT_FIRST,
    headHeight: 60,
    avatar: round(40),
    ratio: [4 / 5, 1.91],
    fold: 110,
    isGrid: true,
  },
  tiktok: {
    parts: ["media", "text"],
    headHeight: 0,
    avatar: round(40),
    ratio: [UPRIGHT, UPRIGHT],
    fold: 150,
    isGrid: false,
  },
  linkedin: {
    parts: TEXT_FIRST,
    headHeight: 64,
    avatar: { side: 48, isRound: false },
    ratio: [4 / 5, 1.91],
    fold: 140,
    isGrid: true,
  },
  x: {
    parts: TEXT_FIRST,
    headHeight: 44,
    avatar: round(40),
    ratio: [16 / 9, 16 / 9],
    fold: Infinity,
    isGrid: true,
    inset: 64,
    radius: 12,
  },
} as const satisfies Record<Platform, Shape>;

/** Films look much the same everywhere; Instagram and TikTok know no others. */
const REEL: Shape = { ...POSTS.tiktok, avatar: round(32), fold: 90 };

/**
 * Where a platform puts the parts of a post, so that every medium draws the same post.
 *
 * @param width in pixels
 */
export function frameOf(post: FramedPost, platform: Platform, width = CARD_WIDTH): Frame {
  const shape = shapeOf(post, platform);
  const scale = width / CARD_WIDTH;
  const px = (value: number) => Math.round(value * scale);
  const inset = shape.inset ?? 0;
  const mediaWidth = px(CARD_WIDTH - inset - (inset === 0 ? 0 : MARGIN));
  return {
    width,
    parts: shape.parts,
    isOverlay: shape.headHeight === 0,
    inset: px(inset),
    headHeight: px(shape.headHeight),
    avatar: { ...shape.avatar, side: px(shape.avatar.side) },
    media: mediaBox(post, shape, mediaWidth, px),
    caption: fold(post.texts?.[platform] ?? post.text, shape.fold),
  };
}

function shapeOf({ format, media }: FramedPost, platform: Platform): Shape {
  const shape: Shape = POSTS[platform];
  return format === "reel" || (!shape.isGrid && media[0]?.kind === "video") ? REEL : shape;
}

/** A platform that shows the file above the words publishes nothing without one. */
const isMediaFirst = ({ parts }: Shape) => parts.indexOf("media") < parts.indexOf("text");

function mediaBox(
  { media }: FramedPost,
  shape: Shape,
  width: number,
  px: (value: number) => number,
): Frame["media"] {
  const [first] = media;
  const { ratio, isGrid, radius = 0 } = shape;
  const [tallest, widest] = ratio;
  if (first === undefined) {
    if (!isMediaFirst(shape)) return null;
    const height = Math.round(width / Math.max(tallest, Math.min(4 / 5, widest)));
    return { width, height, radius: px(radius), tiles: [], more: 0 };
  }
  const own = isGrid && media.length > 1 ? 1 : first.width / first.height;
  const box = { width, height: Math.round(width / Math.min(Math.max(own, tallest), widest)) };
  const boxes = gridOf(box, isGrid ? Math.min(media.length, 4) : 1, px(SQUARE_GAP));
  return {
    ...box,
    radius: px(radius),
    tiles: boxes.flatMap((tile, index) => {
      const file = media[index];
      return file === undefined ? [] : [{ ...tile, index }];
    }),
    more: media.length - boxes.length,
  };
}

/** Two stand side by side, of three the first is as high as both others, and four are pairs. */
function gridOf({ width, height }: Size, count: number, gap: number): Box[] {
  const left = Math.floor((width - gap) / 2);
  const top = Math.floor((height - gap) / 2);
  const columns = count > 1 ? [left, width - left - gap] : [width];
  const boxes = columns.flatMap((columnWidth, column) => {
    const x = column === 0 ? 0 : left + gap;
    const isSplit = count === 4 || (count === 3 && column === 1);
    const rows = isSplit ? [top, height - top - gap] : [height];
    return rows.map((rowHeight, row) => ({
      x,
      y: row === 0 ? 0 : top + gap,
      width: columnWidth,
      height: rowHeight,
    }));
  });
  return boxes.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** Between words, where the last one is not longer than half of what is shown. */
function fold(text: string, letters: number): Frame["caption"] {
  const all = Array.from(text);
  if (all.length <= letters) return { shown: text, rest: "" };
  const cut = all.slice(0, letters).join("");
  const end = cut.search(/\s+\S*$/u);
  const shown = end > cut.length / 2 ? cut.slice(0, end) : cut;
  return { shown, rest: text.slice(shown.length) };
}
