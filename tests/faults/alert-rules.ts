import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT } from "../stack/paths.ts";
import { removePostgres } from "../stack/postgres.ts";
import { flushRedis } from "../stack/redis.ts";
import { switchMails } from "../stack/resend/switch-mails.ts";
import type { SwitchesChange } from "../stack/resend/switches.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { alignColumns } from "../support/align-columns.ts";
import { eventually } from "../support/eventually.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { createEnquiryClients } from "./clients/enquiry-clients.ts";
import { seededRandom } from "./schedule.ts";

/** Seconds of a rule that pass in one of the run. */
const SPEED = 10;
/** Longer than a worker takes to say that a dependency is away: not quickened. */
const SCRAPE_S = 4;
/** Two scrapes and an evaluation, not quickened either, on a busy machine. */
const SLACK_S = 5 * SCRAPE_S;
/** The relay fails without Postgres, too. */
const SILENT_WITHIN_MS = 120_000;
const ENQUIRIES_PER_S = 4;
const LOAD_BEFORE_MS = 20_000;

const UNIT_S = { m: 60, h: 3_600, d: 86_400 } as const;

/** Every duration, divided by `SPEED`. */
export function quicken(rules: string): string {
  return rules.replaceAll(
    /(for: |\[)(\d+)([mhd])/g,
    (_, before: string, count: string, unit: keyof typeof UNIT_S) =>
      `${before}${(Number(count) * UNIT_S[unit]) / SPEED}s`,
  );
}

/** The worker looks for alerts each minute, and is not quickened. */
const WATCH_S = 60;

/** Quickened rule → seconds within which it has to fire: its shortest range and `for`. */
export function windowsOf(quick: string): ReadonlyMap<string, number> {
  return new Map(
    quick.split(/\n\s+- (?=alert:|record:|name:)/).flatMap((rule) => {
      const [, name] = /^alert: (\w+)/.exec(rule) ?? [];
      if (name === undefined) return [];
      const forS = Number(/for: (\d+)s/.exec(rule)?.[1] ?? 0);
      const watchS = rule.includes("tidepost_alerts_open") ? WATCH_S : 0;
      const ranges = [...rule.matchAll(/\[(\d+)s\]|ratio_rate(\d+)([mhd])/g)].map(
        ([, quickS, count, unit]) =>
          quickS === undefined
            ? (Number(count) * UNIT_S[unit as keyof typeof UNIT_S]) / SPEED
            : Number(quickS),
      );
      return [[name, forS + watchS + (ranges.length === 0 ? 0 : Math.min(...ranges)) + SLACK_S]];
    }),
  );
}

type Outcome = { rule: string; windowS: number; afterS: number | null };

type Run = {
  stack: Stack;
  email: (change: SwitchesChange) => Promise<void>;
};

type Cause = {
  what: string;
  rules: readonly string[];
  begin: (run: Run) => Promise<unknown>;
  end?: (run: Run) => Promise<unknown>;
};

/** Each rule of `rules.yml` once. After an outage enquiries are late, so objectives come before. */
export const CAUSES: readonly Cause[] = [
  {
    what: "every email refused for good",
    rules: ["AlertOpen", "ObjectiveBurnsFast", "ObjectiveBurns", "ObjectiveBurnsSlowly"],
    begin: ({ email }) => email({ fail: { status: 422 } }),
    end: ({ email }) => email({ fail: null }),
  },
  {
    what: "Redis flushed",
    rules: ["QueueFlushed"],
    begin: ({ stack }) => flushRedis(stack.urls.redisUrl ?? ""),
  },
  {
    what: "worker killed",
    rules: ["WorkerDown"],
    begin: ({ stack }) => stack.parts.worker.kill("SIGKILL"),
    end: ({ stack }) => stack.parts.worker.start(),
  },
  {
    what: "edge killed",
    rules: ["EdgeDown"],
    begin: ({ stack }) => stack.parts.edge.kill("SIGKILL"),
    end: ({ stack }) => stack.parts.edge.start(),
  },
  {
    what: "PostgreSQL killed",
    rules: ["DatabaseDown"],
    begin: ({ stack }) => stack.parts.postgres.kill("SIGKILL"),
    end: ({ stack }) => stack.parts.postgres.start(),
  },
  {
    what: "Redis killed",
    rules: ["QueueDown", "RelayFails"],
    begin: ({ stack }) => stack.parts.redis.kill("SIGKILL"),
    end: ({ stack }) => stack.parts.redis.start(),
  },
];

/** @throws {Error} when a part or Prometheus does not start */
export async function runAlertRules(options: {
  signal: AbortSignal;
  print: (line: string) => void;
}): Promise<readonly Outcome[]> {
  const dir = makeScratchDir("rules");
  const quick = quicken(readFileSync(join(ROOT, "worker/monitoring/rules.yml"), "utf8"));
  const windows = windowsOf(quick);
  const stack = await startStack({
    dir,
    queue: "redis",
    parts: ["postgres", "redis", "bridge", "emulators", "edge", "worker", "stripe"],
    env: { EDGE_PUBLISH: "off" },
    signal: options.signal,
  });
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const enquiries = createEnquiryClients({
    apiUrl: stack.urls.api,
    anonKey: stack.urls.anonKey,
    random: seededRandom(1),
    signal,
  });
  let prometheus: Awaited<ReturnType<typeof startPrometheus>> | null = null;
  let sending: Promise<unknown> = Promise.resolve();
  try {
    prometheus = await startPrometheus({ dir, quick, stack });
    const { firing } = prometheus;
    sending = enquiries
      .sendAll({ count: 1, windowMs: 1_000 / ENQUIRIES_PER_S, isNeeded: () => !signal.aborted })
      .catch(() => undefined);
    await delay(LOAD_BEFORE_MS, undefined, { signal });
    const run = openRun(stack);
    const fired: Outcome[] = [];
    for (const { what, rules, begin, end } of CAUSES) {
      const areSilent = await eventually(
        "the rules are silent",
        async () => {
          const before = await firing();
          return rules.every((rule) => !before.has(rule));
        },
        SILENT_WITHIN_MS,
      ).catch(() => false);
      options.print(
        areSilent
          ? `  ${what} …`
          : `  ${what}: not tried, because of ${[...(await firing())].join(", ")}`,
      );
      await begin(run);
      const begunMs = performance.now();
      const outcomes = Promise.all(
        rules.map(async (rule) => {
          const windowS = windows.get(rule) ?? 0;
          if (!areSilent) return { rule, windowS, afterS: null };
          const afterS = await eventually(
            `${rule} fires`,
            async () => (await firing()).has(rule) && (performance.now() - begunMs) / 1_000,
            windowS * 1_000,
          ).catch(() => null);
          return { rule, windowS, afterS };
        }),
      );
      fired.push(...(await outcomes));
      await end?.(run);
    }
    return fired;
  } finally {
    stopped.abort();
    await sending;
    await enquiries.close();
    await prometheus?.stop();
    await stack.stop();
    await removePostgres(dir).finally(() => rmSync(dir, { recursive: true, force: true }));
  }
}

function openRun(stack: Stack): Run {
  const { inbox } = stack.urls;
  return {
    stack,
    email: (change) => switchMails(inbox, change),
  };
}

async function startPrometheus({
  dir,
  quick,
  stack,
}: {
  dir: string;
  quick: string;
  stack: Stack;
}) {
  const port = await freePort();
  const folder = join(dir, "prometheus");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "rules.yml"), quick);
  writeFileSync(
    join(folder, "prometheus.yml"),
    `global: { scrape_interval: ${SCRAPE_S}s, scrape_timeout: ${SCRAPE_S}s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs:
  - job_name: tidepost-worker
    static_configs: [{ targets: ["${new URL(stack.urls.ops).host}"] }]
`,
  );
  const log = openSync(join(dir, "logs", "prometheus.log"), "w");
  const child: ChildProcess = spawn(
    "prometheus",
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--query.lookback-delta=${3 * SCRAPE_S}s`,
    ],
    { stdio: ["ignore", log, log] },
  );
  const url = `http://127.0.0.1:${port}`;
  await eventually("Prometheus is ready", () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    firing: async (): Promise<ReadonlySet<string>> => {
      const response = await fetch(`${url}/api/v1/alerts`);
      const { data } = (await response.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      return new Set(
        data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname),
      );
    },
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export function describeRules(outcomes: readonly Outcome[]): string {
  const real = (seconds: number) => `${Math.round(seconds)} s`;
  const rows = outcomes.map(({ rule, windowS, afterS }) => [
    rule,
    afterS === null ? "NOT IN TIME" : real(afterS),
    real(windowS),
  ]);
  return [
    "",
    ...alignColumns([["rule", "fired after", "window"], ...rows]).map((row) => row.join("  ")),
    `A second stands for ${SPEED}.`,
  ].join("\n");
}
