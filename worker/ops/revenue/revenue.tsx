/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { formatGbp } from "#contracts/money.ts";
import { getRecurringRevenue, listWeeklyFigures } from "#db/ops/list-weekly-figures.ts";
import { newRoutes, type OpsDeps } from "../env.ts";
import { Fact } from "../layout/badges.tsx";
import { writeCsv } from "../layout/csv.ts";
import { formatLondonDate } from "../layout/format-time.ts";
import { Page } from "../layout/page.tsx";
import { Report } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { weeklyFigures, type WeekFigures } from "./revenue-figures.ts";

const WEEKS = 13;

type Column = {
  name: string;
  /** As a cell of the table; `csv` is its number. */
  text: (week: WeekFigures) => string;
  csv: (week: WeekFigures) => number | string;
};

const count = (name: string, key: keyof WeekFigures): Column => ({
  name,
  text: (week) => String(week[key]),
  csv: (week) => week[key] ?? "",
});
const money = (name: string, of: (week: WeekFigures) => number): Column => ({
  name,
  text: (week) => formatGbp(of(week)),
  csv: (week) => of(week) / 100,
});
const share = (name: string, of: (week: WeekFigures) => number | null): Column => ({
  name,
  text: (week) => percent(of(week)),
  csv: (week) => of(week) ?? "",
});

const trialsToPaid = ({ trials, trialsPaid }: WeekFigures) =>
  trials === 0 ? null : trialsPaid / trials;
const percent = (part: number | null): string =>
  part === null ? "–" : `${(part * 100).toFixed(1)}%`;

/** The first is drawn. */
type Columns = readonly [Column, ...Column[]];

const REVENUE: Columns = [
  money("Monthly recurring revenue", (week) => week.monthlyPence),
  count("Subscriptions", "customers"),
  count("Began", "started"),
  count("Ended", "ended"),
  share("Churn", (week) => week.churn),
];
const FUNNEL: Columns = [
  count("Visits", "visits"),
  count("Pricing page", "pricing"),
  count("Checkout page", "checkout"),
  count("Opened a checkout", "opened"),
  count("Paid", "paid"),
];
const TRIALS: Columns = [
  count("Free trials", "trials"),
  count("Have paid since", "trialsPaid"),
  share("Trials to paid", trialsToPaid),
  count("Other enquiries", "enquiries"),
];

export function revenueRoutes({ db, now }: OpsDeps) {
  async function read(): Promise<WeekFigures[]> {
    const [weeks, today] = await Promise.all([
      listWeeklyFigures(db, { now: now().toISOString(), weeks: WEEKS }),
      getRecurringRevenue(db),
    ]);
    return weeklyFigures(weeks, today);
  }

  return newRoutes()
    .get("/", async (c) => {
      const weeks = await read();
      const [newest] = weeks.slice(-1);
      const all = (key: "trials" | "trialsPaid" | "ended") =>
        weeks.reduce((sum, week) => sum + week[key], 0);
      return c.render(
        <Page title="Revenue" current="revenue">
          <dl class="figures health">
            <Fact name="Each month">{formatGbp(newest?.monthlyPence ?? 0)}</Fact>
            <Fact name="Subscriptions">{String(newest?.customers ?? 0)}</Fact>
            <Fact name={`Ended in ${String(WEEKS)} weeks`}>{String(all("ended"))}</Fact>
            <Fact name="Trials to paid">
              {percent(all("trials") === 0 ? null : all("trialsPaid") / all("trials"))}
            </Fact>
          </dl>
          <p class="quiet">
            Each month: prices of the subscriptions, before discounts. Earlier weeks count each
            subscription with what it holds today. <a href={paths.revenueCsv}>Export as CSV</a>
          </p>
          <div class="halves">
            <Weeks title="Recurring revenue" weeks={weeks} columns={REVENUE} />
            <Weeks title="Funnel" weeks={weeks} columns={FUNNEL} />
            <Weeks title="Trials to paid" weeks={weeks} columns={TRIALS} />
          </div>
        </Page>,
      );
    })
    .get("/export.csv", async (c) => {
      const columns = [...REVENUE, ...FUNNEL, ...TRIALS];
      const csv = writeCsv([
        ["Week from", ...columns.map(({ name }) => name)],
        ...(await read()).map((week) => [
          week.monday,
          ...columns.map((column) => column.csv(week)),
        ]),
      ]);
      c.header("Content-Disposition", 'attachment; filename="revenue-by-week.csv"');
      return c.body(csv, 200, { "Content-Type": "text/csv; charset=utf-8" });
    });
}

const WIDTH = 720;
const HEIGHT = 120;

const Weeks: FC<{
  title: string;
  weeks: readonly WeekFigures[];
  columns: Columns;
}> = ({ title, weeks, columns }) => {
  const [drawn] = columns;
  const valueOf = (week: WeekFigures) => Number(drawn.csv(week));
  const max = Math.max(1, ...weeks.map(valueOf));
  const highest = weeks.find((week) => valueOf(week) === max);
  // A sum below nothing, as of a credit that the team made an item, has no bar.
  const heightOf = (week: (typeof weeks)[number]) => (Math.max(0, valueOf(week)) / max) * HEIGHT;
  const step = WIDTH / weeks.length;
  return (
    <section>
      <h2>{title}</h2>
      <figure class="hours figures">
        <figcaption class="quiet">
          {drawn.name}, most in a week: {highest === undefined ? "none" : drawn.text(highest)}
        </figcaption>
        <svg
          class="chart"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {weeks.map((week, index) => (
            <rect
              key={week.monday}
              class="bar"
              x={index * step + 3}
              y={HEIGHT - heightOf(week)}
              width={step - 6}
              height={heightOf(week)}
            />
          ))}
          <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        </svg>
        <p class="quiet ticks" aria-hidden="true">
          <span>{`${String(weeks.length)} weeks ago`}</span>
          <span>now</span>
        </p>
      </figure>
      <div class="wide">
        <Report
          class="small report weeks figures"
          caption="Revenue by week, newest first"
          heads={["Week from", ...columns.map(({ name }) => name)]}
          rows={weeks
            .toReversed()
            .map((week) => [
              formatLondonDate(`${week.monday}T12:00:00Z`),
              ...columns.map((column) => column.text(week)),
            ])}
        />
      </div>
    </section>
  );
};
