import type { Target } from "./target.ts";

/** Where one can deploy to. */
export type Remote = Exclude<Target, "local">;

/** One step of a deploy. Every step may be done twice, and a deploy that broke off is begun again. */
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
  /** What it makes sure of, or why it stands here. */
  readonly why: string;
  /** What is run, each with its arguments; none where the deploy looks or asks itself. */
  readonly commands: readonly (readonly string[])[];
  /** Needs no account and changes nothing outside, so that a dry run does it as well. */
  readonly isHarmless: boolean;
};

/** Cloudflare Pages keeps the site of each target in a project of its own. */
const PAGES_PROJECT: Readonly<Record<Remote, string>> = {
  staging: "tidepost-site-staging",
  production: "tidepost-site",
};

/** The folder of the stamped site, as it stands in a plan that is only shown. */
export const STAMPED = "<stamped web/dist>";

/**
 * What a deploy does, in its order: what may refuse comes before what changes something, and whoever reads an event goes
 * before whoever writes it.
 *
 * @param options.image name of the worker's image with its registry; null where workers run without one
 * @param options.commit what is deployed
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

/** Writes a plan for reading: each step, why, and exactly what it runs. */
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
