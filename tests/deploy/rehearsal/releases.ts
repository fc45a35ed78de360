import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { BUILD_ENV, buildEdge, buildWorker } from "../../stack/builds.ts";
import { CACHE_DIR, ROOT, stackFile } from "../../stack/paths.ts";
import type { Serving } from "../record.ts";
import { WRANGLER } from "../wrangler.ts";

/** What a release is made of: folders that a build left. */
export type Built = { readonly edge: string; readonly worker: string };

const run = promisify(execFile);

/** Builds what stands in the worktree. */
export async function buildPresent(): Promise<Built> {
  const [edge] = await Promise.all([buildEdge(), buildWorker()]);
  return { edge, worker: join(ROOT, "worker/dist") };
}

/**
 * Builds edge and worker of an earlier commit with the packages of today.
 *
 * @returns null when this clone lacks the commit
 */
export async function buildCommit(commit: string): Promise<Built | null> {
  const known = await run("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT }).then(
    () => true,
    () => false,
  );
  if (!known) return null;
  const tree = join(CACHE_DIR, "released", commit);
  const built = { edge: join(tree, ".wrangler/edge"), worker: join(tree, "worker/dist") };
  if (existsSync(tree)) return built;
  const making = `${tree}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const parts = ["edge", "worker", "db", "contracts", "web", "wrangler.toml", "package.json"];
  const archive = join(making, "tree.tar");
  await run("git", ["archive", "--output", archive, commit, "--", ...parts], { cwd: ROOT });
  await run("tar", ["--extract", "--file", archive], { cwd: making });
  symlinkSync(join(ROOT, "node_modules"), join(making, "node_modules"));
  const here = { cwd: making, env: { ...process.env, ...BUILD_ENV } };
  const node = (...args: string[]) => run(process.execPath, args, here);
  await node(WRANGLER, "deploy", "--dry-run", "--outdir", ".wrangler/edge");
  await Promise.all([
    node(
      stackFile("edge-options.ts"),
      join(making, "wrangler.toml"),
      ".wrangler/edge/options.json",
    ),
    node("worker/build.ts"),
  ]);
  renameSync(making, tree);
  return built;
}

/** Puts a part's files into a folder of its own, which no later release touches. */
export async function makeFolder(options: {
  dir: string;
  part: keyof Serving;
  release: string;
  fill: (folder: string) => Promise<void> | void;
}): Promise<void> {
  const { dir, part, release, fill } = options;
  const folder = join(dir, "releases", part, release);
  if (existsSync(folder)) return;
  const making = `${folder}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  await fill(making);
  renameSync(making, folder);
}

/** The files of a worker beside the packages that they import. */
export function copyWorker(from: string, folder: string): void {
  cpSync(from, join(folder, "worker/dist"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
}

const linkOf = (dir: string, part: keyof Serving) => join(dir, "releases", `${part}.current`);

/** Names the release that starts from now on, in one step. */
export function turnLink(dir: string, part: keyof Serving, release: string): void {
  const next = `${linkOf(dir, part)}.next`;
  rmSync(next, { force: true });
  symlinkSync(join(part, release), next);
  renameSync(next, linkOf(dir, part));
}

export function linkedRelease(dir: string, part: keyof Serving): string {
  return basename(readlinkSync(linkOf(dir, part)));
}
