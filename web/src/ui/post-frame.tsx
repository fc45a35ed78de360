import { Fragment, type ReactNode } from "react";
import type { Frame, FramePart } from "#contracts/content/post-frame.ts";

type Author = {
  readonly name: string;
  readonly note: string;
  /** The letter that stands for a picture has these colours, else the site's. */
  readonly colours?: { readonly ground: string; readonly accent: string };
};

type Framed = {
  frame: Frame;
  author: Author;
  /** The files, each filling its tile. Without one the frame's ground shows the words. */
  tiles: readonly ReactNode[];
  ago?: string | undefined;
  className?: string;
};

/** A post as the network shows it. Nothing here can be pressed but what the tiles bring. */
export function PostFrame(props: Framed) {
  return props.frame.isOverlay ? <Film {...props} /> : <Feed {...props} />;
}

function Feed({ frame, author, tiles, ago, className = "" }: Framed) {
  const isBeside = frame.inset > 0;
  const beside = isBeside ? "pl-13 pr-3" : "";
  const parts: Readonly<Record<FramePart, ReactNode>> = {
    head: (
      <div className="post-head">
        <Avatar author={author} avatar={frame.avatar} />
        <p>
          <strong>{author.name}</strong>
          {author.note}
        </p>
      </div>
    ),
    media: frame.media !== null && (
      <div className={beside}>
        <Media frame={frame} media={frame.media} tiles={tiles} />
      </div>
    ),
    actions: <Actions dots={tiles.length === 1 ? (frame.media?.more ?? 0) : 0} />,
    text: <Caption frame={frame} author={author} ago={ago} className={beside} />,
  };
  return (
    <figure
      className={`@container overflow-hidden rounded-lg border border-rule bg-paper lifted ${className}`}
    >
      {frame.parts.map((part) => (
        <Fragment key={part}>{parts[part]}</Fragment>
      ))}
    </figure>
  );
}

/** The text as it was written: what stands behind the network's "more" is paler. */
function Caption({
  frame: { parts, caption, inset },
  author,
  ago,
  className,
}: Pick<Framed, "frame" | "author" | "ago"> & { className: string }) {
  const isLast = parts.at(-1) === "text";
  const Text = isLast ? "figcaption" : "div";
  return (
    <Text
      className={`text-sm whitespace-pre-line wrap-anywhere ${isLast ? "px-3 pt-1 pb-4" : "pb-3"} ${inset > 0 ? "" : "px-3"} ${className}`}
    >
      {isLast && <strong>{author.name} </strong>}
      {caption.shown}
      {caption.rest !== "" && <span className="text-ink-soft">{caption.rest}</span>}
      {ago !== undefined && <span className="mt-1 block text-xs text-ink-soft">{ago}</span>}
    </Text>
  );
}

/** A reel, or a video on TikTok: the words lie on it, until it plays. */
function Film({ frame, author, tiles, className = "" }: Framed) {
  const { media, avatar, caption } = frame;
  if (media === null) return null;
  return (
    <figure
      className={`group @container relative overflow-hidden rounded-lg bg-night text-sm text-chalk lifted ${shapeOf(media).className} ${className}`}
    >
      {tiles[0] ?? <Ground text={caption.shown} />}
      <figcaption className="reel-scrim pointer-events-none group-has-[video[controls]]:hidden">
        <strong className="block wrap-anywhere">{author.name}</strong>
        {tiles.length > 0 && <span className="line-clamp-3">{caption.shown + caption.rest}</span>}
        <span className="mt-1 block truncate text-xs">
          <span aria-hidden="true">♫ </span>
          {`Original sound, ${author.name}`}
        </span>
      </figcaption>
      <div
        className="pointer-events-none absolute right-2.5 bottom-4 grid justify-items-center gap-4 group-has-[video[controls]]:hidden"
        aria-hidden="true"
      >
        <Avatar author={author} avatar={avatar} />
        <svg viewBox="0 0 24 100" className="w-6 overflow-visible">
          <g fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinejoin="round">
            <path d={HEART} />
            <path d={BUBBLE} transform="translate(0 38)" />
            <path d={PLANE} transform="translate(0 76)" />
          </g>
        </svg>
      </div>
    </figure>
  );
}

type MediaBox = NonNullable<Frame["media"]>;

/** Those that prerendered pages have: these may hold no style attribute. */
const SHAPES: Readonly<Record<number, string>> = { 380: "aspect-4/5", 540: "aspect-9/16" };

function shapeOf({ width, height }: MediaBox) {
  const className = SHAPES[height];
  return className === undefined
    ? { className: "", style: { aspectRatio: `${width} / ${height}` } }
    : { className };
}

const GRIDS = ["", "", "grid-cols-2", "grid-cols-2 grid-rows-2 [&>:first-child]:row-span-2"];

function Media({ frame, media, tiles }: Pick<Framed, "frame" | "tiles"> & { media: MediaBox }) {
  const { className, style } = shapeOf(media);
  const grid = GRIDS[tiles.length] ?? "grid-cols-2 grid-rows-2";
  return (
    <div
      className={`relative grid gap-0.5 overflow-hidden bg-foam ${className} ${grid} ${media.radius > 0 ? "rounded-lg" : ""}`}
      style={style}
    >
      {tiles.length === 0 && <Ground text={frame.caption.shown} />}
      {tiles.map((tile, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- files have places and nothing else
        <div key={index} className="relative min-h-0 min-w-0">
          {tile}
          {tiles.length > 1 && index === tiles.length - 1 && media.more > 0 && (
            <p className="pointer-events-none absolute inset-0 grid place-items-center bg-night/60 text-xl font-bold text-chalk">
              {`+${media.more}`}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

/** Takes the place of a file that nobody gave yet. */
function Ground({ text }: { text: string }) {
  return (
    <p
      aria-hidden="true"
      className="absolute inset-0 line-clamp-6 overflow-hidden bg-foam p-6 font-display text-xl font-bold text-ink wrap-anywhere"
    >
      {text}
    </p>
  );
}

function Actions({ dots }: { dots: number }) {
  return (
    <svg viewBox="0 0 320 32" className="mt-2 text-ink-soft" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round">
        <path d={HEART} transform="translate(12 4)" />
        <path d={BUBBLE} transform="translate(46 4)" />
        <path d={PLANE} transform="translate(80 4)" />
        <path d="M287 6h14v19l-7-6-7 6z" />
      </g>
      {dots > 0 &&
        Array.from({ length: dots + 1 }, (_, index) => (
          <circle
            key={index}
            cx={160 + (index - dots / 2) * 9}
            cy="15"
            r="2.6"
            className={index === 0 ? "fill-persimmon" : "fill-control"}
          />
        ))}
    </svg>
  );
}

const HEART = "M12 21 3 12a5.6 5.6 0 0 1 9-6.5A5.6 5.6 0 0 1 21 12z";
const BUBBLE = "M5 21l1.3-4.3a8.8 8.8 0 1 1 3.4 2.6z";
const PLANE = "M2 4h20L12 21l-2.2-9.4zm7.8 7.6L22 4";

const SIDES: Readonly<Record<number, string>> = { 40: "size-10", 48: "size-12" };

function Avatar({
  author: { name, colours },
  avatar: { side, isRound },
}: Pick<Framed, "author"> & Pick<Frame, "avatar">) {
  return (
    <svg viewBox="0 0 32 32" className={`flex-none ${SIDES[side] ?? "size-8"}`} aria-hidden="true">
      <rect
        width="32"
        height="32"
        rx={isRound ? 16 : 2}
        fill={colours?.accent}
        className={colours === undefined ? "fill-tide" : undefined}
      />
      <text
        x="16"
        y="21.5"
        fontSize="16"
        textAnchor="middle"
        fill={colours?.ground ?? "currentColor"}
        className={`font-display font-bold ${colours === undefined ? "text-on-tide" : ""}`}
      >
        {Array.from(name)[0]?.toUpperCase()}
      </text>
    </svg>
  );
}
