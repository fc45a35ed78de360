import { Scene, type SceneName } from "./scenes.tsx";

const WIDTH = 1440;
const HEIGHT = 372;
const SEA_LEVEL = 212;
const DAYS = 30;
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

/** How far high water stands above the middle at this place: more at springs, less at neaps. */
function rangeAt(x: number): number {
  return 19 + 9 * Math.cos((4 * Math.PI * (x - 540)) / WIDTH);
}

function highWaterAt(x: number): number {
  return SEA_LEVEL - rangeAt(x);
}

// The handle length, as a share of half a wave, at which a cubic curve comes closest to a sine.
const SINE_HANDLE = 0.364;

/** The water's edge and all below it. `shift` moves the waves along, `lift` moves them up. */
function waterPath(shift: number, lift: number): string {
  const half = SPACING / 2;
  const turnAt = (turn: number) => {
    const x = turn * half + shift;
    const y = SEA_LEVEL - lift + (turn % 2 === 0 ? 1 : -1) * rangeAt(x);
    return { x: Math.round(x), y: Math.round(y) };
  };
  const handle = Math.round(half * SINE_HANDLE);
  const start = turnAt(-2);
  let path = `M${start.x} ${start.y}`;
  for (let turn = -1; turn <= 2 * POSTS.length + 2; turn += 1) {
    const { x, y } = turnAt(turn);
    path += `S${x - handle} ${y} ${x} ${y}`;
  }
  return `${path}V${HEIGHT}H${start.x}z`;
}

const HIGH_WATERS = POSTS.map((_, index) => (index + 0.5) * SPACING);
const HIGH_WATER_DOTS = HIGH_WATERS.map((x) => `M${x - 6} 302a6 6 0 0 0 12 0a6 6 0 0 0-12 0`).join(
  "",
);
const HIGH_WATER_LINES = HIGH_WATERS.map(
  (x) => `M${x - 1} ${Math.round(highWaterAt(x)) + 14}h1.5V292h-1.5z`,
).join("");

const BACK_WATER = waterPath(-34, 12);
const FRONT_WATER = waterPath(0, 0);

/**
 * A month as a tide chart: every high water brings a post in, half out of the sea like the mark of the name.
 */
export function TideChart({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      className={`block w-full ${className}`}
      role="img"
      aria-label="A month drawn as a tide chart. Twelve posts come in, one with every high water."
    >
      <path d={BACK_WATER} className="fill-tide-bright" opacity=".45" />
      {POSTS.map((scene, index) => (
        <PostAfloat key={scene} scene={scene} index={index} />
      ))}
      <path d={FRONT_WATER} className="fill-tide" />
      <DayScale />
    </svg>
  );
}

function PostAfloat({ scene, index }: { scene: SceneName; index: number }) {
  const x = (index + 0.5) * SPACING;
  const size = [0.92, 1.12, 0.98, 1.22][index % 4] ?? 1;
  const tilt = [-5, 3, -2, 6, -7][index % 5] ?? 0;
  const y = highWaterAt(x) - 104 * size;
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

function DayScale() {
  const dayWidth = WIDTH / DAYS;
  return (
    <g className="fill-on-tide-soft" fontSize="15" textAnchor="middle">
      {Array.from({ length: DAYS }, (_, index) => (
        <text key={index} x={Math.round((index + 0.5) * dayWidth)} y="344">
          {index + 1}
        </text>
      ))}
      <path d={HIGH_WATER_LINES} className="fill-persimmon" opacity=".55" />
      <path d={HIGH_WATER_DOTS} className="fill-persimmon" />
    </g>
  );
}
