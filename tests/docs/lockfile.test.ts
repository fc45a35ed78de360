import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;

// Programs of other platforms, which npm records without a checksum when its registry lacks them.
const UNCHECKED = 53;

type Package = { version: string; resolved?: string; integrity?: string; os?: Names; cpu?: Names };
type Names = string | string[];

const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, Package>;
};
const unchecked = Object.entries(lock.packages).filter(
  ([path, { integrity }]) => path !== "" && integrity === undefined,
);

test("lockfile: packages without a checksum become fewer, never more", () => {
  expect(unchecked.length).toBeLessThanOrEqual(UNCHECKED);
});

test("lockfile: has the address of every package, which npm else asks of the registry before it installs", () => {
  const unresolved = Object.entries(lock.packages).filter(
    ([path, { resolved }]) =>
      path !== "" && resolved?.startsWith("https://registry.npmjs.org/") !== true,
  );
  expect(unresolved.map(([path]) => path)).toEqual([]);
});

test("lockfile: whatever Linux on x64 or arm64 installs has a checksum", () => {
  const isInstalled = ([path, { os, cpu }]: [string, Package]) =>
    (os ?? "linux").includes("linux") &&
    [cpu ?? "x64"].flat().some((name) => name === "x64" || name === "arm64") &&
    !path.endsWith("-musl");
  expect(unchecked.filter(isInstalled).map(([path]) => path)).toEqual([]);
});

test("lockfile: each Node is of one version and has a checksum", () => {
  const nodes = Object.entries(lock.packages).filter(([path]) =>
    /^node_modules\/node-(?:linux|win)-/.test(path),
  );
  expect(nodes).toHaveLength(3);
  expect(nodes.every(([, { integrity }]) => integrity?.startsWith("sha512-"))).toBe(true);
  expect(new Set(nodes.map(([, { version }]) => version)).size).toBe(1);
});
