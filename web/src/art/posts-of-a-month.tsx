const DAYS = 30;
const PITCH = 10;
const WIDTH = 7;
const HEIGHT = 24;

/** The days of a month in a row, marked where a post goes out, which is as evenly as they can be spread. */
export function PostsOfAMonth({ count, className = "" }: { count: number; className?: string }) {
  const days = Array.from({ length: DAYS }, (_, day) => day);
  const hasPost = (day: number) =>
    Math.floor(((day + 1) * count) / DAYS) > Math.floor((day * count) / DAYS);
  return (
    <svg
      viewBox={`0 0 ${DAYS * PITCH - (PITCH - WIDTH)} ${HEIGHT}`}
      className={`w-full ${className}`}
      aria-hidden="true"
    >
      <path
        d={days
          .filter((day) => !hasPost(day))
          .map(barOf)
          .join("")}
        className="fill-rule in-data-[tone=tide]:fill-tide-rule"
      />
      <path d={days.filter(hasPost).map(barOf).join("")} className="fill-persimmon" />
    </svg>
  );
}

function barOf(day: number): string {
  return `M${day * PITCH} 0h${WIDTH}v${HEIGHT}h-${WIDTH}z`;
}
