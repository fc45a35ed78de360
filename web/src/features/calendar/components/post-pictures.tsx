import { lazy, Suspense } from "react";
import type { PostPicture } from "#contracts/api/content/calendar.ts";

const PostVideo = lazy(async () => ({ default: (await import("./post-video.tsx")).PostVideo }));

/** Pictures or the video of a post. Width and height keep their room, so that nothing moves when they come. */
export function PostPictures({ media, label }: { media: readonly PostPicture[]; label: string }) {
  if (media.length === 0) return null;
  return (
    <ul className="calendar-pictures" data-many={media.length > 1 || undefined}>
      {media.map((file) => {
        const { id, kind, width, height, alt, small, large } = file;
        return (
          <li key={id}>
            {kind === "video" ? (
              <div className="calendar-video" data-upright={height > width || undefined}>
                <Suspense fallback={<video muted width={width} height={height} />}>
                  <PostVideo key={large} video={file} label={label} />
                </Suspense>
              </div>
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
        );
      })}
    </ul>
  );
}
