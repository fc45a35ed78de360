import { MINUTE_MS } from "#contracts/durations.ts";
import type { SessionRow } from "#db/accounts/sessions/current-user-sql.ts";

/** A sign-in this recent needs no other proof. */
const PROVEN_FOR_MS = 10 * MINUTE_MS;

export function isRecentSignIn(session: SessionRow | null, now: Date): boolean {
  const provenAt = Math.max(0, ...(session?.amr ?? []).map(({ timestamp }) => timestamp * 1_000));
  return now.getTime() - provenAt <= PROVEN_FOR_MS;
}
