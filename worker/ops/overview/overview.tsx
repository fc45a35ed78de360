/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { MINUTE_MS } from "#contracts/durations.ts";
import { listInvariantChecks } from "#db/invariants/list-invariant-checks.ts";
import {
  countAttention,
  getFunnel,
  OVERVIEW_HOURS,
  type Overview,
  getOverview,
} from "#db/ops/get-overview.ts";
import { answerInTime } from "../../answer-in-time.ts";
import { countJobs, type QueueCounts } from "../../count-jobs.ts";
import { eventListUrl } from "../../ops-links.ts";
import type { OpsDeps } from "../env.ts";
import { Fact, TimeFact } from "../layout/badges.tsx";
import { COUNT_MAX } from "../layout/filters.tsx";
import { formatAge } from "../layout/format-time.ts";
import { Page } from "../layout/page.tsx";
import { Report } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { Alerts, alertRoutes, NeedsOperator, Invariants } from "./attention.tsx";
import { FailedChart, HoursChart, firstDayOf, FUNNEL_DAYS, FunnelTable } from "./charts.tsx";

const REFRESH_S = 15;

const OVERDUE_MS = MINUTE_MS;

export function overviewRoutes(deps: OpsDeps) {
  return alertRoutes(deps).get("/", async (c) => {
    const now = deps.now();
    const isRefreshing = c.req.query("live") !== "off";
    const [overview, attention, checks, funnels, queues] = await Promise.all([
      getOverview(deps.db, now.toISOString()),
      countAttention(deps.db, { limit: COUNT_MAX, now: now.toISOString() }),
      listInvariantChecks(deps.db),
      Promise.all(FUNNEL_DAYS.map((days) => getFunnel(deps.db, firstDayOf(days, now)))),
      answerInTime(() => Promise.all(deps.queues.map(countJobs))),
    ]);
    if (isRefreshing) c.header("Refresh", String(REFRESH_S));
    return c.render(
      <Page title="Overview" current="overview" beside={<Refreshing isOn={isRefreshing} />}>
        <section>
          <h2>Needs an operator</h2>
          <NeedsOperator
            attention={attention}
            latePromises={overview.promisesLate}
            violations={checks.reduce((sum, { violations }) => sum + violations, 0)}
            alerts={overview.alerts}
            untold={overview.untold}
          />
        </section>
        <Alerts alerts={overview.alerts} />
        <Health overview={overview} isQueueUp={queues !== null} now={now} />
        <section>
          <h2>Events of the last {OVERVIEW_HOURS} hours</h2>
          <HoursChart hours={overview.hours} />
        </section>
        <div class="halves">
          <section>
            <h2>Failed effects</h2>
            {overview.failedEffects.length === 0 ? (
              <p>None.</p>
            ) : (
              <FailedChart effects={overview.failedEffects} />
            )}
          </section>
          <section>
            <h2>Queues</h2>
            {queues === null ? (
              <p class="error">The queues aren’t answering.</p>
            ) : (
              <Queues queues={queues} />
            )}
          </section>
          <section>
            <h2>
              <a href={paths.promises}>Promises</a>
            </h2>
            <Promises overview={overview} />
          </section>
          <section>
            <h2>Visits and sales</h2>
            <FunnelTable funnels={funnels} />
          </section>
          <section>
            <h2>Payments</h2>
            <Payments overview={overview} now={now} />
          </section>
          <section id="invariants">
            <h2>Invariants</h2>
            <Invariants checks={checks} />
          </section>
        </div>
      </Page>,
    );
  });
}

const Refreshing: FC<{ isOn: boolean }> = ({ isOn }) => (
  <>
    <a class="button plain" href={isOn ? `${paths.overview}?live=off` : paths.overview}>
      {isOn ? "Stop refreshing" : "Refresh automatically"}
    </a>
    {isOn ? <p class="quiet">Refreshes every {REFRESH_S} seconds.</p> : null}
  </>
);

const Health: FC<{ overview: Overview; isQueueUp: boolean; now: Date }> = ({
  overview,
  isQueueUp,
  now,
}) => {
  const { oldestDueAt: oldest } = overview;
  const isOverdue = oldest !== null && now.getTime() - Date.parse(oldest) > OVERDUE_MS;
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
        tone={isOverdue ? "bad" : "good"}
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

const Queues: FC<{ queues: readonly QueueCounts[] }> = ({ queues }) => (
  <Report
    class="small figures"
    caption="Queues"
    heads={["Queue", "Waiting", "Running", "Delayed", "Failed"]}
    rows={queues.map(({ name, counts }) => [
      name,
      ...["waiting", "active", "delayed", "failed"].map((state) => counts[state] ?? 0),
    ])}
  />
);

const Promises: FC<{ overview: Overview }> = ({ overview }) => (
  <dl class="facts figures">
    <Fact name="Late">
      {overview.promisesLate === 0 ? "none" : <strong>{overview.promisesLate}</strong>}
    </Fact>
    <Fact name="Open">{overview.promisesOpen === 0 ? "none" : overview.promisesOpen}</Fact>
    <TimeFact name="Next due" iso={overview.nextPromiseDueAt} />
  </dl>
);

const Payments: FC<{ overview: Overview; now: Date }> = ({ overview, now }) => (
  <dl class="facts figures">
    <Fact name="Last drift check">
      {overview.lastCheckAt === null
        ? "not in the last seven days"
        : formatAge(overview.lastCheckAt, now)}
    </Fact>
    <Fact name="Drift in the last day">
      {overview.drifts === 0 ? (
        "none"
      ) : (
        <a href={eventListUrl({ type: "BillingDriftFound" })}>{overview.drifts}</a>
      )}
    </Fact>
  </dl>
);
