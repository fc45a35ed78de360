import { Scene, type SceneName } from "./scenes.tsx";

const WIDTH = 1440;
const HEIGHT = 372;
const SEA_LEVEL = 212;
const DAYS = 30;
const NAMED_DAYS = [5, 10, 15, 20, 25, 30];
const POSTS: readonly SceneName[] = [
  "coffee",
  "salon",
  "car",
  "plate",
  "club",
  "dress",
  "cocktail",
  "growth",
  "lipstick",
  "dumbbell",
  "parcel",
  "hotel",
];
const SPACING = WIDTH / POSTS.length;

const RANGE = 24;
const HIGH_WATER = SEA_LEVEL - RANGE;

// Share of half a wave at which the handles of a cubic curve best approximate a sine.
const SINE_HANDLE = 0.364;

function waterPath(): string {
  const half = SPACING / 2;
  const bend = half - Math.round(half * SINE_HANDLE);
  const wave = `s${bend}-${2 * RANGE} ${half}-${2 * RANGE} ${bend} ${2 * RANGE} ${half} ${2 * RANGE}`;
  const waves = wave.repeat(POSTS.length + 2);
  return `M${-SPACING} ${SEA_LEVEL + RANGE}${waves}V${HEIGHT}H${-SPACING}z`;
}

const HIGH_WATERS = POSTS.map((_, index) => (index + 0.5) * SPACING);
const HIGH_WATER_DOTS = HIGH_WATERS.map((x) => `M${x - 6} 302a6 6 0 0 0 12 0a6 6 0 0 0-12 0`).join(
  "",
);
const HIGH_WATER_LINES = HIGH_WATERS.map((x) => `M${x} ${HIGH_WATER + 14}h1.5V292h-1.5z`).join("");

const WATER = waterPath();

export function TideChart({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      className={`block w-full ${className}`}
      role="img"
      aria-label="A month drawn as a tide chart. Twelve posts come in, one with every high water."
    >
      <defs>
        <path id="tide" d={WATER} />
      </defs>
      <use href="#tide" x="-34" y="-12" className="fill-tide-bright" opacity=".45" />
      {POSTS.map((scene, index) => (
        <PostAfloat key={scene} scene={scene} index={index} />
      ))}
      <use href="#tide" className="fill-tide" />
      <DayScale />
    </svg>
  );
}

function PostAfloat({ scene, index }: { scene: SceneName; index: number }) {
  const x = (index + 0.5) * SPACING;
  const size = [0.92, 1.12, 0.98, 1.22][index % 4] ?? 1;
  const tilt = [-5, 3, -2, 6, -7][index % 5] ?? 0;
  const y = HIGH_WATER - 104 * size;
  return (
    <g className="afloat">
      <g
        transform={`translate(${Math.round(x)} ${Math.round(y)}) rotate(${tilt}) scale(${size}) translate(-50 0)`}
      >
        <path d="M-4-4h108v160H-4z" className="fill-chalk stroke-rule" strokeWidth=".8" />
        <Scene name={scene} />
      </g>
    </g>
  );
}

const DAY_WIDTH = WIDTH / DAYS;
const DAY_TICKS = `M${-DAY_WIDTH / 2} 334${`m${DAY_WIDTH}-10v10`.repeat(DAYS)}`;

function DayScale() {
  return (
    <g>
      <path d={DAY_TICKS} className="stroke-on-tide-soft" strokeWidth="1.5" />
      <g className="fill-on-tide-soft" fontSize="16" textAnchor="middle">
        {NAMED_DAYS.map((day) => (
          <text key={day} x={(day - 0.5) * DAY_WIDTH} y="354">
            {day}
          </text>
        ))}
      </g>
      <path d={HIGH_WATER_LINES} className="fill-persimmon" opacity=".55" />
      <path d={HIGH_WATER_DOTS} className="fill-persimmon" />
    </g>
  );
}
