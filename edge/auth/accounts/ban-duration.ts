import { validationError } from "../http/auth-errors.ts";

const UNIT_MS = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const DURATION = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/;

// A hundred years; a few thousand more exceed the range of Date.
const DURATION_MAX_MS = 100 * 365.25 * 24 * UNIT_MS.h;

/**
 * @param text `24h`, `1h30m`, or `none`
 * @returns the end as ISO 8601, null for `none`
 * @throws {AuthError} `validation_failed`
 */
export function readBanDuration(text: string, now: Date): string | null {
  if (text === "none") return null;
  const durationMs = DURATION.test(text)
    ? [...text.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)].reduce(
        (sum, [, amount, unit]) => sum + Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS],
        0,
      )
    : Number.NaN;
  if (!(durationMs <= DURATION_MAX_MS)) throw validationError("invalid format for ban_duration");
  return new Date(now.getTime() + durationMs).toISOString();
}
