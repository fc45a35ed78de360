/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import type { FC } from "hono/jsx";
import { WHOLE_EVENT } from "#db/ops/replay-effects.ts";
import { OVERVIEW_HOURS, type Overview, getOverview } from "#db/ops/get-overview.ts";
import { countJobs, succeedsInTime } from "../metrics.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { eventListUrl } from "./list-query.ts";
import { TimeLabel } from "./badges.tsx";
import { page } from "./page.tsx";
import { paths } from "./paths.ts";
import { formatAge, formatLondonHour } from "./format-time.ts";

const LIVE_S = 15;

const LATE_AFTER_MS = 60_000;

type Counted = Awaited<ReturnType<typeof countJobs>>;

export function overviewRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>().get("/", async (c) => {
    const now = deps.now();
    const isLive = c.req.query("live") === "on";
    let queues: Counted[] = [];
    const [overview, isQueueUp] = await Promise.all([
      getOverview(deps.db, now.toISOString()),
      succeedsInTime(async () => {
        queues = await Promise.all(deps.queues.map(countJobs));
      }),
    ]);
    if (isLive) c.header("Refresh", String(LIVE_S));
    return page(
      c,
      { title: "Overview", current: "overview" },
      <>
        <div class="title">
          <h1>Overview</h1>
          <a class="button plain" href={isLive ? paths.overview : `${paths.overview}?live=on`}>
            {isLive ? "Stop refreshing" : `Refresh every ${LIVE_S} seconds`}
          </a>
        </div>
        <Health overview={overview} isQueueUp={isQueueUp} now={now} />
        <section>
          <h2>Events of the last {OVERVIEW_HOURS} hours</h2>
          <HoursChart hours={overview.hours} />
        </section>
        <div class="halves">
          <section>
            <h2>Failed effects</h2>
            {overview.failed_effects.length === 0 ? (
              <p>None.</p>
            ) : (
              <FailedChart effects={overview.failed_effects} />
            )}
          </section>
          <section>
            <h2>Queues</h2>
            {isQueueUp ? (
              <Queues queues={queues} />
            ) : (
              <p class="error">The queues do not answer.</p>
            )}
          </section>
          <section>
            <h2>Payments</h2>
            <Payments overview={overview} now={now} />
          </section>
          <section>
            <h2>Alerts of the last day</h2>
            {overview.undelivered_at === null ? null : (
              <p class="error">
                Alerts could not be delivered, last at <TimeLabel iso={overview.undelivered_at} />.
              </p>
            )}
            {overview.alerts.length === 0 ? (
              overview.undelivered_at === null && <p>None.</p>
            ) : (
              <ul class="log">
                {overview.alerts.map(({ cause, at }) => (
                  <li key={cause}>
                    <p>
                      <strong>{causeWords(cause)}</strong>, <TimeLabel iso={at} />
                    </p>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </>,
    );
  });
}

const Health: FC<{ overview: Overview; isQueueUp: boolean; now: Date }> = ({
  overview,
  isQueueUp,
  now,
}) => {
  const { oldest_due_at: oldest } = overview;
  const isLate = oldest !== null && now.getTime() - Date.parse(oldest) > LATE_AFTER_MS;
  return (
    <dl class="figures health">
      <Figure name="Database" value="answers" tone="good" />
      <Figure
        name="Queue"
        value={isQueueUp ? "answers" : "does not answer"}
        tone={isQueueUp ? "good" : "bad"}
      />
      <Figure name="Open events" value={String(overview.open)} />
      <Figure
        name="Oldest overdue"
        value={oldest === null ? "none" : formatAge(oldest, now)}
        tone={isLate ? "bad" : "good"}
      />
    </dl>
  );
};

const Figure: FC<{ name: string; value: string; tone?: "good" | "bad" }> = ({
  name,
  value,
  tone,
}) => (
  <div>
    <dt>{name}</dt>
    <dd class={tone}>{value}</dd>
  </div>
);

const WIDTH = 720;
const HEIGHT = 160;
const NAMED_EVERY = 6;

const HoursChart: FC<{ hours: Overview["hours"] }> = ({ hours }) => {
  const most = Math.max(1, ...hours.map(({ events }) => events));
  const step = WIDTH / hours.length;
  const total = hours.reduce((sum, { events }) => sum + events, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  return (
    <figure class="hours figures">
      <p class="quiet scale">
        {total === 0 ? "None." : `Most in one hour: ${String(most)}`}
        <span class="key">failed</span>
      </p>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${total} events, ${failed} of them failed; at most ${most} in one hour.`}
      >
        {hours.map(({ at, events, failed: bad }, index) => {
          const height = (events / most) * HEIGHT;
          const badHeight = (bad / most) * HEIGHT;
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
                y={HEIGHT - badHeight}
                width={step - 4}
                height={badHeight}
              />
            </g>
          );
        })}
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p class="quiet ticks" aria-hidden="true">
        {hours.flatMap(({ at }, index) =>
          index % NAMED_EVERY === 0 ? [<span key={at}>{formatLondonHour(at)}</span>] : [],
        )}
        <span>now</span>
      </p>
      <details>
        <summary>
          {total} events, {failed} failed: hour by hour
        </summary>
        <table class="small">
          <thead>
            <tr>
              <th scope="col">Hour</th>
              <th scope="col">Events</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {hours.toReversed().map((hour) => (
              <tr key={hour.at}>
                <th scope="row">
                  <TimeLabel iso={hour.at} />
                </th>
                <td class="figures">{hour.events}</td>
                <td class="figures">{hour.failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
};

const FailedChart: FC<{ effects: Overview["failed_effects"] }> = ({ effects }) => {
  const most = Math.max(...effects.map(({ count }) => count));
  return (
    <ul class="bars">
      {effects.map(({ effect, count }) => (
        <li key={effect}>
          <span>
            {effect === WHOLE_EVENT ? "dead-lettered events" : effect}{" "}
            <strong class="figures">{count}</strong>
          </span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar bad" width={(count / most) * 100} height="1" />
          </svg>
        </li>
      ))}
      <li>
        <a href={eventListUrl({ state: "failed" })}>Failed events</a>
      </li>
    </ul>
  );
};

const Queues: FC<{ queues: readonly Counted[] }> = ({ queues }) => (
  <table class="small">
    <thead>
      <tr>
        <th scope="col">Queue</th>
        <th scope="col">Waiting</th>
        <th scope="col">Running</th>
        <th scope="col">Delayed</th>
        <th scope="col">Failed</th>
      </tr>
    </thead>
    <tbody>
      {queues.map(({ name, counts }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td class="figures">{counts["waiting"] ?? 0}</td>
          <td class="figures">{counts["active"] ?? 0}</td>
          <td class="figures">{counts["delayed"] ?? 0}</td>
          <td class="figures">{counts["failed"] ?? 0}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Payments: FC<{ overview: Overview; now: Date }> = ({ overview, now }) => (
  <dl class="facts figures">
    <div>
      <dt>Last drift check</dt>
      <dd>
        {overview.last_check_at === null
          ? "not in the last seven days"
          : formatAge(overview.last_check_at, now)}
      </dd>
    </div>
    <div>
      <dt>Drift in the last day</dt>
      <dd>
        {overview.drifts === 0 ? (
          "none"
        ) : (
          <a href={eventListUrl({ type: "BillingDriftFound" })}>{overview.drifts}</a>
        )}
      </dd>
    </div>
  </dl>
);

function causeWords(cause: string): string {
  return cause === WHOLE_EVENT ? "dead-lettered events" : cause.replace(/^effect:/, "effect ");
}
