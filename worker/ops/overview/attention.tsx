/** @jsxImportSource hono/jsx */
import type { FC } from "hono/jsx";
import { acknowledgeAlert } from "#db/alerts/change-alerts.ts";
import { HEARTBEAT } from "#db/alerts/record-heartbeat.ts";
import type { InvariantCheck } from "#db/invariants/list-invariant-checks.ts";
import type { Attention, Overview } from "#db/ops/get-overview.ts";
import type { InvariantExample } from "#db/schema/invariants.ts";
import { causeLabel, alertPath, describeAlert } from "../../alerts/alert-causes.ts";
import { VIOLATION_LABELS } from "../../alerts/violation-labels.ts";
import { eventListUrl } from "../../ops-links.ts";
import { newRoutes, type OpsDeps, signedInOf, useSignedIn } from "../env.ts";
import { TimeLabel } from "../layout/badges.tsx";
import { Count } from "../layout/filters.tsx";
import { FlashMessage, withFlash } from "../layout/flash-message.tsx";
import { ActionForm } from "../layout/forms.tsx";
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
    {
      label: "Comments to answer",
      count: attention.comments,
      href: `${paths.content}?who=all#comments`,
    },
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

const FLASH_TEXTS = {
  acknowledged: "It is yours. It is told again only when it grows tenfold, and when it is over.",
  taken: "Somebody has it already, or it is over.",
} as const;

export function alertRoutes(deps: OpsDeps) {
  return newRoutes().post("/acknowledge", async (c) => {
    const isNew = await acknowledgeAlert(deps.db, {
      cause: c.get("form").get("cause") ?? "",
      by: signedInOf(c).session.name,
      at: deps.now().toISOString(),
    });
    const [page, anchor] = paths.alerts.split("#");
    const key = isNew ? "acknowledged" : "taken";
    return c.redirect(`${withFlash(page ?? "", key)}#${anchor ?? ""}`, 303);
  });
}

/** Open ones first. */
export const Alerts: FC<{ alerts: Overview["alerts"] }> = ({ alerts }) => (
  <section id="alerts">
    <h2>Alerts</h2>
    <FlashMessage texts={FLASH_TEXTS} />
    {alerts.length === 0 ? (
      <p>None.</p>
    ) : (
      <ul class="log">
        {alerts.map((alert) => (
          <li key={alert.cause}>
            <p>
              <a href={alertPath(alert)}>{describeAlert(alert)}</a>
            </p>
            <p class="quiet">
              Told <TimeLabel iso={alert.at} />
              {alert.acknowledgedBy === null ? "" : `. ${alert.acknowledgedBy} has it`}
            </p>
            {alert.endedAt === null ? <Acknowledge alert={alert} /> : null}
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Acknowledge: FC<{ alert: Overview["alerts"][number] }> = ({ alert }) => {
  const { mayAct } = useSignedIn();
  if (!mayAct || alert.acknowledgedBy !== null) return null;
  return (
    <ActionForm action={paths.acknowledgeAlert}>
      <button type="submit" class="plain" name="cause" value={alert.cause}>
        I have it
      </button>
    </ActionForm>
  );
};

export const Invariants: FC<{ checks: readonly InvariantCheck[] }> = ({ checks }) => {
  const oldest = checks.map(({ checkedAt }) => checkedAt).toSorted()[0];
  const violated = checks.filter(({ violations }) => violations > 0);
  if (oldest === undefined) return <p>Not checked yet.</p>;
  return (
    <>
      {violated.length === 0 ? (
        <p>All {checks.length} hold.</p>
      ) : (
        <ul class="log">
          {violated.map(({ invariant, violations, examples }) => (
            <li key={invariant}>
              <p>
                <strong>{VIOLATION_LABELS[invariant]}</strong>: {violations} found.
              </p>
              <p class="quiet">
                {examples.map((example, index) => {
                  const { href, label } = linkOf(example);
                  return (
                    <>
                      {index > 0 && ", "}
                      <a href={href}>{label}</a>
                    </>
                  );
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        Checked each hour, last at <TimeLabel iso={oldest} />.
      </p>
    </>
  );
};

function linkOf({ id, customerId }: InvariantExample): { href: string; label: string } {
  if (customerId !== null) return { href: paths.customer(customerId), label: id };
  return id.startsWith("evt_")
    ? { href: paths.event(id), label: id }
    : { href: paths.promise(Number(id)), label: `promise ${id}` };
}
