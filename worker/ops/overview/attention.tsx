/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { HEARTBEAT } from "#db/alerts/record-heartbeat.ts";
import type { Attention, Overview } from "#db/ops/get-overview.ts";
import { causeLabel } from "../../alerts/alert-causes.ts";
import { eventListUrl } from "../../ops-links.ts";
import { Count } from "../events/event-filters.tsx";
import { TimeLabel } from "../layout/badges.tsx";
import { paths } from "../paths.ts";

/** Alerts that a channel did not accept. */
const Untold: FC<{ untold: Overview["untold"] }> = ({ untold }) => (
  <>
    {untold.map(({ channel, causes, since, triedAt, error }) => (
      <div key={channel} class="error">
        <p>
          {channel === HEARTBEAT ? (
            <strong>The heartbeat has been failing</strong>
          ) : (
            <>
              <strong>Alerts not delivered by {channel}</strong>:{" "}
              {causes.map(causeLabel).join(", ")},
            </>
          )}{" "}
          since <TimeLabel iso={since} />.
        </p>
        <p>
          <code>{error.replace(/^Error: /, "")}</code>
        </p>
        <p class="quiet">
          Tried again every minute, last at <TimeLabel iso={triedAt} />.
        </p>
      </div>
    ))}
  </>
);

/** Work that needs an operator; work of the worker is further down the page. */
export const NeedsOperator: FC<{
  attention: Attention;
  latePromises: number;
  violations: number;
  alerts: Overview["alerts"];
  untold: Overview["untold"];
}> = ({ attention, latePromises, violations, alerts, untold }) => {
  const rows = [
    {
      label: "Alerts that nobody has",
      count: alerts.filter(
        ({ acknowledgedBy, endedAt }) => acknowledgedBy === null && endedAt === null,
      ).length,
      href: paths.alerts,
    },
    { label: "Failed events", count: attention.failed, href: eventListUrl({ state: "failed" }) },
    { label: "Stuck events", count: attention.stuck, href: eventListUrl({ state: "stuck" }) },
    {
      label: "Refunds to decide",
      count: attention.refunds,
      href: eventListUrl({ view: "refunds" }),
    },
    { label: "Disputes to answer", count: attention.disputes, href: paths.disputes },
    { label: "Promises that are late", count: latePromises, href: paths.promises },
    { label: "Violated invariants", count: violations, href: `${paths.overview}#invariants` },
    { label: "Comments to answer", count: attention.comments, href: `${paths.content}#comments` },
  ].filter(({ count }) => count > 0);
  if (rows.length === 0 && untold.length === 0) return <p>Nothing.</p>;
  return (
    <>
      <Untold untold={untold} />
      {rows.length === 0 ? null : (
        <ul class="waiting">
          {rows.map(({ label, count, href }) => (
            <li key={label}>
              <a href={href}>{label}</a> <Count of={count} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
