import type { CaseStudy } from "../content/case-studies.ts";

const WIDTH = 240;
const HEIGHT = 110;
const HEADROOM = 16;
const BAR_GAP = 4;
const DOT_RADIUS = 7;

const SCREENS: Readonly<Record<CaseStudy["platform"], string>> = {
  TikTok: "bg-tide text-on-tide",
  Instagram: "bg-chalk text-night",
};

export function PhoneAnalytics({ study }: { study: CaseStudy }) {
  const [headline, ...rest] = study.metrics;
  return (
    <figure
      aria-label={`Analytics screen of ${study.clientName}`}
      className={`mx-auto w-full max-w-72 rounded-phone border-[7px] border-night p-4 pb-6 floating ${SCREENS[study.platform]}`}
    >
      <div className="mx-auto mb-4 h-1.5 w-16 rounded-full bg-tide-bright" />
      <div className="flex items-center gap-2.5 text-xs">
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-full bg-persimmon font-display text-sm font-bold text-on-persimmon"
        >
          {study.clientName.charAt(0)}
        </span>
        <p className="leading-tight">
          <strong className="block">{study.clientName}</strong>
          {study.platform}
        </p>
      </div>
      <p className="mt-5 flex justify-between text-xs">
        <span>{headline?.label}</span>
        <span>{study.timeframe}</span>
      </p>
      <p className="font-display text-3xl font-bold">{headline?.value}</p>
      <WeeklyViews study={study} className="mt-3" />
      <div className="mt-4 grid grid-cols-2 gap-3">
        {rest.map((metric) => (
          <p key={metric.label} className="border-t-2 border-current pt-1.5 text-xs">
            <span className="block font-display text-lg font-bold">{metric.value}</span>
            {metric.label}
          </p>
        ))}
      </div>
    </figure>
  );
}

/** Hidden from screen readers: its figures are in the text beside it. */
export function WeeklyViews({ study, className }: { study: CaseStudy; className: string }) {
  const Chart = study.platform === "TikTok" ? Bars : Line;
  return (
    <div aria-hidden="true" className={className}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full">
        <Chart values={study.weeklyViews} />
      </svg>
      <p className="mt-1 flex justify-between text-xs">
        <span>Week 1</span>
        <span>Week {study.weeklyViews.length}</span>
      </p>
    </div>
  );
}

function heightsOf(values: readonly number[]): readonly number[] {
  const highest = Math.max(...values);
  return values.map((value) => Math.round((value / highest) * (HEIGHT - HEADROOM)));
}

function Bars({ values }: { values: readonly number[] }) {
  const pitch = WIDTH / values.length;
  const bars = heightsOf(values).map((height, index) => {
    const x = Math.round(index * pitch);
    return `M${x} ${HEIGHT}v-${height}h${Math.round(pitch - BAR_GAP)}v${height}z`;
  });
  return (
    <>
      <path d={bars.slice(0, -1).join("")} className="fill-tide-bright" />
      <path d={bars.at(-1)} className="fill-persimmon" />
    </>
  );
}

function Line({ values }: { values: readonly number[] }) {
  const right = WIDTH - DOT_RADIUS;
  const points = heightsOf(values).map((height, index) => ({
    x: Math.round((index / (values.length - 1)) * right),
    y: HEIGHT - height,
  }));
  const last = points.at(-1);
  const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
  return (
    <>
      <path d={`M${line}V${HEIGHT}H0z`} fillOpacity="0.3" className="fill-tide-bright" />
      <path d={`M${line}`} fill="none" strokeWidth="4" className="stroke-persimmon" />
      <circle cx={last?.x} cy={last?.y} r={DOT_RADIUS} className="fill-persimmon" />
    </>
  );
}
