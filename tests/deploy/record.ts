import pg from "pg";
import * as z from "zod";
import { describeRejection } from "./describe-rejection.ts";

/** Which release each part runs; null: none, or nobody can ask. */
const Serving = z.object({
  worker: z.string().nullable(),
  edge: z.string().nullable(),
  site: z.string().nullable(),
});
export type Serving = z.infer<typeof Serving>;

const DeployRecord = z.object({
  target: z.string(),
  commit: z.string(),
  image: z.string().nullable(),
  startedAt: z.iso.datetime(),
  /** What ran before the first step that changes something; null until then. */
  before: Serving.nullable(),
  /** The steps that were begun, the last of which may have stopped halfway. */
  begun: z.array(z.string()),
  done: z.array(z.string()),
  end: z.enum(["deployed", "undone"]).nullable(),
});
export type DeployRecord = z.infer<typeof DeployRecord>;

/**
 * Writes what a deploy has done where every machine finds it: beside the list of migrations, in a table that none of them makes
 * and no failed one takes back.
 *
 * @param databaseUrl the database that the deploy migrates
 */
export async function keepRecord(databaseUrl: string, record: DeployRecord): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("set client_min_messages = warning");
    await client.query("create schema if not exists drizzle");
    await client.query(
      "create table if not exists drizzle.deploys (target text, started_at timestamptz, record jsonb not null, primary key (target, started_at))",
    );
    await client.query(
      "insert into drizzle.deploys values ($1, $2, $3) on conflict (target, started_at) do update set record = excluded.record",
      [record.target, record.startedAt, JSON.stringify(record)],
    );
  });
}

/** Finds the newest deploy to a target from any machine. */
export async function lastRecord(
  databaseUrl: string,
  target: string,
): Promise<DeployRecord | null> {
  return withClient(databaseUrl, async (client) => {
    const known = await client.query("select to_regclass('drizzle.deploys') as name");
    if (known.rows[0]?.name === null) return null;
    const { rows } = await client.query(
      "select record from drizzle.deploys where target = $1 order by started_at desc limit 1",
      [target],
    );
    return rows.length === 0 ? null : DeployRecord.parse(rows[0].record);
  });
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (cause) {
    const why = describeRejection(cause);
    throw new Error(`The database, which has the record of every deploy, ${why}.`, { cause });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
