import { migrateDatabase } from "#db/bin/migrate.ts";
import { StackError } from "./stack-error.ts";

export async function bringToNewestSchema(databaseUrl: string): Promise<void> {
  try {
    await migrateDatabase(databaseUrl);
  } catch (error) {
    // drizzle wraps the error of Postgres.
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    const words = reason instanceof Error ? reason.message : String(reason);
    throw new StackError(`The database could not be brought to the newest schema (${words}).`);
  }
}
