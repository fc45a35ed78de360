import { createHash } from "node:crypto";
import type { Alert } from "#db/alerts/change-deliveries.ts";
import { createMailer } from "../adapters/create-mailer.ts";
import type { WorkerConfig } from "../config.ts";
import { describeError } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import { alertMail } from "../mail/alert-mail.ts";
import { opsLinks } from "../ops-links.ts";
import type { Mailer } from "../ports/mailer.ts";
import { alertPath, describeAlert } from "./alert-causes.ts";

/** Leaves half of the watch's interval for the database. */
export const TIMEOUT_MS = 15_000;

/**
 * @param body sent as JSON
 * @returns the status
 * @throws {Error} when the answer is not a success; the message never holds the URL, which is a secret
 */
async function post(
  url: string,
  { body, timeoutMs }: { body?: unknown; timeoutMs: number },
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: "POST",
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    signal,
    // A redirect would send the alert to another host.
    redirect: "manual",
  }).catch(() => {
    throw new Error(signal.aborted ? "no answer in time" : "could not be reached");
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return response.status;
}

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

/** @throws {Error} without the URL */
export type Heartbeat = () => Promise<string>;

/** Tells a service outside, which sends an alert of its own once it hears nothing (a dead man's switch). */
export function createHeartbeat(url: string | undefined, timeoutMs = TIMEOUT_MS): Heartbeat | null {
  if (url === undefined) return null;
  return async () => `answered ${await post(url, { timeoutMs })}`;
}

type TestedChannel = { name: string; isAccepted: boolean; answer: string };

/** Sends a test alert through every configured channel, and one heartbeat. */
export async function testChannels(config: WorkerConfig, now: Date): Promise<TestedChannel[]> {
  const alert = {
    cause: "test",
    count: 1,
    example: "",
    alertedAt: now.toISOString(),
    since: null,
    detail: null,
    endedAt: null,
  };
  const heartbeat = createHeartbeat(config.HEARTBEAT_URL);
  const tests = [
    ...createAlertChannels(config, createMailer(config)).map((channel) => ({
      name: channel.name,
      send: () => channel.send([alert]),
    })),
    ...(heartbeat === null ? [] : [{ name: "heartbeat", send: heartbeat }]),
  ];
  return Promise.all(
    tests.map(async ({ name, send }) => {
      try {
        return { name, isAccepted: true, answer: await send() };
      } catch (error) {
        return { name, isAccepted: false, answer: describeError(error) };
      }
    }),
  );
}
