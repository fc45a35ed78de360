import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { Play } from "../../../ui/icons.tsx";

/** It is 56×70 pixels in a list and 44×55 in a month; in a week, it is as wide as the day. */
const SIZES = { row: "w-14 self-start", cell: "w-11 max-w-full", day: "" } as const;
export type ThumbSize = keyof typeof SIZES;

const LETTERS = 12;

/** The first picture, or a film's first frame; until it comes, and without one, the first letters of the text. Beside words that say the same. */
export function Thumb({ post, size }: { post: CalendarPost; size: ThumbSize }) {
  const [file] = post.media;
  const letters = Array.from(post.text.trim()).slice(0, LETTERS).join("").trim();
  const isFilm = post.format === "reel" || file?.kind === "video";
  return (
    <span
      aria-hidden="true"
      className={`relative block aspect-4/5 flex-none overflow-hidden rounded-sm bg-foam font-display text-xs leading-tight font-bold text-ink wrap-anywhere ${SIZES[size]}`}
    >
      <span className="absolute inset-0 p-1">{letters}</span>
      {file?.thumb != null && (
        <img
          src={file.thumb}
          alt=""
          loading="lazy"
          className="absolute size-full object-cover"
          onError={({ currentTarget }) => currentTarget.remove()}
        />
      )}
      {isFilm && (
        <span className="absolute right-0 bottom-0 bg-night/70 p-0.5 text-chalk">
          <Play className="size-3" />
        </span>
      )}
    </span>
  );
}
