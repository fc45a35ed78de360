import { useState } from "react";
import type { PostPicture } from "#contracts/api/content/calendar.ts";
import { CALENDAR_MESSAGES } from "#contracts/messages/calendar.ts";

/** Safari on phones draws no frame before the film is played, unless the address names a time. */
const FIRST_FRAME = "#t=0.001";

/** @param label names the post */
export function PostVideo({
  video: { large, width, height, alt },
  label,
}: {
  video: PostPicture;
  label: string;
}) {
  const [isUnplayable, setIsUnplayable] = useState(false);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- platforms make the captions of what we publish */}
      <video
        src={large + FIRST_FRAME}
        width={width}
        height={height}
        controls={!isUnplayable}
        playsInline
        preload="metadata"
        aria-label={alt === "" ? `Video of the post: ${label}` : alt}
        onError={() => setIsUnplayable(true)}
        // Without a decoder for its pictures, browsers play the sound alone.
        onLoadedMetadata={({ currentTarget }) => setIsUnplayable(currentTarget.videoWidth === 0)}
      />
      {isUnplayable && (
        <a href={large} className="text-link">
          {CALENDAR_MESSAGES.unplayable}
        </a>
      )}
    </>
  );
}
