import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { withLock } from "./lock.ts";
import { CACHE_DIR, ROOT, stackFile } from "./paths.ts";
import { StackError } from "./stack-error.ts";

const NOT_INPUTS = new Set(["node_modules", "dist", ".tsc", ".wrangler"]);
const TEST_FILE = /\.test\.tsx?$/;

// Running stacks may restart from an older bundle.
const EDGE_BUNDLES_KEPT = 8;

/** Environment of a wrangler without a terminal. */
export const BUILD_ENV = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_WRITE_LOGS: "false",
  WRANGLER_CACHE_DIR: join(CACHE_DIR, "wrangler"),
  CI: "true",
};

export function buildWorker(): Promise<string> {
  return buildInPlace({
    name: "worker",
    inputs: ["worker", "contracts", "db", "package-lock.json"],
    output: join(ROOT, "worker", "dist", "main.js"),
    script: join(ROOT, "worker", "build.ts"),
  });
}

/** Builds `web/dist` unless its inputs are unchanged, and holds the build lock while `use` runs. */
export function withBuiltSite<T>(use: (dist: string) => Promise<T>): Promise<T> {
  return withLock(join(CACHE_DIR, "web.lock"), async () => {
    const output = join(ROOT, "web", "dist");
    await buildUnlessFresh({
      name: "web",
      inputs: ["web", "contracts", "package-lock.json"],
      output,
      script: join(ROOT, "web", "build.ts"),
    });
    return use(output);
  });
}

/**
 * Bundles the edge as a deploy does.
 *
 * @returns the folder with `index.js` and `options.json`, named by the hash of the inputs
 */
export function buildEdge(): Promise<string> {
  const home = join(CACHE_DIR, "edge");
  return withLock(join(CACHE_DIR, "edge.lock"), async () => {
    const dir = join(
      home,
      hashInputs(["edge", "contracts", "db", "wrangler.toml", "package-lock.json"]).slice(0, 16),
    );
    if (existsSync(dir)) return dir;
    const making = `${dir}.new`;
    mkdirSync(home, { recursive: true });
    rmSync(making, { recursive: true, force: true });
    const wrangler = join(ROOT, "node_modules", "wrangler", "wrangler-dist", "cli.js");
    await Promise.all([
      runNode("edge", [wrangler, "deploy", "--dry-run", "--outdir", making]),
      runNode("edge-options", [
        stackFile("edge-options.ts"),
        join(ROOT, "wrangler.toml"),
        `${dir}.options.json`,
      ]),
    ]);
    renameSync(`${dir}.options.json`, join(making, "options.json"));
    renameSync(making, dir);
    removeOldBundles(home);
    return dir;
  });
}

interface Build {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly script: string;
}

function buildInPlace(build: Build): Promise<string> {
  return withLock(join(CACHE_DIR, `${build.name}.lock`), () => buildUnlessFresh(build));
}

async function buildUnlessFresh(build: Build): Promise<string> {
  const stamp = join(CACHE_DIR, `${build.name}.sha256`);
  const hash = hashInputs(build.inputs);
  // A deploy builds in the same place, with other settings.
  const made = () => `${hash} ${statSync(build.output).mtimeMs}`;
  const isFresh =
    existsSync(build.output) && existsSync(stamp) && readFileSync(stamp, "utf8") === made();
  if (isFresh) return hash;
  rmSync(stamp, { force: true });
  await runNode(build.name, [build.script]);
  writeFileSync(stamp, made());
  return hash;
}

function hashInputs(inputs: readonly string[]): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of inputs.flatMap((input) => listFiles(join(ROOT, input))).toSorted()) {
    hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_INPUTS.has(entry.name) || TEST_FILE.test(entry.name)) return [];
    const child = join(path, entry.name);
    if (entry.isDirectory()) return listFiles(child);
    return entry.isFile() ? [child] : [];
  });
}

async function runNode(name: string, args: readonly string[]): Promise<void> {
  mkdirSync(CACHE_DIR, { recursive: true });
  const logFile = join(CACHE_DIR, `${name}-build.log`);
  const log = openSync(logFile, "w");
  const child = spawn(process.execPath, ["--import", stackFile("exit-with-parent.ts"), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      UNPROVED_CLAIMS: process.env["UNPROVED_CLAIMS"] || "shown",
      ...BUILD_ENV,
    },
    stdio: ["pipe", log, log],
  });
  closeSync(log);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0) throw new StackError(`The build of ${name} failed: read ${logFile}.`);
}

function removeOldBundles(home: string): void {
  const bundles = readdirSync(home).map((entry) => join(home, entry));
  const newestFirst = bundles.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const bundle of newestFirst.slice(EDGE_BUNDLES_KEPT))
    rmSync(bundle, { recursive: true, force: true });
}
