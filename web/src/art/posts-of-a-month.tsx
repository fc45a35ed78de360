export const DAYS = 30;
const PITCH = 10;
const WIDTH = 7;
const HEIGHT = 24;

export function PostsOfAMonth({ count }: { count: number }) {
  const days = Array.from({ length: DAYS }, (_, day) => day);
  const hasPost = (day: number) =>
    Math.floor(((day + 1) * count) / DAYS) > Math.floor((day * count) / DAYS);
  return (
    <svg
      viewBox={`0 0 ${DAYS * PITCH - (PITCH - WIDTH)} ${HEIGHT}`}
      className="w-full"
      aria-hidden="true"
    >
      <path d={barsOf(days)} className="fill-rule" />
      <path d={barsOf(days.filter(hasPost))} className="fill-persimmon" />
    </svg>
  );
}

function barsOf(days: readonly number[]): string {
  const bars = days.map((day, index) => {
    const step = (day - (days[index - 1] ?? 0)) * PITCH;
    return `${index === 0 ? "M" : "m"}${step} 0h${WIDTH}v${HEIGHT}h-${WIDTH}z`;
  });
  return bars.join("");
}
