import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import pg from "pg";
import * as z from "zod";
import { appliedHashes, knownMigrations, migrateDatabase } from "#db/bin/migrate.ts";

const ROWS_AT_ONCE = 1_000;

/** A row's text has each value as Postgres itself prints it, so any type comes back the same. */
const Line = z.union([
  z.string(),
  z.strictObject({
    /** The last migration that the rows know. */
    schema: z.string(),
    at: z.string(),
  }),
  z.strictObject({ table: z.string(), columns: z.array(z.string()) }),
  /** Rows of each table; a file that was cut off has none. */
  z.strictObject({ rows: z.record(z.string(), z.int()) }),
]);

type DumpText = AsyncIterable<string | Buffer>;

export type DumpSummary = { readonly schema: string; readonly at: string; readonly rows: number };

/**
 * Reads every row of a database as lines of JSON, all as they stood at one moment. Without queues, which the relay fills
 * again.
 *
 * @param databaseUrl a direct (not pooled) PostgreSQL URL
 * @throws {Error} with one sentence, for a database of another version
 */
export async function* dumpDatabase(databaseUrl: string): AsyncGenerator<string> {
  const client = await connect(databaseUrl);
  try {
    await client.query("begin isolation level repeatable read, read only");
    const line = (value: z.infer<typeof Line>) => `${JSON.stringify(value)}\n`;
    const applied = await appliedHashes(client);
    const schema = knownMigrations()[applied.length - 1];
    if (schema?.hash !== applied.at(-1) || schema === undefined) {
      throw new Error(
        "The database has other migrations than this version: back it up with its own.",
      );
    }
    const { rows: clock } = await client.query<{ at: Date }>("select now() as at");
    yield line({ schema: schema.tag, at: clock[0]?.at.toISOString() ?? "" });
    const counts: Record<string, number> = {};
    for (const table of await listTables(client)) {
      const columns = await listColumns(client, table);
      yield line({ table, columns: columns.map(({ name }) => name) });
      const list = columns.map(({ name }) => quote(name)).join(", ");
      await client.query(
        `declare everything no scroll cursor for select row(${list})::text as row from ${quote(table)}`,
      );
      let count = 0;
      for (;;) {
        const { rows } = await client.query<{ row: string }>(
          `fetch ${ROWS_AT_ONCE} from everything`,
        );
        if (rows.length === 0) break;
        count += rows.length;
        yield rows.map(({ row }) => line(row)).join("");
      }
      await client.query("close everything");
      counts[table] = count;
    }
    yield line({ rows: counts });
  } finally {
    await client.end();
  }
}

/**
 * Brings an empty database to the dump's schema, writes its rows in one transaction, checks every reference between them, and
 * migrates to the newest schema.
 *
 * @throws {Error} with one sentence: for a database that is not empty, or a dump that is cut off or of a newer version
 */
export async function loadDump(databaseUrl: string, dump: DumpText): Promise<DumpSummary> {
  const lines = readLines(dump);
  const first = (await lines.next()).value;
  if (typeof first !== "object" || !("schema" in first)) throw new Error("This is no dump.");
  const { schema, at } = first;
  const known = knownMigrations();
  const last = known.findIndex(({ tag }) => tag === schema);
  if (last === -1) throw new Error(`The dump is of ${schema}, which this version does not have.`);
  const client = await connect(databaseUrl);
  try {
    if ((await listTables(client)).length > 0) {
      throw new Error("A restore needs an empty database, and this one has tables.");
    }
    await migrateDatabase(databaseUrl, { migrations: known.slice(0, last + 1) });
    await client.query("begin");
    const rows = await writeRows(client, lines);
    await client.query("commit");
    await migrateDatabase(databaseUrl);
    await client.query("analyze");
    return { schema, at, rows };
  } finally {
    await client.end();
  }
}

/** Reads a dump to its end without a database. */
export async function summarizeDump(dump: DumpText): Promise<DumpSummary> {
  let summary: DumpSummary | null = null;
  let rows = 0;
  let isWhole = false;
  for await (const line of readLines(dump)) {
    if (typeof line === "string") rows += 1;
    else if ("schema" in line) summary = { ...line, rows: 0 };
    else if ("rows" in line) isWhole = sumOf(line.rows) === rows;
  }
  if (summary === null || !isWhole) throw new Error("The dump is cut off.");
  return { ...summary, rows };
}

async function writeRows(
  client: pg.Client,
  lines: AsyncIterable<z.infer<typeof Line>>,
): Promise<number> {
  const tables = (await listTables(client)).map(quote);
  // The owner of tables may not switch references off, but may drop and make them.
  const { rows: references } = await client.query<{ add: string; drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { drop } of references) await client.query(drop);
  for (const table of tables) {
    await client.query(`alter table ${table} disable trigger user`);
    // Migrations may write rows of their own.
    await client.query(`delete from ${table}`);
  }
  let write: (rows: readonly string[]) => Promise<unknown> = () => Promise.resolve();
  let waiting: string[] = [];
  let written = 0;
  let expected: number | null = null;
  const flush = async () => {
    if (waiting.length > 0) await write(waiting);
    written += waiting.length;
    waiting = [];
  };
  for await (const line of lines) {
    if (typeof line === "string") {
      waiting.push(line);
      if (waiting.length === ROWS_AT_ONCE) await flush();
      continue;
    }
    await flush();
    if ("table" in line) write = await writerOf(client, line);
    else if ("rows" in line) expected = sumOf(line.rows);
  }
  if (expected !== written) throw new Error("The dump is cut off; nothing was written.");
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { add } of references) await client.query(add);
  await raiseSequences(client);
  return written;
}

async function writerOf(
  client: pg.Client,
  { table, columns }: { table: string; columns: readonly string[] },
): Promise<(rows: readonly string[]) => Promise<unknown>> {
  const types = new Map((await listColumns(client, table)).map(({ name, type }) => [name, type]));
  const list = columns.map(quote).join(", ");
  const record = columns.map((name) => {
    const type = types.get(name);
    if (type === undefined)
      throw new Error(`The dump has a column ${table}.${name} of no migration.`);
    return `${quote(name)} ${type}`;
  });
  await client.query("drop type if exists pg_temp.dumped");
  await client.query(`create type pg_temp.dumped as (${record.join(", ")})`);
  return (rows) =>
    client.query(
      `insert into ${quote(table)} (${list}) overriding system value
       select ${columns.map((name) => `(given).${quote(name)}`).join(", ")}
       from (select row::pg_temp.dumped as given from unnest($1::text[]) with ordinality as line(row, at) order by at) lines`,
      [rows],
    );
}

async function raiseSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select table_name as table, column_name as column,
       pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1, coalesce((select max(${quote(column)}) from ${quote(table)}), 0) + 1, false)`,
      [sequence],
    );
  }
}

async function* readLines(dump: DumpText): AsyncGenerator<z.infer<typeof Line>> {
  for await (const text of createInterface({ input: Readable.from(dump), crlfDelay: Infinity })) {
    yield Line.parse(JSON.parse(text));
  }
}

async function listTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Lists the columns of a table that are written, with their types. */
async function listColumns(
  client: pg.Client,
  table: string,
): Promise<readonly { name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quote(table)],
  );
  return rows;
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "backup" });
  client.on("error", () => undefined);
  await client.connect();
  // The server's own settings may print values that another one reads differently.
  await client.query(
    "set datestyle = 'ISO'; set timezone = 'UTC'; set bytea_output = 'hex'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set statement_timeout = 0",
  );
  return client;
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
