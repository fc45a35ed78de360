import type { ReactNode } from "react";
import { BUSINESSES } from "#contracts/sample-month/businesses.ts";
import type { Trade } from "../content/industries.ts";
import { PICTURE_FILES, type PictureFile } from "./picture-files.ts";

const WIDTH = 1440;
const HEIGHT = 372;
const SEA_LEVEL = 212;
const POSTS_OF_A_MONTH = 12;
const NAMED_DAYS = [5, 10, 15, 20, 25, 30];

/** The chart is no higher; a higher box repeats it sideways. */
export const CHART_BOX =
  "mt-4 -mb-px h-[clamp(16rem,8rem+15vw,25rem)] flex justify-center overflow-x-clip sm:mt-2";

/** A picture of the trade that no tile further down the page shows, or large words. */
type Example = readonly [trade: Trade, nth: number] | readonly [trade: Trade, ...lines: string[]];

const POSTS: readonly Example[] = [
  ["ecommerce", "Packed", "by hand."],
  ["fitness", "Chalk.", "Breathe.", "Lift."],
  ["automotive", 0],
  ["ecommerce", 1],
  ["food", "Eggs", "until", "three."],
  ["nightlife", 1],
  ["professional-services", 1],
  ["health-beauty", "One", "chair", "free"],
  ["automotive", 1],
  ["fitness", 1],
  ["legal-coverage", "Read", "page", "four."],
  ["technology", 1],
];
const SPACING = WIDTH / POSTS_OF_A_MONTH;

const RANGE = 24;
const HIGH_WATER = SEA_LEVEL - RANGE;

// Share of half a wave at which the handles of a cubic curve best approximate a sine.
const SINE_HANDLE = 0.364;

function waterPath(): string {
  const half = SPACING / 2;
  const bend = half - Math.round(half * SINE_HANDLE);
  const wave = `s${bend}-${2 * RANGE} ${half}-${2 * RANGE} ${bend} ${2 * RANGE} ${half} ${2 * RANGE}`;
  const waves = wave.repeat(POSTS_OF_A_MONTH * 3);
  return `M${-WIDTH} ${SEA_LEVEL + RANGE}${waves}V${HEIGHT}H${-WIDTH}z`;
}

const HIGH_WATERS = Array.from({ length: POSTS_OF_A_MONTH }, (_, index) => (index + 0.5) * SPACING);
const HIGH_WATER_DOTS = HIGH_WATERS.map((x) => `M${x - 6} 302a6 6 0 0 0 12 0a6 6 0 0 0-12 0`).join(
  "",
);
const HIGH_WATER_LINES = HIGH_WATERS.map((x) => `M${x} ${HIGH_WATER + 14}h1.5V292h-1.5z`).join("");

const WATER = waterPath();

/** The month that visitors see before they give their own words. */
export function TideChart() {
  return (
    <Tide label="A month drawn as a tide chart. Twelve posts come in, one with every high water.">
      {POSTS.map(([trade, ...post], index) => (
        <Afloat key={HIGH_WATERS[index]} index={index} name={BUSINESSES[trade].handle}>
          <Post trade={trade} post={post} />
        </Afloat>
      ))}
    </Tide>
  );
}

type TideProps = {
  label: string;
  days?: number;
  /** `group` when the posts can be opened. */
  role?: "img" | "group";
  /** Twelve posts afloat. */
  children: ReactNode;
};

/** It is as high as the box around it. Where that is wider than a month, the months before and after show beside it. */
export function Tide({ label, days = 30, role = "img", children }: TideProps) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="mx-auto h-full max-w-none flex-none overflow-visible"
      role={role}
      aria-label={label}
    >
      <defs>
        <path id="tide" d={WATER} />
      </defs>
      {/* Chromium's compositor moves no `use` with a place of its own. */}
      <g className="ebb fill-tide-bright" opacity=".45">
        <use href="#tide" x="-34" y="-12" />
      </g>
      <g id="tide-posts">{children}</g>
      {/* A copy of what can be opened could be opened, too. */}
      {role === "img" && <Beside href="#tide-posts" />}
      <use href="#tide" className="flood fill-tide" />
      <g id="tide-days">
        <DayScale days={days} />
      </g>
      <Beside href="#tide-days" />
    </svg>
  );
}

function Beside({ href }: { href: string }) {
  return (
    <g aria-hidden="true" className="pointer-events-none">
      <use href={href} x={-WIDTH} />
      <use href={href} x={WIDTH} />
    </g>
  );
}

type AfloatProps = {
  index: number;
  name: string;
  children: ReactNode;
};

/** A post of 100 by 125 units, in its frame. */
export function Afloat({ index, name, children }: AfloatProps) {
  const x = (index + 0.5) * SPACING;
  const size = [0.92, 1.12, 0.98, 1.22][index % 4] ?? 1;
  const tilt = [-5, 3, -2, 6, -7][index % 5] ?? 0;
  const y = HIGH_WATER - 102 * size;
  return (
    <g className="afloat">
      <g
        transform={`translate(${Math.round(x)} ${Math.round(y)}) rotate(${tilt}) scale(${size}) translate(-50 0)`}
      >
        <path d="M-4-22h108v178H-4z" className="fill-chalk stroke-rule" strokeWidth=".8" />
        <path d="M2-11a6 6 0 0 0 12 0a6 6 0 0 0-12 0" className="fill-tide" />
        <text x="18" y="-8" fontSize="9" className="fill-tide font-semibold" aria-hidden="true">
          {name}
        </text>
        {children}
      </g>
    </g>
  );
}

function Post({
  trade,
  post: [nth, ...more],
}: {
  trade: Trade;
  post: readonly (string | number)[];
}) {
  const file = PICTURE_FILES[trade]?.[Number(nth)];
  if (file !== undefined) return <PictureAfloat file={file} />;
  const { ground, accent } = BUSINESSES[trade].colours;
  return (
    <>
      <path d="M0 0h100v125H0z" fill={ground} />
      <text fill={accent} fontSize="24" className="font-display font-bold">
        {[nth, ...more].map((line, index) => (
          <tspan key={line} x="7" y={(index + 1) * 24}>
            {line}
          </tspan>
        ))}
      </text>
    </>
  );
}

export function PictureAfloat({ file }: { file: PictureFile }) {
  return (
    <image
      href={`/assets/${file.name}-320.avif`}
      width="100"
      height="125"
      preserveAspectRatio="xMidYMid slice"
    />
  );
}

function DayScale({ days }: { days: number }) {
  const width = WIDTH / days;
  return (
    <g>
      <path
        d={`M${-width / 2} 334${`m${width}-10v10`.repeat(days)}`}
        className="stroke-on-tide-soft"
        strokeWidth="1.5"
      />
      <g className="fill-on-tide-soft" fontSize="16" textAnchor="middle">
        {NAMED_DAYS.map((day) => (
          <text key={day} x={(day - 0.5) * width} y="354">
            {day}
          </text>
        ))}
      </g>
      <path d={HIGH_WATER_LINES} className="plumb fill-persimmon" opacity=".55" />
      <path d={HIGH_WATER_DOTS} className="fill-persimmon" />
    </g>
  );
}
