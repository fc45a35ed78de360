import type { Colours } from "#contracts/sample-month/businesses.ts";

/** Units are those of a frame of 100 by 125. */
export const MARGIN = 8;
const LEADING = 0.94;

const WIDE = /[mwMWQOGCDNH%&@]/;
const NARROW = /[ijl.,'’!|:; IftrJ()]/;

/** Rough width of a line in the display face, in em. */
function widthOf(line: string): number {
  return Array.from(line).reduce(
    (width, letter) => width + (WIDE.test(letter) ? 0.72 : NARROW.test(letter) ? 0.32 : 0.55),
    0,
  );
}

function sizeOf(lines: readonly string[], width: number, max: number): number {
  const fitting = Math.min(max, ...lines.map((line) => width / widthOf(line)));
  return Math.round(fitting * 10) / 10;
}

/** Lines upwards from `bottom`, or downwards from `top`. */
export function Lines({
  lines,
  x = MARGIN,
  bottom,
  top = 0,
  width = 100 - 2 * MARGIN,
  max,
  fill,
  last = fill,
}: {
  lines: readonly string[];
  x?: number;
  bottom?: number;
  top?: number;
  width?: number;
  max: number;
  fill: string;
  last?: string;
}) {
  const size = sizeOf(lines, width, max);
  const pitch = size * LEADING;
  const first = bottom === undefined ? top + size * 0.76 : bottom - (lines.length - 1) * pitch;
  return (
    <g className="font-display font-bold" fontSize={size} letterSpacing={-size * 0.03}>
      {lines.map((line, index) => (
        <text
          key={line}
          x={x}
          y={Math.round((first + index * pitch) * 10) / 10}
          fill={index === lines.length - 1 ? last : fill}
        >
          {line}
        </text>
      ))}
    </g>
  );
}

/** Every drawing of words takes these properties. */
export type LookProps = {
  big: readonly string[];
  small: readonly string[];
  colours: Colours;
};

export function BigWords({ big, small, colours: { ink, accent } }: LookProps) {
  return (
    <>
      <path d="M8 8h14v3h-14z" fill={accent} />
      <text x="26" y="11.5" fontSize="5.4" fontWeight="600" fill={ink}>
        {small[0]}
      </text>
      <Lines
        lines={big}
        bottom={115}
        max={Math.min(34, 100 / big.length)}
        fill={ink}
        last={accent}
      />
    </>
  );
}
