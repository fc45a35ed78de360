import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import * as z from "zod";
import { readArguments } from "#db/bin/arguments.ts";
import { print, readSettings, runCommand } from "#db/bin/command.ts";
import { knownMigrations } from "#db/bin/migrate.ts";

// npm run release: after it, the migrations of today can no longer change, and the next ones must keep the demo's rows.

const FILE = new URL("./release.json.gz", import.meta.url);

const Release = z.object({
  /** What ran with this schema. */
  commit: z.string(),
  /** The last migration that the rows know. */
  schema: z.string(),
  /** Hashes of every migration that was released, by its name. */
  migrations: z.record(z.string(), z.string()),
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type Release = z.infer<typeof Release>;

export const readRelease = (): Release =>
  Release.parse(JSON.parse(gunzipSync(readFileSync(FILE)).toString()));

/** Tables whose rows end within a day or hold secrets. */
const LEFT_OUT = [
  "flow_states",
  "mfa_challenges",
  "mfa_factors",
  "one_time_tokens",
  "sessions",
  "webauthn_challenges",
  "webauthn_credentials",
];

/** Reads every row of the tables that keep what people gave us. */
export async function readRows(client: pg.Client): Promise<Release["rows"]> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1",
    [LEFT_OUT],
  );
  const found: Release["rows"] = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(one) as row from "${name}" one order by one::text`,
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Writes rows as they stood: without triggers and checks of references. */
export async function writeRows(client: pg.Client, released: Release["rows"]): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const [table, rows] of Object.entries(released)) {
    const { rows: columns } = await client.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(", ");
    await client.query(
      `insert into "${table}" (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query("set session_replication_role = origin");
}

if (import.meta.main) {
  await runCommand(async () => {
    readArguments({});
    const { DATABASE_URL: url } = readSettings({ target: "local", "env-file": [] }, [
      "DATABASE_URL",
    ]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const migrations = knownMigrations();
    const { stdout: commit } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
    const release: Release = {
      commit: commit.trim(),
      schema: migrations.at(-1)?.tag ?? "",
      migrations: Object.fromEntries(migrations.map(({ tag, hash }) => [tag, hash])),
      rows: await readRows(client),
    };
    await client.end();
    writeFileSync(FILE, gzipSync(JSON.stringify(release)));
    print(`Froze ${migrations.length} migrations with the rows of the running demo.`);
  });
}
