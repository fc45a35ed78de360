import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../stack/paths.ts";
import { makeScratchDir } from "../support/scratch-dir.ts";
import { type Host, startHost } from "./rehearsal/host.ts";
import { countReplies, sendVisitors, type Visitors } from "./rehearsal/visitors.ts";

/** The five deploys start a process for each step, and took six minutes beside other tests on a slow machine. */
const LIMIT_MS = 600_000;

const scratch = makeScratchDir("rehearsal");
let host: Host;
let visitors: Visitors;

beforeAll(async () => {
  host = await startHost(join(scratch, "rehearsal"));
  visitors = sendVisitors(host);
});

afterAll(async () => {
  await visitors.stop();
  await host.stop();
  await rm(scratch, { recursive: true });
});

type Ended = { readonly code: number | null; readonly said: string };

/**
 * @param until a line at which the deploy is killed
 * @param cwd whose version deploys
 */
async function deploy(
  args: readonly string[],
  until: string | null = null,
  cwd = ROOT,
): Promise<Ended> {
  const running: ChildProcess = spawn(
    process.execPath,
    ["tests/deploy/deploy.ts", "--target", "rehearsal", ...args],
    {
      cwd,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], STACK_DIR: scratch },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  const listen = (chunk: Buffer): void => {
    said += String(chunk);
    if (until !== null && said.includes(until)) running.kill("SIGKILL");
  };
  running.stdout?.on("data", listen);
  running.stderr?.on("data", listen);
  const [code] = (await once(running, "close")) as [number | null];
  return { code, said };
}

/** A second machine has the last commit, and nothing of what the first one keeps for itself. */
function cloneElsewhere(): string {
  const folder = join(scratch, "elsewhere");
  execFileSync("git", ["clone", "--quiet", "--shared", ROOT, folder]);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const serving = async (): Promise<unknown> => (await fetch(host.control)).json();

test(
  "the last release, a deploy killed, undone from another clone, killed again and continued: visitors notice nothing",
  async () => {
    const before = { worker: host.released, edge: host.released, site: host.released };
    const killed = await deploy([], "── site");
    expect(killed, killed.said).toMatchObject({ code: null });
    expect(await serving()).not.toMatchObject({ edge: host.released });
    expect(await deploy([])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/--continue .*--undo/),
    });

    const undone = await deploy(["--undo"], null, cloneElsewhere());
    expect(undone, undone.said).toMatchObject({
      code: 0,
      said: expect.stringContaining("The migrations stay"),
    });
    expect(await serving()).toEqual(before);

    await deploy([], "── edge");
    expect(await serving()).toMatchObject({ edge: host.released, site: host.released });
    const continued = await deploy(["--continue"]);
    expect(continued, continued.said).toMatchObject({ code: 0 });
    expect(continued.said).not.toContain("── migrations");
    expect(Object.values((await serving()) as object)).not.toContain(host.released);

    const visits = await visitors.stop();
    expect(visits.filter(({ status }) => status !== 201)).toEqual([]);
    expect(new Set(visits.map(({ edge }) => edge)).size).toBe(2);
    await expect.poll(async () => (await countReplies(host, visits)).includes(0)).toBe(false);
    expect(new Set(await countReplies(host, visits))).toEqual(new Set([1]));
  },
  LIMIT_MS,
);
