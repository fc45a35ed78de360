import type { PostPicture } from "#contracts/api/content/calendar.ts";

/** Pictures or the video of a post. Width and height keep their room, so that nothing moves when they come. */
export function PostPictures({ media, label }: { media: readonly PostPicture[]; label: string }) {
  if (media.length === 0) return null;
  return (
    <ul className="calendar-pictures" data-many={media.length > 1 || undefined}>
      {media.map(({ id, kind, width, height, alt, small, large }) => (
        <li key={id}>
          {kind === "video" ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- platforms make the captions of what we publish
            <video
              src={large}
              width={width}
              height={height}
              controls
              preload="metadata"
              aria-label={alt === "" ? `Video of the post: ${label}` : alt}
            />
          ) : (
            <a href={large} target="_blank" rel="noreferrer">
              <img
                src={small}
                srcSet={`${small} 800w, ${large} 1600w`}
                sizes="(width >= 64rem) 34rem, 90vw"
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
