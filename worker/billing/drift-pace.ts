import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contracts/durations.ts";
import type { DriftCheck } from "#db/schema/billing.ts";

/** After a British working day, in UTC. */
const NIGHT_START_HOUR = 22;

/** To compare the customers. What is left at five in the morning goes as fast as Stripe allows. */
const SPREAD_MS = 7 * HOUR_MS;

/** So few are compared within minutes: no need to spread them. */
const CUSTOMERS_PER_MINUTE_MIN = 100;

/** The longest that a step takes, with the pauses that Stripe asks for. */
const STEP_MS_MAX = 5 * MINUTE_MS;

/** A worker whose clock was ahead started or claimed it. */
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

/** Whether this night's check has not started. One that no worker was there for starts by day. */
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

/** Whether another worker is at it. A time too far ahead comes from a wrong clock. */
export function isDriftCheckBusy({ busyUntil }: Pick<DriftCheck, "busyUntil">, now: Date): boolean {
  if (busyUntil === null) return false;
  const leftMs = Date.parse(busyUntil) - now.getTime();
  return leftMs > 0 && leftMs <= STEP_MS_MAX;
}

export const busyUntil = (now: Date): string => new Date(now.getTime() + STEP_MS_MAX).toISOString();

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
