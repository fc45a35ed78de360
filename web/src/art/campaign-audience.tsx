import type { CampaignType } from "../content/campaigns.ts";

const COLUMNS = 18;
const ROWS = 4;
const PITCH = 14;
const SIZE = 9;
const WIDTH = COLUMNS * PITCH;
const HEIGHT = ROWS * PITCH;

const EVERYBODY = Array.from({ length: COLUMNS * ROWS }, (_, person) => person);
const CURIOUS = [3, 8, 12, 14, 19, 22, 25, 29, 33, 36, 40, 44, 47, 51, 55, 58, 62, 67, 70];
const BUYERS = [12, 25, 40, 51, 67];

export const REACHED: Readonly<Record<CampaignType, readonly number[]>> = {
  Awareness: EVERYBODY,
  Engagement: CURIOUS,
  Conversion: BUYERS,
  Retargeting: CURIOUS.filter((person) => !BUYERS.includes(person)),
};

export function CampaignAudience({
  type,
  className = "",
}: {
  type: CampaignType;
  className?: string;
}) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={`w-full ${className}`}
      fill="none"
      strokeWidth={SIZE}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={dotsOf(EVERYBODY)} className="stroke-rule" />
      <path d={dotsOf(REACHED[type])} className="stroke-persimmon" />
    </svg>
  );
}

/** Zero-length lines: round caps turn them into dots. */
function dotsOf(people: readonly number[]): string {
  const places = people.map((person) => {
    const x = (person % COLUMNS) * PITCH + PITCH / 2;
    const y = Math.floor(person / COLUMNS) * PITCH + PITCH / 2;
    return `M${x} ${y}h0`;
  });
  return places.join("");
}
