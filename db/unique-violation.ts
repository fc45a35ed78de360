import { DrizzleQueryError } from "drizzle-orm";

const UNIQUE_VIOLATION = "23505";

/** Whether a statement failed because another row has what must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { cause } = error;
  return typeof cause === "object" && "code" in cause && cause.code === UNIQUE_VIOLATION;
}
