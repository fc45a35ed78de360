import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { tryLock, withLock } from "./lock.ts";
import { processIdentity } from "./process-identity.ts";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "lock-"));
  return () => rmSync(dir, { recursive: true, force: true });
});

test("held lock: names its holder, and can be taken once released", () => {
  const file = join(dir, "lock");
  const first = tryLock(file);
  expect(tryLock(file)).toEqual({ heldBy: process.pid });
  if ("release" in first) first.release();
  expect(tryLock(file)).toHaveProperty("release");
});

test("lock of an exited process: void", async () => {
  const file = join(dir, "lock");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const identity = processIdentity(child.pid ?? 0);
  writeFileSync(file, identity ?? "");
  expect(tryLock(file)).toEqual({ heldBy: child.pid });
  const exit = new Promise((resolve) => {
    child.once("exit", resolve);
  });
  child.kill("SIGKILL");
  await exit;
  expect(tryLock(file)).toHaveProperty("release");
});

test("lock whose pid now belongs to another process: void", () => {
  const file = join(dir, "lock");
  writeFileSync(file, `${process.pid}@long-ago`);
  expect(tryLock(file)).toHaveProperty("release");
});

test("lock file cut off while written: void", () => {
  const file = join(dir, "lock");
  writeFileSync(file, "");
  expect(tryLock(file)).toHaveProperty("release");
});

test("work under one lock: never overlaps, and an error releases the lock", async () => {
  const file = join(dir, "lock");
  let running = 0;
  const work = async (): Promise<void> => {
    running += 1;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(running).toBe(1);
    running -= 1;
  };
  await Promise.all([withLock(file, work), withLock(file, work), withLock(file, work)]);
  await expect(withLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});
