import { useState } from "react";
import type { PostPicture } from "#contracts/api/content/calendar.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";

const SHAPES = {
  one: "max-w-112",
  upright: "max-w-80",
  pairs: "max-w-112 grid-cols-2",
  threes: "max-w-112 grid-cols-3",
} as const;

const FILLING = "h-auto w-full bg-rule";

/** Width and height keep their room, so that nothing moves when they come. */
export function PostPictures({ media, label }: { media: readonly PostPicture[]; label: string }) {
  if (media.length === 0) return null;
  return (
    <ul className={`my-4 grid gap-2 ${SHAPES[shapeOf(media)]}`}>
      {media.map(({ id, kind, width, height, alt, small, large }) => (
        <li key={id}>
          {kind === "video" ? (
            <PostVideo
              key={large}
              src={large}
              width={width}
              height={height}
              label={alt === "" ? `Video of the post: ${label}` : alt}
            />
          ) : (
            <a href={large} target="_blank" rel="noreferrer" className="block">
              <img
                className={`${FILLING} ${media.length > 1 ? "aspect-square object-contain" : ""}`}
                src={small}
                srcSet={`${small} 800w, ${large} 1600w`}
                sizes="(width >= 36rem) 28rem, 90vw"
                width={width}
                height={height}
                alt={alt}
                loading="lazy"
              />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Several share a grid of whole pictures, and two or four are pairs. */
function shapeOf(media: readonly PostPicture[]) {
  if (media.length > 1) return [2, 4].includes(media.length) ? "pairs" : "threes";
  return media.some(({ width, height }) => height > width) ? "upright" : "one";
}

/** Safari on phones draws no frame before the film is played, unless the address names a time. */
const FIRST_FRAME = "#t=0.001";

function PostVideo({
  src,
  width,
  height,
  label,
}: {
  src: string;
  width: number;
  height: number;
  label: string;
}) {
  const [isUnplayable, setIsUnplayable] = useState(false);
  return (
    <div
      className="grid items-center *:col-start-1 *:row-start-1 data-upright:max-w-80"
      data-upright={height > width || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- platforms make the captions of what we publish */}
      <video
        className={FILLING}
        src={src + FIRST_FRAME}
        width={width}
        height={height}
        controls={!isUnplayable}
        playsInline
        preload="metadata"
        aria-label={label}
        onError={() => setIsUnplayable(true)}
        // Without a decoder for its pictures, browsers play the sound alone.
        onLoadedMetadata={({ currentTarget }) => setIsUnplayable(currentTarget.videoWidth === 0)}
      />
      {isUnplayable && (
        <p className="p-4">
          {CALENDAR_MESSAGES.unplayable}{" "}
          <a href={src} className="text-link">
            Download the video
          </a>
        </p>
      )}
    </div>
  );
}
