import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout as delay } from "node:timers/promises";
import { checkLive } from "./check-live.ts";
import { readCommandLine, print, SOURCES_USAGE } from "./command-line.ts";
import { runCheck } from "./examine.ts";
import { type CheckResult, renderResults } from "./check-result.ts";
import { planDeploy, renderPlan, STAMPED, type Step } from "./steps.ts";
import { writeSiteSettings } from "./write-site-settings.ts";
import { type Given, ROOT } from "./target.ts";
import { checkCloudflare, WRANGLER } from "./wrangler.ts";

// A deploy reaches every location within a minute.
const SMOKE_TRIES = 6;
const SMOKE_PAUSE_MS = 10_000;

const USAGE = `usage: npm run deploy -- --target staging|production [--dry-run] [--image <registry/name>] [--worker-replaced]

${SOURCES_USAGE}  --dry-run          shows what would be done, and does what changes nothing
  --image            builds and pushes the worker's image under this name, tagged with the commit
  --worker-replaced  does not ask whether the new workers run
`;

/** Stops the deploy with one sentence for the operator. */
class Stopped extends Error {}

try {
  const line = readCommandLine({
    "dry-run": { type: "boolean", default: false },
    "worker-replaced": { type: "boolean", default: false },
    image: { type: "string" },
  });
  if (line === null || line.given.target === "local") {
    print(USAGE);
    process.exitCode = 1;
  } else {
    const { given, flags } = line;
    const commit = git("rev-parse", "--short=12", "HEAD");
    const steps = planDeploy({
      target: line.given.target,
      commit,
      image: (flags["image"] as string | undefined) ?? null,
    });
    const isDryRun = flags["dry-run"] === true;
    print(`\nDeploying ${commit} to ${given.target}:\n\n${renderPlan(steps)}\n`);
    for (const step of steps) {
      if (isDryRun && !step.isHarmless) continue;
      print(`── ${step.name}`);
      await take(step, { given, isDryRun, isReplaced: flags["worker-replaced"] === true });
    }
    print(isDryRun ? "\nNothing was changed (--dry-run)." : `\n${commit} runs in ${given.target}.`);
  }
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

type How = { readonly given: Given; readonly isDryRun: boolean; readonly isReplaced: boolean };

/** @throws {Stopped} */
async function take(step: Step, { given, isDryRun, isReplaced }: How): Promise<void> {
  switch (step.name) {
    case "worktree": {
      if (git("status", "--porcelain") === "") return;
      if (!isDryRun) throw new Stopped("The worktree has changes that are in no commit.");
      print("It has changes that are in no commit; a deploy would stop here.");
      return;
    }
    case "doctor":
      refuseFaults([...checkCloudflare(given, process.env), ...(await runCheck(given))]);
      return;
    case "migrations":
      run(step, { DATABASE_URL: given.worker["DATABASE_URL"] });
      return;
    case "worker":
      if (!isReplaced) await askPerson(`${step.why}. Do they run?`);
      return;
    case "site": {
      const folder = mkdtempSync(join(tmpdir(), "tidepost-site-"));
      try {
        await writeSiteSettings({
          given,
          from: join(ROOT, "web/dist"),
          to: folder,
          now: new Date(),
        });
        run(step, {}, folder);
      } finally {
        rmSync(folder, { recursive: true });
      }
      return;
    }
    case "smoke":
      await smoke(given);
      return;
    case "build":
    case "rehearsal":
    case "image":
    case "edge":
      run(step);
  }
}

/** @throws {Stopped} when a command fails */
function run(step: Step, settings: NodeJS.ProcessEnv = {}, stamped = STAMPED): void {
  for (const [program = "", ...rest] of step.commands) {
    const args = rest.map((word) => (word === STAMPED ? stamped : word));
    const { status } = spawnSync(
      program === "docker" ? program : process.execPath,
      program === "wrangler" ? [WRANGLER, ...args] : args,
      { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...settings } },
    );
    if (status !== 0) {
      throw new Stopped(
        `The step "${step.name}" failed. What came before it stays and harms nothing; begin again when it is mended.`,
      );
    }
  }
}

/** @throws {Stopped} for errors that the deploy does not fix */
function refuseFaults(results: readonly CheckResult[]): void {
  print(renderResults(results));
  if (results.some(({ state }) => state === "fault"))
    throw new Stopped("The doctor refuses: nothing was changed.");
}

async function smoke(given: Given): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const results = await checkLive(given);
    const isWell = results.every(({ state }) => state !== "fault");
    if (isWell || attempt === SMOKE_TRIES) {
      print(renderResults(results));
      if (isWell) return;
      throw new Stopped("It does not run as it should: worker/RUNBOOK.md, A deploy gone wrong.");
    }
    await delay(SMOKE_PAUSE_MS);
  }
}

/** @throws {Stopped} unless confirmed */
async function askPerson(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Stopped(`${question} Nobody can be asked here: say so with --worker-replaced.`);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`${question} (yes/no) `);
  prompt.close();
  if (answer.trim().toLowerCase() !== "yes") throw new Stopped("Stopped before the edge.");
}

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Stopped("This is no git worktree: what is deployed is a commit.");
  return stdout.trim();
}
