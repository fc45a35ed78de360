import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import pg from "pg";
import { readArguments } from "#db/bin/arguments.ts";
import { migrateDatabase } from "#db/bin/migrate.ts";
import { connectDatabase } from "#db/connect.ts";
import { createProgress } from "../stack/progress.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { fill } from "./fill.ts";
import { statementsOf, scannedTablesOf } from "./plans.ts";
import { describeRetention, measureRetention } from "./retention.ts";
import { differencesOf, measureSweep, type Sweep } from "./sweep.ts";
import { MAY_SCAN, USES } from "./uses.ts";

// Measures at a million customers: the relay behind many published events, the clean-up of as many
// expired events, and the query plans of pages and jobs. `--customers 50000` is faster.

const PUBLISHED = [1, 10_000, 1_000_000] as const;
const GIB = 2 ** 30;

const { customers } = readArguments({ customers: { from: 1, default: 1_000_000 } }).flags;

const dir = mkdtempSync(join(tmpdir(), "tidepost-scale-"));
const progress = createProgress(process.stdout);
let stack: Stack | null = null;
try {
  stack = await startStack({ dir, parts: ["postgres"], onStep: progress.show });
  const { databaseUrl } = stack.urls;
  await migrateDatabase(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const database = connectDatabase(databaseUrl, {
    max: 2,
    applicationName: "scale",
    onError: (error) => {
      throw error;
    },
  });
  try {
    const sweeps: Sweep[] = [];
    for (const published of PUBLISHED) {
      sweeps.push(await measureSweep(pool, database.db, published));
    }
    const differences = differencesOf(sweeps);
    await pool.query("truncate outbox_events cascade");
    const retention = await measureRetention(pool, database.db, customers);
    const startedMs = performance.now();
    await fill(pool, customers);
    const filledS = (performance.now() - startedMs) / 1_000;
    const scans: string[] = [];
    let statements = 0;
    for (const [name, use] of Object.entries(USES).filter(([name]) => !(name in MAY_SCAN))) {
      for (const statement of await statementsOf(pool, use)) {
        statements += 1;
        for (const table of await scannedTablesOf(pool, statement)) scans.push(`${name}: ${table}`);
      }
    }
    progress.end();
    process.stdout.write(
      `\n${[
        `${cpus().length} processors, ${Math.round(totalmem() / GIB)} GiB.`,
        "",
        styleText("bold", "A sweep of 50 due events"),
        ...sweeps.map(
          ({ published, ms, buffers }) =>
            `  behind ${published.toLocaleString("en-GB").padStart(9)} published  ${ms.toFixed(2).padStart(6)} ms  ${String(buffers).padStart(6)} pages`,
        ),
        ...(differences.length === 0 ? ["  equal within noise"] : []),
        ...differences.map((line) => styleText("red", `  ${line}`)),
        "",
        ...describeRetention(retention),
        "",
        styleText("bold", `${customers.toLocaleString("en-GB")} customers`),
        `  filled in ${filledS.toFixed(0)} s`,
        `  ${statements} statements of ${Object.keys(USES).length} uses, ${scans.length} of which read a large part of a big table`,
        ...scans.map((line) => styleText("red", `  ${line}`)),
      ].join("\n")}\n`,
    );
    process.exitCode = scans.length + differences.length === 0 ? 0 : 1;
  } finally {
    await pool.end();
    await database.close();
  }
} finally {
  await stack?.stop();
  rmSync(dir, { recursive: true, force: true });
}
