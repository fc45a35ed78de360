import { DrizzleQueryError } from "drizzle-orm";

export const UNIQUE_VIOLATION = "23505";
export const DEADLOCK = "40P01";

export function sqlStateOf(error: unknown): string | null {
  return fieldOf(error, "code");
}

export function constraintOf(error: unknown): string | null {
  return fieldOf(error, "constraint");
}

/** Drizzle wraps the errors of both drivers, which name their fields alike. */
function fieldOf(error: unknown, field: "code" | "constraint"): string | null {
  if (!(error instanceof DrizzleQueryError) || error.cause === undefined) return null;
  const value: unknown = Reflect.get(error.cause, field);
  return typeof value === "string" ? value : null;
}

/** Other codes are the network's (`ECONNREFUSED`). */
const SQLSTATE = /^[0-9A-Z]{5}$/;

// SQLSTATE classes about the server's state, not the statement: connection (08), resources (53),
// operator intervention such as shutdown (57), standby or lost role (25006).
const UNAVAILABLE_SQLSTATE = /^(08|53|57|25006)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { cause } = error;
  if (typeof cause !== "object" || !("code" in cause)) return true;
  const code = String(cause.code);
  return !SQLSTATE.test(code) || UNAVAILABLE_SQLSTATE.test(code);
}
