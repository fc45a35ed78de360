/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { DAY_MS } from "#contracts/durations.ts";
import type { Overview, Funnel } from "#db/ops/get-overview.ts";
import { WHOLE_EVENT } from "#db/ops/replay-effects.ts";
import { effectLabel } from "../../event-labels.ts";
import { eventListUrl } from "../../ops-links.ts";
import { formatLondonHour, formatLondonTime } from "../layout/format-time.ts";
import { Report } from "../layout/table.tsx";

/** Units of the SVG, which scales to its column. */
const WIDTH = 720;
const HEIGHT = 160;
const HOURS_PER_TICK = 6;

export const HoursChart: FC<{ hours: Overview["hours"] }> = ({ hours }) => {
  const max = Math.max(1, ...hours.map(({ events }) => events));
  const step = WIDTH / hours.length;
  const total = hours.reduce((sum, { events }) => sum + events, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  return (
    <figure class="hours figures">
      <p class="quiet scale">
        {total === 0 ? "None." : `Most in one hour: ${String(max)}`}
        <span class="key">failed</span>
      </p>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${total} events, ${failed} of them failed; at most ${max} in one hour.`}
      >
        {hours.map(({ at, events, failed: failedEvents }, index) => {
          const height = (events / max) * HEIGHT;
          const failedHeight = (failedEvents / max) * HEIGHT;
          return (
            <g key={at}>
              <rect
                class="bar"
                x={index * step + 2}
                y={HEIGHT - height}
                width={step - 4}
                height={height}
              />
              <rect
                class="bar bad"
                x={index * step + 2}
                y={HEIGHT - failedHeight}
                width={step - 4}
                height={failedHeight}
              />
            </g>
          );
        })}
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p class="quiet ticks" aria-hidden="true">
        {hours.flatMap(({ at }, index) =>
          index % HOURS_PER_TICK === 0 ? [<span key={at}>{formatLondonHour(at)}</span>] : [],
        )}
        <span>now</span>
      </p>
      <details>
        <summary>
          {total} events, {failed} failed: hour by hour
        </summary>
        <Report
          class="small figures"
          caption="Events by hour, newest first"
          heads={["Hour", "Events", "Failed"]}
          rows={hours
            .toReversed()
            .map(({ at, events, failed }) => [formatLondonTime(at), events, failed])}
        />
      </details>
    </figure>
  );
};

export const FailedChart: FC<{ effects: Overview["failedEffects"] }> = ({ effects }) => {
  const max = Math.max(...effects.map(({ count }) => count));
  return (
    <ul class="bars">
      {effects.map(({ effect, count }) => (
        <li key={effect}>
          <span>
            {effect === WHOLE_EVENT ? "Events without effects" : effectLabel(effect)}{" "}
            <strong class="figures">{count}</strong>
          </span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar bad" width={(count / max) * 100} height="1" />
          </svg>
        </li>
      ))}
      <li>
        <a href={eventListUrl({ state: "failed" })}>Failed events</a>
      </li>
    </ul>
  );
};

/** UTC days, today included. */
export const FUNNEL_DAYS = [7, 28] as const;

const STEPS: Readonly<Record<keyof Funnel, string>> = {
  visits: "Visits",
  pricing: "Views of the pricing page",
  checkout: "Views of the checkout page",
  started: "Buyers who opened a checkout",
  paid: "Buyers who paid",
  trials: "Free trials asked for",
  enquiries: "Other enquiries",
};

export function firstDayOf(days: number, now: Date): string {
  return new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
}

export const FunnelTable: FC<{ funnels: readonly Funnel[] }> = ({ funnels }) => (
  <>
    <Report
      class="small figures"
      caption="Visits and sales"
      heads={["Step", ...FUNNEL_DAYS.map((days) => `${String(days)} days`)]}
      rows={(Object.keys(STEPS) as (keyof Funnel)[]).map((step) => [
        STEPS[step],
        ...funnels.map((funnel) => funnel[step]),
      ])}
    />
    <p class="quiet">
      A visit begins outside the site. Visits and views count browsers that run the site’s script
      and don’t ask us not to; a bot that does counts too.
    </p>
  </>
);
