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
