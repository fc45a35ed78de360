import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_STACK_DIR } from "../stack/paths.ts";
import { findRedisServer } from "../stack/redis.ts";
import { StackError } from "../stack/stack-error.ts";
import { describeFindings, describeVerdicts, exitCodeOf, type Verdict } from "./report.ts";
import { mixedScenario } from "./mixed/troubles.ts";
import { runMixedScenario, runScenario, type ScenarioOptions } from "./run-scenario.ts";
import { FIXED_SCENARIOS, randomScenarios, type Scenario } from "./scenarios.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Findings } from "./storm.ts";

const USAGE = `Kills parts of a running system while enquiries come in, and checks that none is lost or doubled.

  npm run test:faults                      the fixed faults, on each queue that this machine has
  npm run test:faults -- --long            and faults drawn at random, and the mixed traffic
  npm run test:faults -- --mixed           only the mixed traffic: enquiries, accounts, payments, two workers
  npm run test:faults -- --seed 11         only the faults drawn from this seed (with --mixed, or without)
  npm run test:faults -- --queue postgres  only on this queue (redis, postgres)
`;

const SEED_MAX = 100_000;
const INTERRUPTED = 130;

const { values: flags } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    mixed: { type: "boolean", default: false },
    seed: { type: "string" },
    queue: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (flags.help) {
  say(USAGE);
  process.exit(0);
}

const leaving = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => leaving.abort());
}

const verdicts: Verdict[] = [];
for (const planned of planScenarios()) {
  if (leaving.signal.aborted) break;
  verdicts.push(await run(planned));
}
if (leaving.signal.aborted) process.exit(INTERRUPTED);
say(describeVerdicts(verdicts));
process.exit(exitCodeOf(verdicts));

interface Planned {
  readonly scenario: Verdict["scenario"];
  readonly queue: "redis" | "postgres";
  readonly plan: string;
  readonly run: (options: Omit<ScenarioOptions, "random">) => Promise<Findings>;
}

function planScenarios(): Planned[] {
  if (flags.queue !== undefined && flags.queue !== "redis" && flags.queue !== "postgres") {
    say(`--queue is "${flags.queue}" but may be redis or postgres.`);
    process.exit(1);
  }
  const hasSeed = flags.seed !== undefined;
  const seed = flags.seed === undefined ? randomInt(SEED_MAX) : readSeed(flags.seed);
  const fixed = hasSeed || flags.mixed ? [] : FIXED_SCENARIOS.map((one) => plan(one, Math.random));
  const drawn: Planned[] = [];
  if (!flags.mixed && (flags.long || hasSeed)) {
    const random = seededRandom(seed);
    drawn.push(...randomScenarios(seed, random).map((scenario) => plan(scenario, random)));
  }
  if (flags.mixed || flags.long) drawn.push(planMixed(seed));
  const wanted = [...fixed, ...drawn].filter(
    ({ queue }) => flags.queue === undefined || queue === flags.queue,
  );
  if (findRedisServer(process.env["PATH"] ?? "") !== null) return wanted;
  for (const { scenario, queue } of wanted) {
    if (queue === "redis") {
      say(`Skipped: ${scenario.name}, because there is no redis-server on the PATH.`);
    }
  }
  return wanted.filter(({ queue }) => queue !== "redis");
}

function plan(scenario: Scenario, random: () => number): Planned {
  const { queue, enquiries, timetable, windowMs } = scenario;
  return {
    scenario,
    queue,
    plan: `${enquiries} enquiries, ${timetable.length} faults in ${windowMs / 1_000} s`,
    run: (options) => runScenario(scenario, { ...options, random }),
  };
}

function planMixed(seed: number): Planned {
  const random = seededRandom(seed);
  const scenario = mixedScenario(seed, random);
  const { enquiries, customers, timetable, windowMs } = scenario;
  return {
    scenario,
    queue: "redis",
    plan: `${enquiries} enquiries, ${customers} customers, ${timetable.length} faults in ${windowMs / 1_000} s`,
    run: (options) => runMixedScenario(scenario, { ...options, random }),
  };
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (Number.isInteger(seed)) return seed;
  say(`--seed is "${text}" but must be a whole number.`);
  process.exit(1);
}

async function run(planned: Planned): Promise<Verdict> {
  const { scenario } = planned;
  const { name } = scenario;
  say(`\n${name}: ${planned.plan}`);
  try {
    const findings = await planned.run({
      signal: leaving.signal,
      tell: say,
      logsFolder: join(DEFAULT_STACK_DIR, "faults", name.replaceAll(/\W+/g, "-").toLowerCase()),
    });
    for (const line of describeFindings(findings)) say(line);
    return { scenario, findings };
  } catch (error) {
    const failure = describeFailure(error);
    if (!leaving.signal.aborted) say(`  ${failure}`);
    return { scenario, failure };
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof StackError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
