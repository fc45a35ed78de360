import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeScratchDir } from "../tests/support/scratch-dir.ts";

const UNIT = readFileSync(new URL("tidepost-worker.service", import.meta.url), "utf8");
const NODE = "/opt/tidepost/node_modules/.bin/node";

const isInstalled = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** What systemd says of a unit, here with a program that this machine has. */
function verify(unit: string): string {
  const dir = makeScratchDir("unit");
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "tidepost-worker.service");
  writeFileSync(file, unit.replace(NODE, process.execPath));
  const { stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], {
    encoding: "utf8",
  });
  return stdout + stderr;
}

test.skipIf(!isInstalled)("systemd understands every line of the unit", () => {
  expect(verify(UNIT)).toBe("");
  expect(verify(UNIT.replace("ProtectHome=true", "ProtectHouse=true"))).toContain("ProtectHouse");
  expect(verify(UNIT.replace("MemoryMax=1152M", "MemoryMax=much"))).toContain("memory limit");
});

test.skipIf(!isInstalled)("the unit gives the worker little of the machine", () => {
  const file = join(import.meta.dirname, "tidepost-worker.service");
  const args = ["security", "--offline=true", "--threshold=15", "--no-pager", file];
  expect(spawnSync("systemd-analyze", args).status).toBe(0);
});
