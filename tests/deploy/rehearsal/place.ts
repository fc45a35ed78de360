import { cpSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { print } from "#db/bin/command.ts";
import { withBuiltSite } from "../../stack/builds.ts";
import type { Serving } from "../record.ts";
import { checkBeforeDeploy } from "../run-checks.ts";
import { requireNoFailure, requireSmall, runCommands, smoke } from "../run-step.ts";
import { planDeploy, type Step } from "../steps.ts";
import type { Place } from "../take-steps.ts";
import { writeSiteSettings } from "../write-site-settings.ts";
import { type HostFile, settingsOf } from "./host.ts";
import { type Built, buildPresent, copyWorker, makeFolder, turnLink } from "./releases.ts";

/** What a rehearsal does by itself instead of asking Cloudflare. */
const BY_ITSELF: ReadonlySet<Step["name"]> = new Set(["build", "rehearsal", "edge", "site"]);

/** The steps of staging, in their order. */
export function planRehearsal(commit: string): readonly Step[] {
  return planDeploy({ target: "staging", commit, image: null }).map((step) => ({
    ...step,
    commands: BY_ITSELF.has(step.name)
      ? []
      : step.commands.map((words) =>
          step.name === "backup" ? words.slice(0, words.indexOf("--target")) : words,
        ),
  }));
}

const Answer = z.object({ worker: z.string(), edge: z.string(), site: z.string() });

const addWords = (step: Step, ...more: string[]): Step => ({
  ...step,
  commands: step.commands.map((words) => [...words, ...more]),
});

/** A running rehearsal, to which a commit is deployed as it stands in the worktree. */
export function rehearsalPlace(dir: string, host: HostFile, commit: string): Place {
  const given = settingsOf(dir);

  const turn = async (part: keyof Serving, release: string): Promise<void> => {
    turnLink(dir, part, release);
    const answer = await fetch(new URL(part, host.control), { method: "POST" });
    if (!answer.ok) throw new Error(`The ${part} did not start: ${await answer.text()}`);
  };
  const release = async (
    part: keyof Serving,
    fill: (folder: string, built: Built) => Promise<void> | void,
  ): Promise<void> => {
    const built = await buildPresent();
    await makeFolder({ dir, part, release: commit, fill: (folder) => fill(folder, built) });
    await turn(part, commit);
  };
  const withKey = {
    DATABASE_URL: given.worker["DATABASE_URL"],
    STRIPE_SECRET_KEY: given.worker["STRIPE_SECRET_KEY"],
    STRIPE_API_BASE: given.worker["STRIPE_API_BASE"],
    BACKUP_KEY: host.backupKey,
  };

  const take = async (step: Step): Promise<void> => {
    switch (step.name) {
      case "worktree":
        print("A rehearsal takes what stands here, committed or not.");
        return;
      case "build":
        await Promise.all([buildPresent(), withBuiltSite(() => Promise.resolve())]);
        return;
      case "rehearsal":
        requireSmall((await buildPresent()).edge);
        return;
      case "doctor":
        requireNoFailure(await checkBeforeDeploy(given), "The doctor found errors.");
        return;
      case "backup":
        await runCommands(addWords(step, "--out", join(dir, "backups")), withKey);
        return;
      case "migrations":
      case "retire":
        await runCommands(step, withKey);
        return;
      case "worker":
        return release("worker", (folder, { worker }) => copyWorker(worker, folder));
      case "edge":
        return release("edge", (folder, { edge }) => cpSync(edge, folder, { recursive: true }));
      case "site":
        return release("site", (to) =>
          withBuiltSite((from) => writeSiteSettings({ given, from, to, now: new Date() })),
        );
      case "smoke":
        await smoke(given);
        return;
      case "image":
        print("A rehearsal makes no image: the worker runs from a folder and a link.");
    }
  };
  return {
    take,
    async serving() {
      return Answer.parse(await (await fetch(host.control)).json());
    },
    back: turn,
  };
}
