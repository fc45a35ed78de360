import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readArguments } from "#db/bin/arguments.ts";
import { isConfirmed, print, runCommand } from "#db/bin/command.ts";
import { BUNDLE_BUDGET_KB, bundleSizeKb, describeBundle } from "./bundle-size.ts";
import { checkLive } from "./check-live.ts";
import { type CheckResult, isFailed, renderResults } from "./check-result.ts";
import { PARTS_USAGE, readParts, SOURCES } from "./command-line.ts";
import { type PartSettings, ROOT } from "./part-settings.ts";
import { checkBeforeDeploy } from "./run-checks.ts";
import { HARMLESS, planDeploy, REHEARSAL, renderPlan, STAMPED, type Step } from "./steps.ts";
import { checkCloudflare, WRANGLER } from "./wrangler.ts";
import { writeSiteSettings } from "./write-site-settings.ts";

// A deploy reaches every location within a minute.
const SMOKE_ATTEMPTS = 6;
const SMOKE_PAUSE_MS = 10_000;

const USAGE = `usage: npm run deploy -- --target staging|production [--dry-run] [--image <registry/name>] [--worker-replaced]

  --env-file         a file of NAME=value lines, instead of the environment; may be repeated
${PARTS_USAGE}  --dry-run          shows the steps, and takes those that change nothing
  --image            builds and pushes the worker's image under this name, tagged with the commit
  --worker-replaced  does not ask whether the new workers run
`;

type Options = {
  readonly given: PartSettings;
  readonly isDryRun: boolean;
  readonly isReplaced: boolean;
};

await runCommand(async () => {
  const { flags } = readArguments(
    { ...SOURCES, "dry-run": "flag", "worker-replaced": "flag", image: "text" },
    { usage: USAGE },
  );
  if (flags.target === undefined) throw new Error("Say where to: --target staging or production.");
  const given = readParts(flags);
  const { target } = given;
  if (target === "local") throw new Error("A local stack is not deployed to: `npm start` runs it.");
  const isDryRun = flags["dry-run"];
  const options = { given, isDryRun, isReplaced: flags["worker-replaced"] };
  const commit = git("rev-parse", "--short=12", "HEAD");
  const image = flags.image ?? null;
  const steps = planDeploy({ target, commit, image });
  print(`\nDeploying ${commit} to ${target}:\n\n${renderPlan(steps)}\n`);
  for (const step of steps) {
    if (isDryRun && !HARMLESS.has(step.name)) continue;
    print(`── ${step.name}`);
    await take(step, options);
  }
  print(isDryRun ? "\nNothing was changed (--dry-run)." : `\n${commit} runs in ${target}.`);
});

/** @throws {Error} with one sentence for the operator, which stops the deploy */
async function take(step: Step, { given, isDryRun, isReplaced }: Options): Promise<void> {
  switch (step.name) {
    case "worktree":
      if (git("status", "--porcelain") === "") return;
      if (!isDryRun) throw new Error("The worktree has uncommitted changes.");
      print("It has uncommitted changes; a deploy would stop here.");
      return;
    case "doctor":
      requireNoFailure(
        [...checkCloudflare(given, process.env), ...(await checkBeforeDeploy(given))],
        "The doctor found errors: nothing was changed.",
      );
      return;
    case "migrations":
      run(step, { DATABASE_URL: given.worker["DATABASE_URL"] });
      return;
    case "worker":
      if (isReplaced || (await isConfirmed(`${step.why}. Do they run?`, "--worker-replaced")))
        return;
      throw new Error("Stopped before the edge.");
    case "site": {
      const to = mkdtempSync(join(tmpdir(), "tidepost-site-"));
      try {
        await writeSiteSettings({ given, from: join(ROOT, "web/dist"), to, now: new Date() });
        run(step, {}, to);
      } finally {
        rmSync(to, { recursive: true });
      }
      return;
    }
    case "smoke":
      await smoke(given);
      return;
    case "retire": {
      const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = given.worker;
      if (STRIPE_SECRET_KEY !== undefined) run(step, { STRIPE_SECRET_KEY, STRIPE_API_BASE });
      return;
    }
    case "rehearsal":
      run(step);
      requireSmall(join(ROOT, REHEARSAL));
      return;
    case "build":
      run(step, { UNPROVED_CLAIMS: given.site["UNPROVED_CLAIMS"] ?? "" });
      return;
    case "image":
    case "edge":
      run(step);
  }
}

function run(step: Step, settings: NodeJS.ProcessEnv = {}, stamped = STAMPED): void {
  for (const [program = "", ...rest] of step.commands) {
    const args = rest.map((word) => (word === STAMPED ? stamped : word));
    const { status } = spawnSync(
      program === "docker" ? program : process.execPath,
      program === "wrangler" ? [WRANGLER, ...args] : args,
      { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...settings } },
    );
    if (status !== 0) {
      throw new Error(`"${step.name}" failed. Fix it and start again; earlier steps are harmless.`);
    }
  }
}

function requireSmall(bundle: string): void {
  print(`The edge's bundle: ${describeBundle(bundle)} after gzip.`);
  if (bundleSizeKb(bundle) > BUNDLE_BUDGET_KB) {
    throw new Error(
      "That is too large: find what is new in it, or change tests/deploy/bundle-size.ts.",
    );
  }
}

function requireNoFailure(results: readonly CheckResult[], message: string): void {
  print(renderResults(results));
  if (results.some(isFailed)) throw new Error(message);
}

async function smoke(given: PartSettings): Promise<void> {
  let results = await checkLive(given);
  for (let attempt = 1; attempt < SMOKE_ATTEMPTS && results.some(isFailed); attempt += 1) {
    await delay(SMOKE_PAUSE_MS);
    results = await checkLive(given);
  }
  requireNoFailure(results, "It does not run as it should: worker/RUNBOOK.md, section 10.");
}

function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error("This is no git worktree, and only a commit is deployed.");
  return stdout.trim();
}
