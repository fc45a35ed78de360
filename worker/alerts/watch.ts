import { type Alert, claimAlerts } from "#db/alerts/claim-alerts.ts";
import { releaseAlerts } from "#db/alerts/release-alerts.ts";
import type { Db } from "#db/client.ts";
import { describeError } from "../describe-error.ts";
import type { Logger } from "../log.ts";

export type AlertChannel = {
  send(alerts: readonly Alert[], key: string): Promise<void>;
};

export type AlertWatchDeps = {
  db: Db;
  channels: readonly AlertChannel[];
  log: Pick<Logger, "warn">;
  now: () => Date;
};

const CHECK_EVERY_MS = 60_000;

/**
 * Sends due alerts, without the queue and the outbox, which may be the cause.
 *
 * @returns number of alerts sent
 * @throws when the database or every channel fails; the next check sends the alert
 */
export async function checkOnce({ db, channels, log, now }: AlertWatchDeps): Promise<number> {
  if (channels.length === 0) return 0;
  const at = now().toISOString();
  const alerts = await claimAlerts(db, at);
  if (alerts.length === 0) return 0;
  const causes = alerts.map(({ cause }) => cause);
  const key = `alert.${at}.${causes.join(".")}`.slice(0, 256);
  const sent = await Promise.allSettled(channels.map((channel) => channel.send(alerts, key)));
  for (const outcome of sent) {
    if (outcome.status === "rejected") {
      log.warn({ error: describeError(outcome.reason) }, "alert_channel_failed");
    }
  }
  if (sent.every(({ status }) => status === "rejected")) {
    await releaseAlerts(db, causes, at);
    throw new Error("no channel took the alert");
  }
  log.warn({ causes: causes.join(" ") }, "alert_sent");
  return alerts.length;
}

/** @returns stops after the running check */
export function startAlertWatch(deps: AlertWatchDeps): () => Promise<void> {
  let checking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking
      .then(() => checkOnce(deps))
      .catch((error: unknown) =>
        deps.log.warn({ error: describeError(error) }, "alert_check_failed"),
      );
  }, CHECK_EVERY_MS);
  return async function stop() {
    clearInterval(timer);
    await checking;
  };
}
