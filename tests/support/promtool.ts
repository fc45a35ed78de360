import { spawnSync } from "node:child_process";

/** @returns exit code and output; null without promtool on the PATH */
export function runPromtool(
  args: readonly string[],
  options: { cwd?: string; input?: string } = {},
): { code: number | null; output: string } | null {
  const { error, status, stdout, stderr } = spawnSync("promtool", args, {
    ...options,
    encoding: "utf8",
  });
  if (error !== undefined && "code" in error && error.code === "ENOENT") return null;
  return { code: status, output: `${stdout}${stderr}` };
}

export const NO_PROMTOOL = "no promtool on the PATH";
