import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { ROOT } from "./part-settings.ts";
import { runCommands } from "./run-step.ts";
import { HARMLESS, planDeploy, renderPlan } from "./steps.ts";
import { checkBucket, checkCloudflare, checkSecretNames, readVars } from "./wrangler.ts";

const plan = (image: string | null = null) =>
  planDeploy({ target: "staging", commit: "abc123", image });
const names = plan().map(({ name }) => name);
const place = (name: (typeof names)[number]) => names.indexOf(name);

test("deploy: checks come before steps that change something", () => {
  const changing = Math.min(place("migrations"), place("image"), place("edge"), place("site"));
  for (const name of ["worktree", "build", "rehearsal", "doctor"] as const) {
    expect(place(name)).toBeLessThan(changing);
  }
});

test("order: prices of the new catalogue, database, worker, edge, site, and the end of earlier prices", () => {
  const order = [
    "doctor",
    "backup",
    "migrations",
    "worker",
    "edge",
    "site",
    "smoke",
    "retire",
  ] as const;
  expect(order.map(place)).toEqual(order.map(place).toSorted((a, b) => a - b));
});

test("dry run: needs no account and changes no environment", () => {
  const harmless = plan("registry.test/worker").filter(({ name }) => HARMLESS.has(name));
  expect(harmless.flatMap(({ commands }) => commands.map((command) => command.join(" ")))).toEqual([
    "node web/build.ts",
    "wrangler deploy --env staging --dry-run --outdir .wrangler/rehearsal",
  ]);
});

test.each([
  ["build", "Fix it and start again."],
  [
    "migrations",
    "What ran before still runs: fix it and go on with --continue, or go back with --undo.",
  ],
  ["edge", "Fix it and go on with --continue, or go back with --undo."],
] as const)("%s whose command fails: says what runs, and the way on", async (name, way) => {
  const step = { name, why: "", commands: [["node", "--eval", "process.exit(1)"]] };
  await expect(runCommands(step)).rejects.toThrow(`"${name}" failed. ${way}`);
});

test("image: tagged with the commit, and absent when no registry is set", () => {
  expect(renderPlan(plan("registry.test/worker"))).toContain(
    "$ docker build --file worker/Dockerfile --tag registry.test/worker:abc123 .",
  );
  expect(renderPlan(plan())).not.toContain("docker");
});

test("each target has its own site", () => {
  const commands = (target: "staging" | "production") =>
    renderPlan(planDeploy({ target, commit: "abc123", image: null }));
  expect(commands("staging")).toContain("--project-name tidepost-site-staging ");
  expect(commands("production")).toContain("--project-name tidepost-site ");
});

test("every file that a step runs exists", () => {
  const files = plan("image")
    .flatMap(({ commands }) => commands.flat())
    .filter((word) => /^(?:web|db|worker)\/[\w./-]+$/.test(word));
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("each environment of wrangler.toml has all bindings and its own routes and counters", async () => {
  const text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  for (const binding of [
    "EVENT_PUBLISHER",
    "LIMIT_COUNTER",
    "ENQUIRY_RATE_LIMITER",
    "API_RATE_LIMITER",
    "DEFAULT_RATE_LIMITER",
  ]) {
    // At the top and in both environments.
    expect(text.split(`name = "${binding}"`)).toHaveLength(4);
  }
  const counters = [...text.matchAll(/namespace_id = "(\d+)"/g)].map(([, id]) => id);
  expect(new Set(counters).size).toBe(counters.length);
  const [staging, production] = [await readVars("staging"), await readVars("production")];
  expect(Object.keys(staging)).toEqual(Object.keys(production));
  expect(staging["API_URL"]).not.toBe(production["API_URL"]);
});

// The object `z` holds the messages of all languages, 78 KiB of the bundle after compression.
test("zod: imported as a namespace, so that the bundle holds only what the edge uses", () => {
  const files = globSync("{contracts,db,edge}/**/*.ts", { cwd: ROOT });
  const withObject = files.filter((file) =>
    /^import (?:\{ z \}|z) from "zod"/m.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(withObject).toEqual([]);
});

test("deployed edge: answers at its own domain only, and runs beside the database", () => {
  for (const env of ["staging", "production"]) {
    const config = readConfig({ config: join(ROOT, "wrangler.toml"), env }, { hideWarnings: true });
    expect(config, env).toMatchObject({
      workers_dev: false,
      preview_urls: false,
      placement: { region: "aws:eu-west-2" },
    });
  }
});

test("deployed edge: keeps our log lines, without request URL and headers, and no query in a trace", () => {
  for (const env of ["staging", "production"]) {
    const { observability } = readConfig(
      { config: join(ROOT, "wrangler.toml"), env },
      { hideWarnings: true },
    );
    expect(observability, env).toEqual({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
      traces: { enabled: true, head_sampling_rate: 0.05 },
    });
  }
});

test("secrets missing at Cloudflare: named, except those set in wrangler.toml", async () => {
  const given = {
    target: "staging",
    edge: { SITE_URL: "https://site.test", JWT_KEYS: "[]", DATABASE_URL: "postgres://x" },
    worker: {},
    site: {},
    vars: { SITE_URL: "https://site.test" },
    unread: [],
  } as const;
  const listed = JSON.stringify([{ name: "DATABASE_URL" }, { name: "OLD_ONE" }]);
  expect(checkSecretNames(given, listed).map(({ about, state }) => `${state} ${about}`)).toEqual([
    "failed JWT_KEYS (edge)",
    "note OLD_ONE (edge)",
  ]);
  expect(await checkCloudflare(given, {})).toMatchObject([{ state: "failed" }]);
  expect(await checkCloudflare({ ...given, target: "local" }, {})).toEqual([]);
});

test.each([
  [0, "", "ok", "has the bucket files"],
  [1, "The specified bucket does not exist. [code: 10006]", "failed", "has no bucket files"],
  [1, "Authentication error [code: 10000]", "failed", "cannot look for the bucket files"],
])("wrangler answers %i %s about the bucket: %s", (status, stderr, state, what) => {
  expect(checkBucket("files", { status, stderr })).toMatchObject({ state, what });
});
