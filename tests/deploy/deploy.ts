import { join } from "node:path";
import { readArguments } from "#db/bin/arguments.ts";
import { print, runCommand } from "#db/bin/command.ts";
import { stackDirOf } from "../stack/paths.ts";
import { cloudflarePlace, git } from "./cloudflare-place.ts";
import { PARTS_USAGE, readParts, SOURCES } from "./command-line.ts";
import { type DeployRecord, keepRecord, lastRecord } from "./record.ts";
import { findHost, type HostFile, settingsOf, startHost } from "./rehearsal/host.ts";
import { planRehearsal, rehearsalPlace } from "./rehearsal/place.ts";
import { describeVisits, sendVisitors } from "./rehearsal/visitors.ts";
import { HARMLESS, planDeploy, renderPlan, type Step } from "./steps.ts";
import { type Place, takeSteps, undoSteps } from "./take-steps.ts";

const USAGE = `usage: npm run deploy -- --target staging|production [--dry-run] [--image <registry/name>] [--worker-replaced]
       npm run deploy -- --target staging|production --continue|--undo
       npm run deploy -- --target rehearsal

  --env-file         a file of NAME=value lines, instead of the environment; may be repeated
${PARTS_USAGE}  --dry-run          shows the steps, and takes those that change nothing
  --image            builds and pushes the worker's image under this name, tagged with the commit
  --worker-replaced  does not ask whether the new workers run
  --continue         takes the steps that a stopped deploy did not
  --undo             brings back what ran before the last deploy, stopped or not
  --target rehearsal deploys what stands here over the last release on a local stack, without an account
`;

await runCommand(async () => {
  const { flags } = readArguments(
    {
      ...SOURCES,
      "dry-run": "flag",
      "worker-replaced": "flag",
      image: "text",
      continue: "flag",
      undo: "flag",
    },
    { usage: USAGE },
  );
  const { target, "dry-run": isDryRun } = flags;
  if (target === undefined)
    throw new Error("Say where to: --target rehearsal, staging or production.");
  if (target === "local") throw new Error("A local stack is not deployed to: `npm start` runs it.");
  if (flags.continue && flags.undo) throw new Error("Say either --continue or --undo.");
  const commit = git("rev-parse", "--short=12", "HEAD");
  if (target === "rehearsal" && isDryRun) throw new Error("A rehearsal has no --dry-run.");
  if (target === "rehearsal") return rehearse(commit, flags);
  const parts = await readParts(flags);
  if (parts.target === "local") throw new Error("A local stack is not deployed to.");
  const given = { ...parts, target: parts.target };
  const image = flags.image ?? null;
  if (isDryRun) {
    const steps = planDeploy({ target: given.target, commit, image });
    print(`\nDeploying ${commit} to ${target}:\n\n${renderPlan(steps)}\n`);
    const place = cloudflarePlace({ given, isDryRun, isReplaced: false, before: null });
    for (const step of steps.filter(({ name }) => HARMLESS.has(name))) {
      print(`── ${step.name}`);
      await place.take(step);
    }
    return print("\nNothing was changed (--dry-run).");
  }
  const databaseUrl = given.worker["DATABASE_URL"];
  if (databaseUrl === undefined) {
    throw new Error(`DATABASE_URL of ${target} is missing: it has the record of every deploy.`);
  }
  const last = await lastRecord(databaseUrl, target);
  const place = cloudflarePlace({
    given,
    isDryRun,
    isReplaced: flags["worker-replaced"],
    before: (last?.end === "deployed" ? last.commit : last?.before?.worker) ?? null,
  });
  await deploy({ ...flags, target, commit, image, databaseUrl, place });
});

/** Deploys, goes on or goes back, as the last record allows. */
async function deploy(work: {
  target: string;
  commit: string;
  image: string | null;
  databaseUrl: string;
  place: Place;
  continue: boolean;
  undo: boolean;
}): Promise<void> {
  const { target, commit, databaseUrl, place } = work;
  const last = await lastRecord(databaseUrl, target);
  const keep = (record: DeployRecord) => keepRecord(databaseUrl, record);
  if (work.undo) {
    if (last === null || last.end === "undone") throw new Error(`${target} has nothing to undo.`);
    print(`\nUndoing ${last.commit} in ${target}:\n`);
    await undoSteps({ steps: planFor(last), place, record: last, keep, say: print });
    return print(`\n${target} is as it was before ${last.commit}, but for what is said above.`);
  }
  const isOpen = last?.end === null;
  if (work.continue && !isOpen) throw new Error(`No deploy to ${target} has stopped halfway.`);
  if (isOpen && !work.continue) {
    throw new Error(
      `The deploy of ${last.commit} to ${target} stopped halfway, unless another machine is at it: --continue goes on, --undo goes back.`,
    );
  }
  if (isOpen && last.commit !== commit) {
    throw new Error(
      `What stopped halfway is ${last.commit}, and this is ${commit}: check that one out, or go back with --undo.`,
    );
  }
  const record: DeployRecord = isOpen
    ? last
    : {
        target,
        commit,
        image: work.image,
        startedAt: new Date().toISOString(),
        before: null,
        begun: [],
        done: [],
        end: null,
      };
  const steps = planFor(record);
  print(`\nDeploying ${commit} to ${target}:\n\n${renderPlan(steps)}\n`);
  await takeSteps({ steps, place, record, keep, say: print });
  print(`\n${commit} runs in ${target}.`);
}

function planFor({ target, commit, image }: DeployRecord): readonly Step[] {
  if (target === "rehearsal") return planRehearsal(commit);
  return planDeploy({ target: target === "production" ? target : "staging", commit, image });
}

/** Without a rehearsal that runs already, one is started for this deploy alone, with visitors meanwhile. */
async function rehearse(
  commit: string,
  flags: { continue: boolean; undo: boolean },
): Promise<void> {
  const dir = join(stackDirOf(process.env), "rehearsal");
  const running = findHost(dir);
  const to = (host: HostFile) =>
    deploy({
      ...flags,
      target: "rehearsal",
      commit,
      image: null,
      databaseUrl: settingsOf(dir).worker["DATABASE_URL"] ?? "",
      place: rehearsalPlace(dir, host, commit),
    });
  if (running !== null) return to(running);
  if (flags.continue || flags.undo) {
    throw new Error(
      "A rehearsal ends with its command. For --continue and --undo, let `npx node tests/deploy/rehearsal/host.ts` run in another terminal, and deploy first.",
    );
  }
  print("Starting the last release on a local stack.");
  const host = await startHost(dir);
  try {
    const visitors = sendVisitors(host);
    try {
      await to(host);
    } finally {
      print(describeVisits(await visitors.stop()));
    }
  } finally {
    await host.stop();
  }
}
