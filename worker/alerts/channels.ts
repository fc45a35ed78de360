import { createHash } from "node:crypto";
import type { Alert } from "#db/alerts/change-deliveries.ts";
import type { WorkerConfig } from "../config.ts";
import type { Logger } from "../log.ts";
import { alertMail } from "../mail/alert-mail.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mailer } from "../ports/mailer.ts";
import { alertPath, describeAlert } from "./alert-causes.ts";
import { post, TIMEOUT_MS } from "./post.ts";

export type AlertChannel = {
  name: "email" | "webhook";
  /**
   * @returns what the company answered
   * @throws {Error} without addresses and URLs
   */
  send(alerts: readonly Alert[]): Promise<string>;
};

/** Email always; the webhook once it is configured. */
export function createAlertChannels(
  config: Pick<WorkerConfig, "TEAM_EMAIL" | "ALERT_WEBHOOK_URL" | "SITE_URL" | "OPS_URL">,
  mailer: Mailer,
): AlertChannel[] {
  const { TEAM_EMAIL: teamEmail, ALERT_WEBHOOK_URL: url } = config;
  const { SITE_URL: siteUrl, OPS_URL: opsUrl } = config;
  const email = mailChannel({ mailer, teamEmail, siteUrl, opsUrl });
  return url === undefined ? [email] : [email, webhookChannel({ url, opsUrl })];
}

/** Logs a warning when the worker sends alerts by email only. A local stack, whose `OPS_URL` has no https, logs none. */
export function warnOfLoneChannel(
  { ALERT_WEBHOOK_URL, OPS_URL }: Pick<WorkerConfig, "ALERT_WEBHOOK_URL" | "OPS_URL">,
  log: Pick<Logger, "warn">,
): void {
  if (ALERT_WEBHOOK_URL !== undefined || !OPS_URL.startsWith("https:")) return;
  log.warn(
    { toDo: "Alerts go by email only: set ALERT_WEBHOOK_URL, to be told when email fails." },
    "alert_channel_alone",
  );
}

const urlOf = (opsUrl: string, alert: Alert): string => `${opsUrl}${alertPath(alert)}`;

export function mailChannel(deps: {
  mailer: Mailer;
  teamEmail: string;
  siteUrl: string;
  opsUrl: string;
}): AlertChannel {
  return {
    name: "email",
    async send(alerts) {
      // The same for the same alerts: an email that was accepted without an answer is not sent twice.
      const key = `alert.${createHash("sha256").update(JSON.stringify(alerts)).digest("hex")}`;
      const mail = alertMail({
        to: deps.teamEmail,
        alerts: alerts.map((alert) => ({
          line: describeAlert(alert),
          isOver: alert.endedAt !== null,
          url: urlOf(deps.opsUrl, alert),
        })),
        siteUrl: deps.siteUrl,
        consoleUrl: `${deps.opsUrl}${opsLinks.alerts}`,
        correlationId: key,
      });
      const { externalId } = await deps.mailer.send(mail, key);
      return externalId === null ? "accepted" : `accepted as ${externalId}`;
    },
  };
}

/** Posts `{ "text" }`, the format of Slack-style incoming webhooks. */
export function webhookChannel(deps: {
  url: string;
  opsUrl: string;
  timeoutMs?: number;
}): AlertChannel {
  const { url, opsUrl, timeoutMs = TIMEOUT_MS } = deps;
  return {
    name: "webhook",
    async send(alerts) {
      const lines = alerts.map((alert) => `${describeAlert(alert)}: ${urlOf(opsUrl, alert)}`);
      return `answered ${await post(url, { body: { text: lines.join("\n") }, timeoutMs })}`;
    },
  };
}
