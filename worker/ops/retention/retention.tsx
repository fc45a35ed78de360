/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { RETENTION_OFFER } from "#contracts/billing/coupons.ts";
import { CANCEL_REASON_LABELS, type CancelReason } from "#contracts/billing/retention-offer.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { formatGbp } from "#contracts/money.ts";
import { getRetentionCounts } from "#db/ops/get-retention-counts.ts";
import type { RefundRequestState } from "#db/schema/billing.ts";
import { eventListUrl } from "../../ops-links.ts";
import { newRoutes, type OpsDeps } from "../env.ts";
import { Fact } from "../layout/badges.tsx";
import { Page } from "../layout/page.tsx";
import { Report } from "../layout/table.tsx";
import { paths } from "../paths.ts";
import { REFUND_STATES } from "../refunds/refund-request.tsx";
import { type RetentionTotals, retentionTotals } from "./retention-figures.ts";

const SPANS_DAYS = [30, 90, 365] as const;
type Span = (typeof SPANS_DAYS)[number];

export function retentionRoutes({ db, now }: OpsDeps) {
  return newRoutes().get("/", async (c) => {
    const query = Number(c.req.query("days"));
    const days = SPANS_DAYS.find((span) => span === query) ?? SPANS_DAYS[0];
    const since = new Date(now().getTime() - days * DAY_MS).toISOString();
    const figures = retentionTotals(await getRetentionCounts(db, since));
    return c.render(
      <Page title="Retention" current="retention">
        <Spans days={days} />
        <dl class="figures health">
          <Fact name="Saved each month">{formatGbp(figures.savedPence)}</Fact>
          <Fact name="Lost each month">{formatGbp(figures.cancellations.lostPence)}</Fact>
          <Fact name="Discounts">{formatGbp(figures.discountsPence)}</Fact>
          <Fact name="Refunded">{formatGbp(figures.refunds.refunded.pence)}</Fact>
        </dl>
        <p class="quiet">
          {`Saved: monthly prices, before the discount, of customers who accepted the offer and stayed. Discounts: over all
            ${String(RETENTION_OFFER.months)} months. Only cancellations made on our site count, not those made at Stripe or
            for unpaid invoices.`}
        </p>
        <div class="halves">
          <section>
            <h2>Retention offer</h2>
            <Offers offers={figures.offers} />
          </section>
          <section>
            <h2>Cancellations</h2>
            <Cancellations totals={figures.cancellations} />
          </section>
          <section>
            <h2>Refunds</h2>
            <Refunds refunds={figures.refunds} />
          </section>
        </div>
      </Page>,
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

const Offers: FC<{ offers: RetentionTotals["offers"] }> = ({ offers }) => (
  <Report
    caption="Offers by reason"
    unseen="Reason for leaving"
    heads={["Shown", "Accepted", "Declined", "No answer"]}
    rows={offers.byReason.map((row) => [
      reasonLabel(row.reason),
      row.shown,
      row.accepted,
      row.declined,
      row.unanswered,
    ])}
    total={["All", offers.shown, offers.accepted, offers.declined, offers.unanswered]}
    none="No offers shown."
  />
);

const Cancellations: FC<{ totals: RetentionTotals["cancellations"] }> = ({ totals }) => (
  <Report
    caption="Cancellations by reason"
    unseen="Reason for leaving"
    heads={["Cancelled", "Resumed", "Lost each month"]}
    rows={totals.byReason.map((row) => [
      reasonLabel(row.reason),
      row.count,
      row.resumed,
      formatGbp(row.lostPence),
    ])}
    total={["All", totals.count, totals.resumed, formatGbp(totals.lostPence)]}
    none="No cancellations."
  />
);

const STATES = Object.keys(REFUND_STATES) as RefundRequestState[];

const Refunds: FC<{ refunds: RetentionTotals["refunds"] }> = ({ refunds }) => {
  const all = Object.values(refunds);
  return (
    <>
      <Report
        caption="Refunds by outcome"
        unseen="Outcome"
        heads={["Requests", "Amount"]}
        rows={STATES.filter((state) => refunds[state].count > 0).map((state) => [
          REFUND_STATES[state],
          refunds[state].count,
          formatGbp(refunds[state].pence),
        ])}
        total={[
          "All",
          all.reduce((sum, { count }) => sum + count, 0),
          formatGbp(all.reduce((sum, { pence }) => sum + pence, 0)),
        ]}
        none="No refund requests."
      />
      {refunds.asked.count === 0 ? null : (
        <p>
          <a href={eventListUrl({ view: "refunds" })}>Refunds to decide</a>
        </p>
      )}
    </>
  );
};

function reasonLabel(reason: CancelReason | null): string {
  return reason === null ? "No reason given" : CANCEL_REASON_LABELS[reason];
}
