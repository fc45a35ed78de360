import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import * as z from "zod";
import type { Db } from "#db/client.ts";

export type Statement = { readonly text: string; readonly params: unknown[] };

/** Cost of a statement. Pages, unlike times, are the same on any machine. */
type Cost = {
  readonly buffers: number;
  readonly scanned: readonly string[];
};

/** Postgres reads smaller tables as a whole, which is faster than an index. */
const BIG_ROWS = 10_000;

/**
 * Share of a big table that a statement may read. Full index scans and filters after an index scan
 * count too.
 */
const LARGE_SHARE = 0.2;

const Plan: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    "Node Type": z.string(),
    "Relation Name": z.optional(z.string()),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.optional(z.number()),
    "Rows Removed by Index Recheck": z.optional(z.number()),
    "Shared Hit Blocks": z.number(),
    "Shared Read Blocks": z.number(),
    Plans: z.optional(z.array(Plan)),
  }),
);
type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  "Rows Removed by Index Recheck"?: number | undefined;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[] | undefined;
};
const Explained = z.object({ "QUERY PLAN": z.array(z.object({ Plan })) });

const SCAN = /^(?:Parallel )?(?:Seq|Index|Index Only|Bitmap Heap) Scan$/;

/**
 * Runs work, records its statements and rolls it back.
 *
 * @param pool of one connection
 */
export async function statementsOf(
  pool: pg.Pool,
  use: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  await inRolledBackTransaction(pool, async (connection) => {
    const logQuery = (text: string, params: unknown[]) => void statements.push({ text, params });
    const db = drizzle(connection, { logger: { logQuery } });
    // One of its own would commit.
    db.transaction = (work) => work(db as never);
    await use(db);
  });
  return statements;
}

export async function costOf(pool: pg.Pool, statement: Statement): Promise<Cost> {
  const rows = await inRolledBackTransaction(pool, async (connection) => {
    const { rows: lines } = await connection.query<Record<string, unknown>>(
      `explain (analyze, buffers, timing off, format json) ${statement.text}`,
      statement.params,
    );
    return lines;
  });
  const plans = rows
    .flatMap((row) => Explained.parse(row)["QUERY PLAN"])
    .map(({ Plan: plan }) => plan);
  const read = new Map<string, { rows: number; isWhole: boolean }>();
  for (const node of plans.flatMap(nodesOf)) {
    const table = node["Relation Name"];
    if (table === undefined || !SCAN.test(node["Node Type"])) continue;
    const before = read.get(table);
    read.set(table, {
      rows: Math.max(before?.rows ?? 0, rowsRead(node)),
      isWhole: before?.isWhole === true || node["Node Type"].endsWith("Seq Scan"),
    });
  }
  const { rows: big } = await pool.query<{ relname: string; reltuples: number }>(
    "select relname, reltuples from pg_class where relname = any($1) and reltuples >= $2",
    [[...read.keys()], BIG_ROWS],
  );
  return {
    buffers: plans.reduce(
      (sum, plan) => sum + plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
      0,
    ),
    scanned: big
      .filter(({ relname, reltuples }) => {
        const scan = read.get(relname);
        return scan?.isWhole === true || (scan?.rows ?? 0) >= reltuples * LARGE_SHARE;
      })
      .map(({ relname }) => relname),
  };
}

export async function scannedTablesOf(
  pool: pg.Pool,
  statement: Statement,
): Promise<readonly string[]> {
  const { scanned } = await costOf(pool, statement);
  return scanned;
}

async function inRolledBackTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.Pool) => Promise<T>,
): Promise<T> {
  if (pool.options.max !== 1) throw new Error("A transaction of a pool needs one connection.");
  await pool.query("begin");
  try {
    return await work(pool);
  } finally {
    await pool.query("rollback");
  }
}

function rowsRead(node: PlanNode): number {
  const rowsPerLoop =
    node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  return rowsPerLoop * node["Actual Loops"];
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
