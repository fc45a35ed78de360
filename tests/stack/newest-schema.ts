import { type Migration, migrateDatabase } from "#db/bin/migrate.ts";
import { StackError } from "./stack-error.ts";

export async function bringToNewestSchema(
  databaseUrl: string,
  migrations?: readonly Migration[],
): Promise<void> {
  try {
    await migrateDatabase(databaseUrl, migrations === undefined ? {} : { migrations });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new StackError(`The database could not be brought to the newest schema: ${words}.`);
  }
}
