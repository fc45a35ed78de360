import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contracts/durations.ts";
import type { DriftCheck } from "#db/schema/billing.ts";

/** The check begins after a British working day, in UTC. */
const NIGHT_START_HOUR = 22;

/** The customers are compared within this time; later ones are compared as fast as Stripe allows. */
const SPREAD_MS = 7 * HOUR_MS;

/** So few customers are compared within minutes, and spreading them gains nothing. */
const CUSTOMERS_PER_MINUTE_MIN = 100;

/** The longest that a step takes, with the pauses that Stripe asks for. */
const STEP_MS_MAX = 5 * MINUTE_MS;

/** A start that lies further in the future comes from a worker whose clock was ahead. */
const CLOCK_AHEAD_MS = 60 * MINUTE_MS;

function nightStartMs(now: Date): number {
  const startMs = Date.UTC(
    now.getUTCFullYear(),
    now.getUTCMonth(),
    now.getUTCDate(),
    NIGHT_START_HOUR,
  );
  return startMs <= now.getTime() ? startMs : startMs - DAY_MS;
}

/** Whether this night's check has not started. A check that no worker ran at night starts by day. */
export function isDriftCheckDue(
  last: Pick<DriftCheck, "startedAt" | "finishedAt"> | null,
  now: Date,
): boolean {
  if (last === null) return true;
  const startedMs = Date.parse(last.startedAt);
  return (
    last.finishedAt !== null &&
    (startedMs < nightStartMs(now) || startedMs > now.getTime() + CLOCK_AHEAD_MS)
  );
}

/** Whether another worker runs the check. A time that is too far ahead comes from a wrong clock. */
export function isDriftCheckBusy({ busyUntil }: Pick<DriftCheck, "busyUntil">, now: Date): boolean {
  if (busyUntil === null) return false;
  const leftMs = Date.parse(busyUntil) - now.getTime();
  return leftMs > 0 && leftMs <= STEP_MS_MAX;
}

/** @returns ISO 8601 */
export function endOfStep(now: Date): string {
  return new Date(now.getTime() + STEP_MS_MAX).toISOString();
}

/** Customers to compare in this minute, so that the rest is spread evenly over what is left of the night. */
export function customersPerMinute(
  { expected, customers }: Pick<DriftCheck, "expected" | "customers">,
  now: Date,
): number {
  const minutesLeft = (nightStartMs(now) + SPREAD_MS - now.getTime()) / MINUTE_MS;
  return Math.max(
    CUSTOMERS_PER_MINUTE_MIN,
    Math.ceil((expected - customers) / Math.max(1, minutesLeft)),
  );
}
