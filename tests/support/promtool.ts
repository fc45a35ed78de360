import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { makeScratchDir } from "./scratch-dir.ts";

/** @returns exit code and output; null without promtool on the PATH */
export function runPromtool(
  args: readonly string[],
  options: { cwd?: string; input?: string } = {},
): { code: number | null; output: string } | null {
  // Each test of a rule is a database that is synced to its disk several times.
  const scratch = makeScratchDir("promtool");
  const { error, status, stdout, stderr } = spawnSync("promtool", args, {
    ...options,
    env: { ...process.env, TMPDIR: scratch },
    encoding: "utf8",
  });
  rmSync(scratch, { recursive: true });
  if (error !== undefined && "code" in error && error.code === "ENOENT") return null;
  return { code: status, output: `${stdout}${stderr}` };
}

export const NO_PROMTOOL = "no promtool on the PATH";
