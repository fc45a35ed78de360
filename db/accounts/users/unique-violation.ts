import { constraintOf, sqlStateOf, UNIQUE_VIOLATION } from "#db/query-error.ts";

export function uniqueViolation(error: unknown): string | null {
  return sqlStateOf(error) === UNIQUE_VIOLATION ? constraintOf(error) : null;
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
