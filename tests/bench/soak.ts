import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import { readArguments } from "#db/bin/arguments.ts";
import { removePostgres } from "../stack/postgres.ts";
import { createProgress } from "../stack/progress.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { makeForm, makeHeaders } from "./enquiry.ts";
import { median } from "./figures.ts";
import { collectGarbage, collectInWorkerd, inspectorOf } from "./isolate-heap.ts";

// Sends enquiries for half an hour and watches the memory of edge and worker; a leak shows as a
// last third above the first. Options: `--minutes 3`, `--rate 50`.
//
// Each sample follows a garbage collection, because V8 leaves garbage while memory is free.
// Miniflare's own isolates show that most: without collections workerd grows from 200 MiB to 790
// within 22,000 enquiries and stays there.

const SAMPLE_EVERY_MS = 10_000;
/** Caches fill and code compiles at the start. */
const WARM_UP_SHARE = 0.1;
const GROWTH_MAX = 1.1;
const MEASURED = [
  "worker",
  "edge: Node with Miniflare",
  "edge: workerd",
  "edge: our isolate's heap",
] as const;
type Sample = Readonly<Record<(typeof MEASURED)[number], number>>;
const MIB = 2 ** 20;
const KIB = 2 ** 10;

const { minutes, rate } = readArguments({
  minutes: { from: 0.5, default: 30 },
  rate: { from: 1, default: 20 },
}).flags;

const dir = mkdtempSync(join(tmpdir(), "tidepost-soak-"));
const progress = createProgress(process.stdout);
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => interrupted.abort(new Error("The soak was interrupted.")));
}
let stack: Stack | null = null;
try {
  stack = await startStack({
    dir,
    parts: ["postgres", "redis", "bridge", "emulators", "stripe", "edge", "worker"],
    signal: interrupted.signal,
    onStep: progress.show,
  });
  process.exitCode = await soak(stack);
} finally {
  progress.end();
  await stack?.stop();
  await removePostgres(dir);
  rmSync(dir, { recursive: true, force: true });
}

/** @returns 0 when memory stayed flat, all requests were answered and no work is left */
async function soak({ urls, parts, ports }: Stack): Promise<number> {
  const inspect = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };
  await parts.worker.restart({ env: inspect });
  await parts.edge.restart({ env: { ...inspect, EDGE_INSPECTOR_PORT: String(ports.inspector) } });
  const label = `${minutes} minutes of ${rate} enquiries a second`;
  progress.show({ label });
  const begunMs = performance.now();
  const endMs = begunMs + minutes * 60_000;
  const [{ sent, refused }, samples] = await Promise.all([
    sendUntil(endMs, urls),
    sampleUntil(endMs, parts, ports.inspector),
  ]);
  progress.show({ label, tookMs: performance.now() - begunMs });
  await drained(urls.databaseUrl);
  return report(samples, sent, refused);
}

async function sendUntil(
  endMs: number,
  urls: Stack["urls"],
): Promise<{ sent: number; refused: number }> {
  const pool = new Pool(urls.api, { connections: 20 });
  const begunMs = performance.now();
  let sent = 0;
  let refused = 0;
  const underWay = new Set<Promise<boolean>>();
  while (performance.now() < endMs) {
    interrupted.signal.throwIfAborted();
    const due = ((performance.now() - begunMs) / 1_000) * rate;
    for (; sent < due; sent += 1) {
      const answered = enquire(pool, urls);
      underWay.add(answered);
      void answered
        .then((isTaken) => (refused += isTaken ? 0 : 1))
        .finally(() => underWay.delete(answered));
    }
    await pause(20);
  }
  await Promise.all(underWay);
  await pool.close();
  return { sent, refused };
}

async function sampleUntil(
  endMs: number,
  { edge, worker }: Stack["parts"],
  inspectorPort: number,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const inspectors = [edge, worker].map(({ logFile }) => inspectorOf(logFile));
  await pause((endMs - performance.now()) * WARM_UP_SHARE);
  while (performance.now() + SAMPLE_EVERY_MS < endMs) {
    await pause(SAMPLE_EVERY_MS, undefined, { signal: interrupted.signal });
    const heap = await collectInWorkerd(inspectorPort);
    const ofNode = await Promise.all(inspectors.map(collectGarbage));
    if (heap === null || ofNode.includes(null)) continue;
    samples.push({
      worker: memoryOf("pid", worker.pid),
      "edge: Node with Miniflare": memoryOf("pid", edge.pid),
      "edge: workerd": memoryOf("ppid", edge.pid),
      "edge: our isolate's heap": heap,
    });
  }
  return samples;
}

async function enquire(pool: Pool, urls: Stack["urls"]): Promise<boolean> {
  try {
    const { statusCode, body } = await pool.request({
      method: "POST",
      path: "/rest/v1/form_submissions",
      headers: makeHeaders(urls),
      body: JSON.stringify(makeForm()),
    });
    await body.dump();
    return statusCode === 201;
  } catch {
    return false;
  }
}

async function drained(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await eventually(
    "everything is done",
    async () => {
      const { rowCount } = await client.query(
        "select from outbox_events where completed_at is null and dead_lettered_at is null limit 1",
      );
      return rowCount === 0;
    },
    120_000,
  );
  await client.end();
}

function memoryOf(column: "pid" | "ppid", wanted: number | null): number {
  return execFileSync("ps", ["-axo", `${column}=,rss=`], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .reduce((sum, [pid, kib = 0]) => sum + (pid === wanted ? kib * KIB : 0), 0);
}

function report(samples: readonly Sample[], sent: number, refused: number): number {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const growths = MEASURED.map((name) => {
    const bytes = samples.map((sample) => sample[name]);
    const first = median(bytes.slice(0, third));
    const last = median(bytes.slice(-third));
    return { name, first, last, growth: last / first };
  });
  process.stdout.write(
    `\n${[
      `${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GiB; ${minutes} minutes of ${rate} enquiries a second.`,
      `  ${sent} sent, ${refused} not taken, nothing left to do`,
      ...growths.map(
        ({ name, first, last, growth }) =>
          `  ${name.padEnd(25)}  first third ${inMib(first)}, last third ${inMib(last)}: ${growth.toFixed(2)}`,
      ),
    ].join("\n")}\n`,
  );
  return growths.every(({ growth }) => growth <= GROWTH_MAX) && refused === 0 ? 0 : 1;
}

function inMib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
