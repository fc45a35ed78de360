import type { CaseStudy } from "../content/case-studies.ts";

const WIDTH = 240;
const HEIGHT = 110;

/** A telephone with the analytics screen of an account, drawn from the study's own numbers. */
export function PhoneAnalytics({ study }: { study: CaseStudy }) {
  const [headline, ...rest] = study.metrics;
  return (
    <figure
      aria-label={`Analytics screen of ${study.clientName}`}
      className="mx-auto w-full max-w-64 rounded-phone border-[7px] border-night bg-chalk p-4 pb-6 text-night floating"
    >
      <div className="mx-auto mb-4 h-1.5 w-16 rounded-full bg-tide-bright" />
      <p className="flex justify-between text-xs font-semibold">
        <span>{study.platform}</span>
        <span>{study.timeframe}</span>
      </p>
      <p className="mt-5 text-xs">{headline?.label}</p>
      <p className="font-display text-3xl font-bold">{headline?.value}</p>
      <Chart values={study.weeklyViews} />
      <div className="mt-4 grid grid-cols-2 gap-3">
        {rest.map((metric) => (
          <p key={metric.label} className="border-t-2 border-night pt-1.5 text-xs">
            <span className="block font-display text-lg font-bold">{metric.value}</span>
            {metric.label}
          </p>
        ))}
      </div>
    </figure>
  );
}

function Chart({ values }: { values: readonly number[] }) {
  const highest = Math.max(...values);
  const points = values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * WIDTH;
      const y = HEIGHT - 6 - (value / highest) * (HEIGHT - 16);
      return `${Math.round(x)} ${Math.round(y)}`;
    })
    .join("L");
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mt-3 w-full" aria-hidden="true">
      <path d={`M${points}V${HEIGHT}H0z`} className="fill-sky" />
      <path d={`M${points}`} fill="none" strokeWidth="4" className="stroke-persimmon" />
    </svg>
  );
}
