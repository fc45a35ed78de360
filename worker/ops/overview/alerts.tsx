/** @jsxImportSource hono/jsx */
import { type Context, Hono } from "hono";
import type { FC } from "hono/jsx";
import { acknowledgeAlert } from "#db/alerts/change-alerts.ts";
import type { Overview } from "#db/ops/get-overview.ts";
import { alertPath, describeAlert } from "../../alerts/alert-causes.ts";
import type { OpsDeps, OpsEnv } from "../env.ts";
import { ActionForm } from "../layout/action-form.tsx";
import { TimeLabel } from "../layout/badges.tsx";
import { FlashMessage, withFlash } from "../layout/flash-message.tsx";
import { paths } from "../paths.ts";
import { signedInOf } from "../session/require-operator.ts";

const FLASH_TEXTS = {
  acknowledged: "It is yours. It is told again only when it grows tenfold, and when it is over.",
  taken: "Somebody has it already, or it is over.",
} as const;

export function alertRoutes(deps: OpsDeps) {
  return new Hono<OpsEnv>().post("/acknowledge", async (c) => {
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
export const Alerts: FC<{ c: Context<OpsEnv>; alerts: Overview["alerts"] }> = ({ c, alerts }) => (
  <section id="alerts">
    <h2>Alerts</h2>
    <FlashMessage c={c} texts={FLASH_TEXTS} />
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
            {alert.endedAt === null ? <Acknowledge c={c} alert={alert} /> : null}
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Acknowledge: FC<{ c: Context<OpsEnv>; alert: Overview["alerts"][number] }> = ({
  c,
  alert,
}) => {
  const { mayAct } = signedInOf(c);
  if (!mayAct || alert.acknowledgedBy !== null) return null;
  return (
    <ActionForm c={c} action={paths.acknowledgeAlert}>
      <button type="submit" class="plain" name="cause" value={alert.cause}>
        I have it
      </button>
    </ActionForm>
  );
};
