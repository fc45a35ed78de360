import { shownClaims } from "../content/claims.ts";
import { NIGHTLIFE_METRICS } from "../content/nightlife.ts";
import { Band } from "../ui/band.tsx";
import { ClaimNote } from "./claim-note.tsx";

const FILLS = ["fill-persimmon", "fill-tide-bright", "fill-sun"];

export function MetricBars() {
  const metrics = NIGHTLIFE_METRICS.flatMap(({ claim, description }) =>
    shownClaims(claim).map((shown) => ({ ...shown, description, height: heightOf(shown.figure) })),
  );
  if (metrics.length === 0) return null;
  const highest = Math.max(...metrics.map(({ height }) => height));
  return (
    <Band labelledBy="metrics">
      <h2 id="metrics" className="text-3xl">
        Best results
      </h2>
      <ClaimNote about={metrics} className="mt-4 text-ink-soft" />
      <ul className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-3">
        {metrics.map(({ figure, label, description, height }, index) => (
          <li
            key={label}
            className="grid grid-cols-[5rem_1fr] gap-x-5 border-t-2 border-ink sm:block"
          >
            <svg
              viewBox={`0 0 100 ${highest + CREST}`}
              preserveAspectRatio="none"
              className="size-full border-b-2 border-ink sm:h-72"
              aria-hidden="true"
            >
              <path
                d={`M0 ${highest + CREST - height}q12.5-${CREST} 25 0t25 0 25 0 25 0v${height}H0z`}
                className={FILLS[index % FILLS.length]}
              />
            </svg>
            <div>
              <h3 className="mt-5 font-text text-sm font-semibold">
                <span className="block font-display text-4xl">{figure}</span> {label}
              </h3>
              <p className="mt-2 text-ink-soft">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </Band>
  );
}

const CREST = 10;

/** "+247%" is 247 high. */
function heightOf(figure: string): number {
  return Number.parseInt(figure.replace("+", ""), 10);
}
