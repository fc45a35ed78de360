import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { BUILD_ENV } from "./builds.ts";
import { ROOT, stackFile } from "./paths.ts";

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: { generate: string };
};

/** Wrangler starts slowly on a busy machine. */
const WRANGLER_MS = 120_000;

const ONLY_IN_DEV_VARS = "REDIS_URL";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dev-vars-"));
  copyFileSync(join(ROOT, "wrangler.toml"), join(dir, "wrangler.toml"));
  mkdirSync(join(dir, "edge"));
  return () => rmSync(dir, { recursive: true, force: true });
});

test.each([
  [
    "the edge that a stack runs",
    `"${process.execPath}" "${stackFile("edge-options.ts")}" wrangler.toml options.json`,
    "options.json",
  ],
  [
    "the edge's generated types",
    `${scripts.generate} --include-runtime=false`,
    "edge/worker-configuration.d.ts",
  ],
])("a .dev.vars changes nothing of %s", { timeout: WRANGLER_MS }, (_what, command, output) => {
  // Found in the output if the file is read, so wrangler need not start again without the file.
  writeFileSync(join(dir, ".dev.vars"), `${ONLY_IN_DEV_VARS}='redis://another'\n`);
  execFileSync("sh", ["-c", command], {
    cwd: dir,
    env: {
      ...process.env,
      ...BUILD_ENV,
      PATH: `${join(ROOT, "node_modules", ".bin")}:${process.env["PATH"]}`,
    },
    stdio: "ignore",
  });
  const written = readFileSync(join(dir, output), "utf8");
  expect(written).toContain("QUEUE_PREFIX");
  expect(written).not.toContain(ONLY_IN_DEV_VARS);
});
