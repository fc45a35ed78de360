import type { Alert } from "#db/alerts/claim-alerts.ts";
import { alertMail } from "../mail/alert-mail.tsx";
import type { Mailer } from "../mail/mailer.ts";
import { eventListUrl } from "../ops/events/list-query.ts";
import { paths } from "../ops/paths.ts";
import { describeAlert } from "./describe-alert.ts";
import type { AlertChannel } from "./watch.ts";

/** Leaves half of the watch interval for the database. */
const TIMEOUT_MS = 15_000;

function pathOf({ cause, count, example }: Alert): string {
  if (cause === "dispute" || cause === "dispute_due") return paths.disputes;
  if (cause === "promise" || cause === "holidays") return paths.promises;
  if (cause === "fraud" || cause === "finalization") {
    return example === "" ? eventListUrl({ type: "StripeEventReceived" }) : paths.customer(example);
  }
  if (cause === "unknown" || (count === 1 && example !== "")) return paths.event(example);
  if (cause === "check") return eventListUrl({ type: "BillingChecked" });
  if (cause.startsWith("refused:email")) return eventListUrl({ type: "AuthMailRequested" });
  if (cause.startsWith("refused:sms")) return eventListUrl({ type: "AuthSmsRequested" });
  if (cause === "drift") return eventListUrl({ type: "BillingDriftFound" });
  if (cause === "email") return eventListUrl({ type: "AccountEmailRefused" });
  return eventListUrl({ state: cause === "outbox" ? "stuck" : "failed" });
}

const urlOf = (opsUrl: string, alert: Alert): string => `${opsUrl}${pathOf(alert)}`;

export function mailChannel(deps: {
  mailer: Mailer;
  teamEmail: string;
  siteUrl: string;
  opsUrl: string;
}): AlertChannel {
  return {
    async send(alerts, key) {
      const mail = alertMail({
        to: deps.teamEmail,
        alerts: alerts.map((alert) => ({
          line: describeAlert(alert),
          url: urlOf(deps.opsUrl, alert),
        })),
        siteUrl: deps.siteUrl,
        consoleUrl: `${deps.opsUrl}${paths.overview}`,
        correlationId: key,
      });
      await deps.mailer.send(mail, key);
    },
  };
}

/** Posts `{ "text" }`, the format of Slack-style incoming webhooks. */
export function webhookChannel(deps: { url: string; opsUrl: string }): AlertChannel {
  return {
    async send(alerts) {
      const lines = alerts.map((alert) => `${describeAlert(alert)}: ${urlOf(deps.opsUrl, alert)}`);
      const response = await fetch(deps.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: lines.join("\n") }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the alert webhook answered ${response.status}`);
    },
  };
}
