import { MINUTE_MS } from "#contracts/durations.ts";
import { claimAlerts } from "#db/alerts/change-alerts.ts";
import { claimDeliveries, finishDeliveries } from "#db/alerts/change-deliveries.ts";
import { recordHeartbeat } from "#db/alerts/record-heartbeat.ts";
import type { Db } from "#db/client.ts";
import { describeError } from "../describe-error.ts";
import type { Logger } from "../log.ts";
import type { AlertChannel, Heartbeat } from "./channels.ts";

type AlertWatchDeps = {
  db: Db;
  channels: readonly AlertChannel[];
  /** The queue of each effect. */
  queues: Readonly<Record<string, string>>;
  /** Null while the queue takes writes. */
  queueRefusal: () => string | null;
  /** Null while the API answers. */
  edgeRefusal: () => string | null;
  heartbeat: Heartbeat | null;
  log: Pick<Logger, "warn">;
  now: () => Date;
};

const CHECK_EVERY_MS = MINUTE_MS;

/**
 * Sends due alerts through each channel, without the queue and the outbox, which may be the cause. A
 * channel that fails is tried again at the next check with what it missed; the others are not.
 *
 * @returns the largest number of alerts that one channel sent
 * @throws when the database or every channel fails
 */
export async function checkOnce(deps: Omit<AlertWatchDeps, "heartbeat">): Promise<number> {
  const { db, channels, queues, queueRefusal, edgeRefusal, now } = deps;
  const at = now().toISOString();
  await claimAlerts(db, {
    at,
    queues,
    queueRefusal: queueRefusal(),
    edgeRefusal: edgeRefusal(),
    channels: channels.map(({ name }) => name),
  });
  const sent = await Promise.all(channels.map((channel) => sendDue(deps, channel, at)));
  if (sent.every((count) => count === null)) throw new Error("no channel took the alert");
  return Math.max(0, ...sent.map((count) => count ?? 0));
}

/** @returns how many alerts the channel sent, which may be none; null when it failed */
async function sendDue(
  { db, log }: Pick<AlertWatchDeps, "db" | "log">,
  channel: AlertChannel,
  at: string,
): Promise<number | null> {
  const alerts = await claimDeliveries(db, { at, channel: channel.name });
  if (alerts.length === 0) return 0;
  const causes = alerts.map(({ cause }) => cause).join(", ");
  try {
    await channel.send(alerts);
  } catch (failure) {
    const error = describeError(failure);
    log.warn({ channel: channel.name, causes, error }, "alert_channel_failed");
    await finishDeliveries(db, { channel: channel.name, claimedAt: at, error });
    return null;
  }
  await finishDeliveries(db, { channel: channel.name, claimedAt: at, error: null });
  log.warn({ channel: channel.name, causes }, "alert_sent");
  return alerts.length;
}

/**
 * Checks, then sends the heartbeat, which stays away when the database fails, when no channel works or when
 * no worker runs.
 *
 * @throws as {@link checkOnce}
 */
export async function watchOnce(deps: AlertWatchDeps): Promise<void> {
  await checkOnce(deps);
  const { db, heartbeat, log, now } = deps;
  const error =
    heartbeat === null
      ? null
      : await heartbeat().then(
          () => null,
          (failure: unknown) => describeError(failure),
        );
  if (error !== null) log.warn({ error }, "heartbeat_failed");
  await recordHeartbeat(db, { at: now().toISOString(), error });
}

/** @returns stops after the running check */
export function startAlertWatch(deps: AlertWatchDeps): () => Promise<void> {
  let checking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking
      .then(() => watchOnce(deps))
      .catch((error: unknown) =>
        deps.log.warn({ error: describeError(error) }, "alert_check_failed"),
      );
  }, CHECK_EVERY_MS);
  return async function stop() {
    clearInterval(timer);
    await checking;
  };
}
