import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import type { Queue } from "bullmq";
import pg from "pg";
import { JOB_OPTIONS } from "#contracts/events/queue.ts";
import { readArguments } from "#db/bin/arguments.ts";
import { connectDatabase } from "#db/connect.ts";
import { makeAllOpenEventsDue } from "#db/events/change-due-events.ts";
import { openQueueBackend } from "../../worker/adapters/queue-backend.ts";
import { removePostgres } from "../stack/postgres.ts";
import { createProgress } from "../stack/progress.ts";
import { flushRedis } from "../stack/redis.ts";
import { StackError } from "../stack/stack-error.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { eventually } from "../support/eventually.ts";
import { createWorkerPart } from "../support/more-workers.ts";
import { lastEffectAtMs, writeEnquiries } from "./backlog.ts";
import { recordCommitTimes } from "./commit-times.ts";
import { cpuSeconds } from "./cpu-seconds.ts";
import { AT_ONCE } from "./few-at-once.ts";
import { formatTable, type Section } from "./table.ts";

// Runs 1, 2 and 4 worker processes against a Resend that answers after 100 ms, beside as many
// processes of BullMQ whose jobs do nothing. The queue is filled first, all workers wait for it
// together, and the clock stops at the last completion. Option: `--rounds 3`.

const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];
const TARGETS: Readonly<Partial<Record<Count, number>>> = { 2: 1.8, 4: 3.2 };

const RESPONSE_MS = 100;
const EMAILS_PER_ENQUIRY = 2;
/** Six seconds of one worker's emails. */
const ENQUIRIES_PER_WORKER = 150;
/** Compiles the worker's code. */
const WARM_UP_PER_WORKER = 50;
const NOOP_JOBS = 20_000;
const BULK = 1_000;
const FILL_LIMIT_MS = 120_000;
const FEW_AT_ONCE = join(import.meta.dirname, "few-at-once.ts");

type Run = { perSecond: number; cpuMsEach: Readonly<Record<string, number>>; cores: number };

const { rounds } = readArguments({ rounds: { from: 1, default: 3 } }).flags;

const dir = mkdtempSync(join(tmpdir(), "tidepost-bench-workers-"));
const progress = createProgress(process.stdout);
const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => interrupt.abort(new StackError("The bench was interrupted.")));
}
let stack: Stack | null = null;
try {
  stack = await startStack({
    dir,
    queue: "redis",
    parts: ["postgres", "redis", "emulators", "worker"],
    signal: interrupt.signal,
    onStep: progress.show,
  });
  const sections = await measureWorkers(stack);
  progress.end();
  process.stdout.write(
    `\n${formatTable(sections)}\n\nBest of ${rounds} rounds; ${cpus().length} processors shared by all of it.\n`,
  );
} finally {
  progress.end();
  await stack?.stop();
  await removePostgres(dir);
  rmSync(dir, { recursive: true, force: true });
}

async function measureWorkers(on: Stack): Promise<Section[]> {
  // Only its bundle was needed.
  await on.parts.worker.kill();
  await recordCommitTimes(on);
  const switched = await fetch(new URL("/switches", on.urls.inbox), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ delayMs: RESPONSE_MS }),
  });
  if (!switched.ok) throw new Error(`the mail emulator answered ${switched.status}`);
  const effects = new Map<Count, Run[]>(COUNTS.map((count) => [count, []]));
  const noops = new Map<Count, Run[]>(COUNTS.map((count) => [count, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const count of COUNTS) {
      interrupt.signal.throwIfAborted();
      progress.show({ label: `Round ${round}: ${count} of each` });
      effects.get(count)?.push(await runEmails(on, count));
      noops.get(count)?.push(await runNoops(on, count));
    }
  }
  return [
    describe(
      `Emails, ${AT_ONCE} at once in each worker, answered after ${RESPONSE_MS} ms`,
      effects,
      TARGETS,
    ),
    describeCpu(effects),
    describe("BullMQ jobs that do nothing, as many at once", noops, {}),
  ];
}

async function runEmails(on: Stack, count: Count): Promise<Run> {
  const { urls, parts } = on;
  await flushRedis(urls.redisUrl ?? "");
  const client = new pg.Client({ connectionString: urls.databaseUrl });
  await client.connect();
  const database = connectDatabase(urls.databaseUrl, {
    max: 10,
    applicationName: "bench",
    onError: throwError,
  });
  const backend = openQueueBackend({
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl ?? undefined,
    QUEUE_PREFIX: on.settings["QUEUE_PREFIX"] ?? "",
    EMAIL_RPS: 0,
    onError: throwError,
  });
  const workers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      createWorkerPart(on, {
        name: `worker-${index + 1}`,
        preload: FEW_AT_ONCE,
        onDeath: ({ how }) => interrupt.abort(new StackError(`A worker died (${how}).`)),
      }),
    ),
  );
  try {
    const enquiries = ENQUIRIES_PER_WORKER * count;
    const emails = enquiries * EMAILS_PER_ENQUIRY;
    const { email } = backend.queues;
    await email.waitUntilReady();
    await Promise.all(workers.map((worker) => worker.start()));
    await writeEnquiries(database.db, WARM_UP_PER_WORKER * count);
    await makeAllOpenEventsDue(database.db);
    await lastEffectAtMs(client);
    await email.pause();
    await writeEnquiries(database.db, enquiries);
    await makeAllOpenEventsDue(database.db);
    await eventually(
      "the queue is full",
      async () => (await jobsIn(email)) === emails,
      FILL_LIMIT_MS,
    );
    await client.query("vacuum analyze");
    const pids = {
      worker: workers.map(({ pid }) => pid),
      PostgreSQL: [parts.postgres.pid],
      Redis: [parts.redis.pid],
      Resend: [parts.emulators.pid],
    };
    return await timed(pids, emails, async () => {
      const begunAtMs = Date.now();
      await email.resume();
      return (await lastEffectAtMs(client)) - begunAtMs;
    });
  } finally {
    await Promise.all(workers.map((worker) => worker.kill("SIGKILL")));
    await backend.close();
    await database.close();
    await client.end();
  }
}

async function runNoops({ urls, parts }: Stack, count: Count): Promise<Run> {
  await flushRedis(urls.redisUrl ?? "");
  const env = {
    PATH: process.env["PATH"],
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl ?? "",
    RESEND_API_KEY: "unused",
    RESEND_BASE_URL: urls.inbox,
  };
  const backend = openQueueBackend({
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl ?? undefined,
    QUEUE_PREFIX: "noop",
    EMAIL_RPS: 0,
    onError: throwError,
  });
  const queue = backend.queues.database;
  await queue.waitUntilReady();
  await queue.pause();
  const children = Array.from({ length: count }, () =>
    fork(join(import.meta.dirname, "noop-worker.ts"), {
      env,
      execArgv: ["--import", FEW_AT_ONCE],
    }),
  );
  try {
    await Promise.all(children.map((child) => once(child, "message")));
    for (let added = 0; added < NOOP_JOBS; added += BULK) {
      await queue.addBulk(
        Array.from({ length: BULK }, (_, index) => ({
          name: "audit",
          data: { eventId: String(added + index), effect: "audit" },
          opts: JOB_OPTIONS,
        })),
      );
    }
    const pids = { "no-op worker": children.map(({ pid }) => pid), Redis: [parts.redis.pid] };
    return await timed(pids, NOOP_JOBS, async () => {
      const begunMs = performance.now();
      await queue.resume();
      await eventually("every job is done", async () => (await jobsIn(queue)) === 0, FILL_LIMIT_MS);
      return performance.now() - begunMs;
    });
  } finally {
    await Promise.all(
      children.map(async (child) => {
        const gone = once(child, "exit");
        child.disconnect();
        await gone;
      }),
    );
    await backend.close();
  }
}

async function jobsIn(queue: Queue): Promise<number> {
  const counts = await queue.getJobCounts("wait", "prioritized", "active", "delayed");
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function timed(
  pids: Readonly<Record<string, readonly (number | null | undefined)[]>>,
  jobs: number,
  work: () => Promise<number>,
): Promise<Run> {
  const cpuOf = (name: string) =>
    (pids[name] ?? []).reduce((sum: number, pid) => sum + (pid == null ? 0 : cpuSeconds(pid)), 0);
  const before = Object.keys(pids).map(cpuOf);
  const ms = await work();
  const used = Object.keys(pids).map(
    (name, index) => [name, cpuOf(name) - (before[index] ?? 0)] as const,
  );
  return {
    perSecond: (jobs * 1_000) / ms,
    cpuMsEach: Object.fromEntries(used.map(([name, seconds]) => [name, (seconds * 1_000) / jobs])),
    cores: used.reduce((sum, [, seconds]) => sum + seconds, 0) / (ms / 1_000),
  };
}

function describe(
  title: string,
  runs: ReadonlyMap<Count, readonly Run[]>,
  targets: Readonly<Partial<Record<Count, number>>>,
): Section {
  const one = best(runs, 1).perSecond;
  return {
    title,
    lines: COUNTS.map((count) => {
      const { perSecond, cores } = best(runs, count);
      const ratio = perSecond / one;
      const target = targets[count];
      return {
        what: name(count),
        perSecond,
        compared: `${ratio.toFixed(2)} × one, ${cores.toFixed(2)} cores`,
        ...(target !== undefined && { target: { text: `≥ ${target}`, met: ratio >= target } }),
      };
    }),
  };
}

function describeCpu(runs: ReadonlyMap<Count, readonly Run[]>): Section {
  return {
    title: "CPU of an email",
    lines: COUNTS.map((count) => ({
      what: name(count),
      compared: Object.entries(best(runs, count).cpuMsEach)
        .map(([part, ms]) => `${part} ${ms.toFixed(1)} ms`)
        .join(", "),
    })),
  };
}

function name(count: Count): string {
  return count === 1 ? "1 process" : `${count} processes`;
}

function best(runs: ReadonlyMap<Count, readonly Run[]>, count: Count): Run {
  return (runs.get(count) ?? []).reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
}

function throwError(error: Error): never {
  throw error;
}
