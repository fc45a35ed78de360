import type { Target } from "#db/bin/target.ts";

export type Remote = Exclude<Target, "local">;

export type Step = {
  readonly name:
    | "worktree"
    | "build"
    | "rehearsal"
    | "doctor"
    | "backup"
    | "migrations"
    | "image"
    | "worker"
    | "edge"
    | "site"
    | "smoke"
    | "retire";
  readonly why: string;
  /** Empty for steps that only check or ask. */
  readonly commands: readonly (readonly string[])[];
};

/** These need no account and change nothing outside, so a dry run takes them, too. */
export const HARMLESS: ReadonlySet<Step["name"]> = new Set(["worktree", "build", "rehearsal"]);

/** These change something, so a deploy that goes on does not take them again. */
export const CHANGES: ReadonlySet<Step["name"]> = new Set([
  "backup",
  "migrations",
  "image",
  "worker",
  "edge",
  "site",
  "retire",
]);

/** Why nothing is undone. */
export const STAYS: Partial<Record<Step["name"], string>> = {
  backup: "The backup stays.",
  migrations: "The migrations stay: the version before works with them.",
  image: "The image stays in its registry.",
  retire:
    "Earlier prices stay archived: `npm run billing:sync` of the version before offers what it sells.",
};

export const PAGES_PROJECT: Readonly<Record<Remote, string>> = {
  staging: "tidepost-site-staging",
  production: "tidepost-site",
};

/** The edge's bundle, for its size. */
export const REHEARSAL = ".wrangler/rehearsal";

export const BACKUP_BUCKET = "tidepost-backups";

export const STAMPED = "<stamped web/dist>";

/**
 * Lists the steps of a deploy. Steps that may fail come before steps that change something, and readers of an event
 * before its writers. Each step is safe to repeat.
 *
 * @param options.image the worker's image with its registry; null without images
 */
export function planDeploy(options: {
  target: Remote;
  commit: string;
  image: string | null;
}): readonly Step[] {
  const { target, commit, image } = options;
  const tag = `${String(image)}:${commit}`;
  const buildImage = [
    ["docker", "build", "--file", "worker/Dockerfile", "--tag", tag, "."],
    ["docker", "push", tag],
  ];
  const deployEdge = ["wrangler", "deploy", "--env", target];
  const project = ["--project-name", PAGES_PROJECT[target], "--branch", "main"];
  const deploySite = ["wrangler", "pages", "deploy", STAMPED, ...project, "--commit-hash", commit];
  return [
    step("worktree", "only a commit is deployed"),
    step("build", "fails before anything changes", ["node", "web/build.ts"]),
    step("rehearsal", "bundles the edge as for a deploy, within its budget", [
      ...deployEdge,
      "--dry-run",
      "--outdir",
      REHEARSAL,
    ]),
    step("doctor", "settings are complete, and every service accepts its key"),
    step("backup", "every row as it was before, read again and tried", [
      "node",
      "tests/deploy/backup.ts",
      "backup",
      "--target",
      target,
      "--bucket",
      BACKUP_BUCKET,
    ]),
    step("migrations", "leave the running version working", ["node", "db/bin/migrate.ts"]),
    image === null
      ? step("image", "left out without --image")
      : step("image", "the worker, tagged by its commit", ...buildImage),
    image === null
      ? step("worker", `an operator brings the workers to ${commit} (worker/README.md)`)
      : step("worker", `an operator replaces the running workers by ${tag}`),
    step("edge", "may write events of a new version from now on", deployEdge),
    step("site", "calls the new edge, stamped with the target's addresses", deploySite),
    step("smoke", "API, key set, site, its stamps and the worker answer as the settings say"),
    step("retire", "archives what no edge sells any more and no subscription has", [
      "node",
      "worker/bin/billing-sync.ts",
      "--retire",
      "--yes",
    ]),
  ];
}

function step(name: Step["name"], why: string, ...commands: string[][]): Step {
  return { name, why, commands };
}

export function renderPlan(steps: readonly Step[]): string {
  return steps
    .flatMap(({ name, why, commands }, index) => [
      `${String(index + 1).padStart(2)}. ${name}: ${why}`,
      ...commands.map((command) => `      $ ${command.join(" ")}`),
    ])
    .join("\n");
}
