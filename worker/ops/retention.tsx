/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import type { FC } from "hono/jsx";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { CANCEL_REASON_LABELS, type CancelReason } from "#contracts/billing/retention-offer.ts";
import { formatGbp } from "#contracts/money.ts";
import { getRetentionCounts } from "#db/ops/get-retention-figures.ts";
import type { OpsDeps, OpsEnv } from "./env.ts";
import { eventListUrl } from "./list-query.ts";
import { page } from "./page.tsx";
import { paths } from "./paths.ts";
import { type RetentionTotals, retentionTotals } from "./retention-figures.ts";

const SPANS_DAYS = [30, 90, 365] as const;
type Span = (typeof SPANS_DAYS)[number];

const DAY_MS = 86_400_000;

export function retentionRoutes({ db, now }: OpsDeps) {
  return new Hono<OpsEnv>().get("/", async (c) => {
    const asked = Number(c.req.query("days"));
    const days = SPANS_DAYS.find((span) => span === asked) ?? SPANS_DAYS[0];
    const since = new Date(now().getTime() - days * DAY_MS).toISOString();
    const figures = retentionTotals(await getRetentionCounts(db, since));
    return page(
      c,
      { title: "Retention", current: "retention" },
      <>
        <h1>Retention</h1>
        <Spans days={days} />
        <dl class="figures health">
          <Figure name="Saved each month">{formatGbp(figures.savedPence)}</Figure>
          <Figure name="Lost each month">{formatGbp(figures.ends.lostPence)}</Figure>
          <Figure name="Discounts given">{formatGbp(figures.discountsPence)}</Figure>
          <Figure name="Sent back">{formatGbp(figures.refunds.refunded.pence)}</Figure>
        </dl>
        <p class="quiet">
          {`Saved is what those pay, before their discount, who took the offer and stay. The discounts are counted over all
            ${String(RETENTION_OFFER.months)} months. All of it is of people who said so on our own pages in this time; who
            left at the payment provider or owed too long is not in it.`}
        </p>
        <div class="halves">
          <section>
            <h2>The offer to stay</h2>
            <Offers offers={figures.offers} />
          </section>
          <section>
            <h2>Cancellations</h2>
            <Ends ends={figures.ends} />
          </section>
          <section>
            <h2>Money back</h2>
            <Refunds refunds={figures.refunds} />
          </section>
        </div>
      </>,
    );
  });
}

const Spans: FC<{ days: Span }> = ({ days }) => (
  <div class="filters">
    <nav aria-label="Time">
      {SPANS_DAYS.map((span) => (
        <a
          key={span}
          href={`${paths.retention}?days=${String(span)}`}
          aria-current={span === days ? "true" : undefined}
        >
          {`Last ${String(span)} days`}
        </a>
      ))}
    </nav>
  </div>
);

const Figure: FC<{ name: string; children: string }> = ({ name, children }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Offers: FC<{ offers: RetentionTotals["offers"] }> = ({ offers }) => (
  <Report
    of="Why they were leaving"
    heads={["Shown", "Taken", "Declined", "No answer"]}
    rows={offers.byReason.map((row) => [
      reasonWords(row.reason),
      row.shown,
      row.claimed,
      row.declined,
      row.unanswered,
    ])}
    total={["All", offers.shown, offers.claimed, offers.declined, offers.unanswered]}
    none="Nobody was shown it."
  />
);

const Ends: FC<{ ends: RetentionTotals["ends"] }> = ({ ends }) => (
  <Report
    of="Why they left"
    heads={["Cancelled", "Taken back", "Lost each month"]}
    rows={ends.byReason.map((row) => [
      reasonWords(row.reason),
      row.count,
      row.resumed,
      formatGbp(row.lostPence),
    ])}
    total={["All", ends.count, ends.resumed, formatGbp(ends.lostPence)]}
    none="Nobody cancelled."
  />
);

const REFUNDS = [
  ["asked", "Waits for a decision"],
  ["approved", "Approved, not sent back yet"],
  ["refunded", "Sent back"],
  ["declined", "Declined"],
] as const;

const Refunds: FC<{ refunds: RetentionTotals["refunds"] }> = ({ refunds }) => {
  const all = Object.values(refunds);
  return (
    <>
      <Report
        of="What became of it"
        heads={["Asked", "Sum"]}
        rows={REFUNDS.filter(([state]) => refunds[state].count > 0).map(([state, words]) => [
          words,
          refunds[state].count,
          formatGbp(refunds[state].pence),
        ])}
        total={[
          "All",
          all.reduce((sum, { count }) => sum + count, 0),
          formatGbp(all.reduce((sum, { pence }) => sum + pence, 0)),
        ]}
        none="Nobody asked."
      />
      {refunds.asked.count === 0 ? null : (
        <p>
          <a href={eventListUrl({ view: "refunds" })}>Decide</a>
        </p>
      )}
    </>
  );
};

type Row = readonly [name: string, ...cells: readonly (string | number)[]];

const Report: FC<{
  of: string;
  heads: readonly string[];
  rows: readonly Row[];
  total: Row;
  none: string;
}> = ({ of, heads, rows, total, none }) =>
  rows.length === 0 ? (
    <p>{none}</p>
  ) : (
    <table class="small report figures">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{of}</span>
          </th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ReportRow key={row[0]} heads={heads} row={row} />
        ))}
      </tbody>
      {rows.length < 2 ? null : (
        <tfoot>
          <ReportRow heads={heads} row={total} />
        </tfoot>
      )}
    </table>
  );

const ReportRow: FC<{ heads: readonly string[]; row: Row }> = ({
  heads,
  row: [name, ...cells],
}) => (
  <tr>
    <th scope="row">{name}</th>
    {heads.map((head, index) => (
      <td key={head}>{cells[index]}</td>
    ))}
  </tr>
);

function reasonWords(reason: CancelReason | null): string {
  return reason === null ? "They did not say" : CANCEL_REASON_LABELS[reason];
}
