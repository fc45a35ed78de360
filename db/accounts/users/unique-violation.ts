import { DrizzleQueryError } from "drizzle-orm";

const UNIQUE_VIOLATION = "23505";

/** @returns the constraint, or null for other errors */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof DrizzleQueryError)) return null;
  const { cause } = error;
  if (typeof cause !== "object" || !("code" in cause) || cause.code !== UNIQUE_VIOLATION)
    return null;
  return "constraint" in cause ? String(cause.constraint) : null;
}

const TAKEN = {
  users_email_unique: "email_taken",
  users_phone_unique: "phone_taken",
  users_pkey: "id_taken",
} as const;
export type Taken = (typeof TAKEN)[keyof typeof TAKEN];

export async function unlessTaken<T>(statement: Promise<T>): Promise<T | Taken> {
  try {
    return await statement;
  } catch (error) {
    const broken = uniqueViolation(error);
    if (broken !== null && broken in TAKEN) return TAKEN[broken as keyof typeof TAKEN];
    throw error;
  }
}
