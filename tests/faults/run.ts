import { randomInt } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_STACK_DIR } from "../stack/paths.ts";
import { findRedisServer } from "../stack/redis.ts";
import { StackError } from "../stack/stack-error.ts";
import { describeFindings, describeVerdicts, exitCodeOf, type Verdict } from "./report.ts";
import { runScenario } from "./run-scenario.ts";
import { FIXED_SCENARIOS, randomScenarios, type Scenario } from "./scenarios.ts";
import { seededRandom } from "./seeded-random.ts";

const USAGE = `Kills parts of a running system while enquiries come in, and checks that none is lost or doubled.

  npm run test:faults                      the fixed faults, on each queue that this machine has
  npm run test:faults -- --long            and faults drawn at random, from two seeds
  npm run test:faults -- --seed 11         only the faults drawn from this seed
  npm run test:faults -- --queue postgres  only on this queue (redis, postgres)
`;

const LONG_SEEDS = 2;
const SEED_MAX = 100_000;
const INTERRUPTED = 130;

const { values: flags } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
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
  readonly scenario: Scenario;
  readonly random: () => number;
}

function planScenarios(): Planned[] {
  if (flags.queue !== undefined && flags.queue !== "redis" && flags.queue !== "postgres") {
    say(`--queue is "${flags.queue}" but may be redis or postgres.`);
    process.exit(1);
  }
  const seeds =
    flags.seed === undefined
      ? Array.from({ length: flags.long ? LONG_SEEDS : 0 }, () => randomInt(SEED_MAX))
      : [readSeed(flags.seed)];
  const fixed =
    flags.seed === undefined
      ? FIXED_SCENARIOS.map((scenario) => ({ scenario, random: Math.random }))
      : [];
  const drawn = seeds.flatMap((seed) => {
    const random = seededRandom(seed);
    return randomScenarios(seed, random).map((scenario) => ({ scenario, random }));
  });
  const wanted = [...fixed, ...drawn].filter(
    ({ scenario }) => flags.queue === undefined || scenario.queue === flags.queue,
  );
  if (findRedisServer(process.env["PATH"] ?? "") !== null) return wanted;
  const possible = wanted.filter(({ scenario }) => scenario.queue !== "redis");
  for (const { scenario } of wanted) {
    if (!possible.some((planned) => planned.scenario === scenario)) {
      say(`Skipped: ${scenario.name}, because there is no redis-server on the PATH.`);
    }
  }
  return possible;
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (Number.isInteger(seed)) return seed;
  say(`--seed is "${text}" but must be a whole number.`);
  process.exit(1);
}

async function run({ scenario, random }: Planned): Promise<Verdict> {
  const { name, enquiries, timetable, windowMs } = scenario;
  say(`\n${name}: ${enquiries} enquiries, ${timetable.length} faults in ${windowMs / 1_000} s`);
  try {
    const findings = await runScenario(scenario, {
      random,
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
