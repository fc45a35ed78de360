import { AuthError } from "../http/auth-errors.ts";

/** Time to find a password and a second factor at the provider. */
const LIFETIME_MS = 300_000;

/**
 * @param startedAt ISO 8601; of a mailed link its opening
 * @throws {AuthError} `flow_state_expired`
 */
export function requireOpenFlow(startedAt: string, now: Date): void {
  if (now.getTime() - Date.parse(startedAt) > LIFETIME_MS) {
    throw new AuthError("flow_state_expired", "invalid flow state, flow state has expired");
  }
}
