import { randomInt } from "node:crypto";
import { join } from "node:path";
import { readArguments } from "#db/bin/arguments.ts";
import { DEFAULT_STACK_DIR } from "../stack/paths.ts";
import { findExecutable, findRedisServer } from "../stack/redis.ts";
import { StackError } from "../stack/stack-error.ts";
import { describeRules, runAlertRules } from "./alert-rules.ts";
import { describeFindings, describeOutcomes, exitCodeOf, type Outcome } from "./report.ts";
import { runScenario } from "./run-scenario.ts";
import {
  CLUSTER_SCENARIO,
  decisionsScenario,
  FIXED_SCENARIOS,
  DISTANCE_SCENARIOS,
  HOST_SCENARIOS,
  mixedScenario,
  POOLER_SCENARIO,
  randomScenarios,
  type Scenario,
  WORKERS_SCENARIOS,
} from "./scenarios.ts";

const USAGE = `Kills parts of a running system while requests come in, and checks that none is lost or repeated.

  npm run test:faults                      the fixed scenarios, on each queue that this machine has
  npm run test:faults -- --long            and random ones, mixed traffic, four workers, a cluster, hosts, 10,000 decisions, and alert rules
  npm run test:faults -- --decisions       only decisions about 10,000 posts
  npm run test:faults -- --mixed           only mixed traffic: enquiries, accounts, payments, two workers
  npm run test:faults -- --workers         only four workers that are killed in turn
  npm run test:faults -- --cluster         only a Redis Cluster that loses a primary
  npm run test:faults -- --hosts           only what hosts do: a failover of Redis, TLS with an authority of its own, a PostgreSQL that only reads
  npm run test:faults -- --pooler          only PgBouncer between worker and database
  npm run test:faults -- --distance        only a database and a Redis far from the edge
  npm run test:faults -- --rules           only the alert rules: each has to fire, in a real Prometheus
  npm run test:faults -- --seed 11         only the scenarios of this seed (with --mixed or --decisions: of that alone)
  npm run test:faults -- --queue postgres  only on this queue (redis, postgres)
`;

const SEED_MAX = 100_000;
const INTERRUPTED = 130;

const { flags } = readArguments(
  {
    long: "flag",
    mixed: "flag",
    decisions: "flag",
    workers: "flag",
    cluster: "flag",
    hosts: "flag",
    pooler: "flag",
    distance: "flag",
    rules: "flag",
    seed: { from: 0, default: null },
    queue: "text",
  },
  { usage: USAGE },
);

const interrupt = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => interrupt.abort());
}

const outcomes: Outcome[] = [];
for (const scenario of chooseScenarios()) {
  if (interrupt.signal.aborted) break;
  outcomes.push(await run(scenario));
}
if (interrupt.signal.aborted) process.exit(INTERRUPTED);
if (outcomes.length > 0) print(describeOutcomes(outcomes));
const areRulesKept =
  (flags.rules || flags.long) && flags.queue !== "postgres" ? await runRules() : true;
process.exit(areRulesKept ? exitCodeOf(outcomes) : 1);

async function runRules(): Promise<boolean> {
  const { PATH = "" } = process.env;
  if (findExecutable("prometheus", PATH) === null || findRedisServer(PATH) === null) {
    print("\nSkipped: alert rules, because there is no prometheus or redis-server on the PATH.");
    return true;
  }
  print("\nAlert rules:");
  const fired = await runAlertRules({ signal: interrupt.signal, print });
  print(describeRules(fired));
  return fired.every(({ afterS }) => afterS !== null);
}

function chooseScenarios(): Scenario[] {
  const { long, mixed, decisions, workers, cluster, hosts, pooler, distance, rules, queue } = flags;
  if (queue !== undefined && queue !== "redis" && queue !== "postgres") {
    print(`--queue is "${queue}" but may be redis or postgres.`);
    process.exit(1);
  }
  const isOne = mixed || decisions || workers || cluster || hosts || pooler || distance || rules;
  const hasPooler = findExecutable("pgbouncer", process.env["PATH"] ?? "") !== null;
  if ((pooler || long) && !hasPooler) {
    print(`Skipped: ${POOLER_SCENARIO.name}, because there is no pgbouncer on the PATH.`);
  }
  const hasSeed = flags.seed !== undefined;
  const seed = flags.seed ?? randomInt(SEED_MAX);
  const chosen = [
    ...(hasSeed || isOne ? [] : FIXED_SCENARIOS),
    ...(!isOne && (long || hasSeed) ? randomScenarios(seed) : []),
    ...(mixed || long ? [mixedScenario(seed)] : []),
    ...(workers || long ? WORKERS_SCENARIOS : []),
    ...(cluster || long ? [CLUSTER_SCENARIO] : []),
    ...(hosts || long ? HOST_SCENARIOS : []),
    ...((pooler || long) && hasPooler ? [POOLER_SCENARIO] : []),
    ...(distance || long ? DISTANCE_SCENARIOS : []),
    ...(decisions || long ? [decisionsScenario(seed)] : []),
  ].filter((scenario) => queue === undefined || scenario.queue === queue);
  if (findRedisServer(process.env["PATH"] ?? "") !== null) return chosen;
  for (const scenario of chosen.filter((one) => one.queue === "redis")) {
    print(`Skipped: ${scenario.name}, because there is no redis-server on the PATH.`);
  }
  return chosen.filter((scenario) => scenario.queue !== "redis");
}

async function run(scenario: Scenario): Promise<Outcome> {
  const { name, enquiries, posts, customers, schedule, windowMs } = scenario;
  const more = [
    ...(posts === 0 ? [] : [`${posts} decisions, `]),
    ...(customers === 0 ? [] : [`${customers} customers, `]),
  ];
  print(
    `\n${name}: ${enquiries} enquiries, ${more.join("")}${schedule.length} faults in ${windowMs / 1_000} s`,
  );
  try {
    const findings = await runScenario(scenario, {
      signal: interrupt.signal,
      print,
      logsFolder: join(DEFAULT_STACK_DIR, "faults", name.replaceAll(/\W+/g, "-").toLowerCase()),
    });
    for (const line of describeFindings(findings)) print(line);
    return { scenario, findings };
  } catch (error) {
    const failure = describeFailure(error);
    if (!interrupt.signal.aborted) print(`  ${failure}`);
    return { scenario, failure };
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof StackError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
