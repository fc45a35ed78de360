import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { print, readSettings, runCommand } from "./command.ts";
import { TARGET_OPTIONS } from "./target.ts";

// Any number, the same for every migration of this schema.
const MIGRATION_LOCK = 7_305_119;

/**
 * Safe to run from two places at once.
 *
 * @param databaseUrl a direct (not pooled) PostgreSQL URL
 */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    // Hides "schema already exists" at every start.
    await client.query("set client_min_messages = warning");
    await migrate(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL("../migrations", import.meta.url)),
    });
  } finally {
    await client.end();
  }
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values: flags } = parseArgs({ options: TARGET_OPTIONS });
    await migrateDatabase(readSettings(flags, ["DATABASE_URL"]).DATABASE_URL);
    print("The database has the newest schema.");
  });
}
