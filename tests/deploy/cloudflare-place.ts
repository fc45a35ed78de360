import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { parseJson } from "#contracts/parse-json.ts";
import { isConfirmed, print } from "#db/bin/command.ts";
import { askPages } from "./pages-project.ts";
import { type PartSettings, ROOT } from "./part-settings.ts";
import { checkBeforeDeploy } from "./run-checks.ts";
import { requireNoFailure, requireSmall, runCommands, smoke } from "./run-step.ts";
import { REHEARSAL, type Remote, type Step } from "./steps.ts";
import type { Place } from "./take-steps.ts";
import { checkCloudflare, runWrangler } from "./wrangler.ts";
import { writeSiteSettings } from "./write-site-settings.ts";

const Deployment = z.object({ versions: z.array(z.object({ version_id: z.string() })) });

type Options = {
  readonly given: PartSettings & { readonly target: Remote };
  readonly isDryRun: boolean;
  readonly isReplaced: boolean;
  /** The release that was deployed before. */
  readonly before: string | null;
};

/** Site and edge at Cloudflare, and workers that an operator replaces. */
export function cloudflarePlace(options: Options): Place {
  const { target } = options.given;
  return {
    take: (step) => take(step, options),
    async serving() {
      const { stdout } = runWrangler("deployments", "status", "--env", target, "--json");
      const edge = Deployment.safeParse(parseJson(stdout)).data?.versions[0]?.version_id ?? null;
      const pages = await askPages(target, process.env);
      return { worker: options.before, edge, site: pages?.deployment ?? null };
    },
    async back(part, release) {
      if (part === "worker") {
        await requireReplaced(`An operator brings the workers back to ${release}`, options);
        return;
      }
      if (part === "site") {
        const answer = await askPages(target, process.env, `/deployments/${release}/rollback`);
        if (answer === null)
          throw new Error(`Cloudflare did not bring the site back to ${release}.`);
        return;
      }
      const why = ["--message", "npm run deploy -- --undo", "--yes"];
      const { status, stderr } = runWrangler("rollback", release, "--env", target, ...why);
      if (status !== 0) throw new Error(`Cloudflare refuses the edge's way back: ${stderr.trim()}`);
    },
  };
}

async function take(step: Step, { given, isDryRun, isReplaced }: Options): Promise<void> {
  switch (step.name) {
    case "worktree":
      if (git("status", "--porcelain") === "") return;
      if (!isDryRun) throw new Error("The worktree has uncommitted changes.");
      print("It has uncommitted changes; a deploy would stop here.");
      return;
    case "doctor":
      requireNoFailure(
        [...(await checkCloudflare(given, process.env)), ...(await checkBeforeDeploy(given))],
        "The doctor found errors: nothing was changed.",
      );
      return;
    case "backup":
      if (process.env["BACKUP_KEY"]) {
        await runCommands(step, { DATABASE_URL: given.worker["DATABASE_URL"] });
      } else print("Left out: BACKUP_KEY is not in the environment.");
      return;
    case "migrations":
      await runCommands(step, { DATABASE_URL: given.worker["DATABASE_URL"] });
      return;
    case "worker":
      await requireReplaced(step.why, { isReplaced });
      return;
    case "site": {
      const to = mkdtempSync(join(tmpdir(), "tidepost-site-"));
      try {
        await writeSiteSettings({ given, from: join(ROOT, "web/dist"), to, now: new Date() });
        await runCommands(step, {}, to);
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
      if (STRIPE_SECRET_KEY !== undefined)
        await runCommands(step, { STRIPE_SECRET_KEY, STRIPE_API_BASE });
      return;
    }
    case "rehearsal":
      await runCommands(step);
      requireSmall(join(ROOT, REHEARSAL));
      return;
    case "build":
      await runCommands(step, { UNPROVED_CLAIMS: given.site["UNPROVED_CLAIMS"] ?? "" });
      return;
    case "image":
    case "edge":
      await runCommands(step);
  }
}

async function requireReplaced(
  what: string,
  { isReplaced }: Pick<Options, "isReplaced">,
): Promise<void> {
  if (isReplaced || (await isConfirmed(`${what}. Do they run?`, "--worker-replaced"))) return;
  throw new Error("Stopped at the worker.");
}

/** @throws {Error} outside a worktree */
export function git(...args: readonly string[]): string {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error("This is no git worktree, and only a commit is deployed.");
  return stdout.trim();
}
