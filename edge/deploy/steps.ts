import type { Target } from "./target.ts";

export type Remote = Exclude<Target, "local">;

/** Steps are safe to repeat: an aborted deploy starts again from the top. */
export type Step = {
  readonly name:
    | "worktree"
    | "doctor"
    | "build"
    | "rehearsal"
    | "migrations"
    | "image"
    | "worker"
    | "edge"
    | "site"
    | "smoke";
  readonly why: string;
  /** Empty for steps that only check or ask. */
  readonly commands: readonly (readonly string[])[];
  /** Runs in a dry run, too: needs no account and changes nothing outside. */
  readonly isHarmless: boolean;
};

const PAGES_PROJECT: Readonly<Record<Remote, string>> = {
  staging: "tidepost-site-staging",
  production: "tidepost-site",
};

export const STAMPED = "<stamped web/dist>";

/**
 * The steps of a deploy: whatever may fail comes before whatever changes something, and readers
 * of an event before its writers.
 *
 * @param options.image the worker's image with its registry; null without images
 */
export function planDeploy(options: {
  target: Remote;
  commit: string;
  image: string | null;
}): readonly Step[] {
  const { target, commit, image } = options;
  const tag = image === null ? null : `${image}:${commit}`;
  return [
    {
      name: "worktree",
      why: "what is deployed is a commit, and nothing beside it",
      commands: [],
      isHarmless: true,
    },
    {
      name: "build",
      why: "a build that fails is found before anything changes",
      commands: [["node", "web/build.ts"]],
      isHarmless: true,
    },
    {
      name: "rehearsal",
      why: "the edge is bundled as for a deploy",
      commands: [["wrangler", "deploy", "--env", target, "--dry-run"]],
      isHarmless: true,
    },
    {
      name: "doctor",
      why: "settings are complete, and every key is known to its service",
      commands: [],
      isHarmless: false,
    },
    {
      name: "migrations",
      why: "they leave the running version working, so they come before the code",
      commands: [["node", "db/bin/migrate.ts"]],
      isHarmless: false,
    },
    {
      name: "image",
      why: tag === null ? "left out: no --image was named" : "the worker, tagged by its commit",
      commands:
        tag === null
          ? []
          : [
              ["docker", "build", "--file", "worker/Dockerfile", "--tag", tag, "."],
              ["docker", "push", tag],
            ],
      isHarmless: false,
    },
    {
      name: "worker",
      why:
        tag === null
          ? `a person brings the workers to ${commit} (worker/README.md); they read every older event`
          : `a person starts ${tag} in place of the running workers; they read every older event`,
      commands: [],
      isHarmless: false,
    },
    {
      name: "edge",
      why: "it may write events of a new version from now on",
      commands: [["wrangler", "deploy", "--env", target]],
      isHarmless: false,
    },
    {
      name: "site",
      why: "it asks the new edge, stamped with the target's addresses",
      commands: [
        [
          "wrangler",
          "pages",
          "deploy",
          STAMPED,
          "--project-name",
          PAGES_PROJECT[target],
          "--branch",
          "main",
          "--commit-hash",
          commit,
        ],
      ],
      isHarmless: false,
    },
    {
      name: "smoke",
      why: "API, key set, site, its stamps and the worker answer as the settings say",
      commands: [],
      isHarmless: false,
    },
  ];
}

export function renderPlan(steps: readonly Step[]): string {
  return steps
    .map(({ name, why, commands }, index) =>
      [
        `${String(index + 1).padStart(2)}. ${name}: ${why}`,
        ...commands.map((command) => `      $ ${command.join(" ")}`),
      ].join("\n"),
    )
    .join("\n");
}
