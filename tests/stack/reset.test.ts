import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "reset-"));
  return () => rmSync(dir, { recursive: true, force: true });
});

function reset(...args: readonly string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, "reset.ts"), ...args], {
    env: { ...process.env, STACK_DIR: dir },
    encoding: "utf8",
  });
}

test("reset --yes: deletes secrets and Stripe's state, leaves builds and other files", () => {
  const files = [
    "stripe/state.jsonl",
    "stripe/catalogue.hash",
    "mail/mails.jsonl",
    "cache/web.sha256",
  ];
  for (const file of [...files, "ops-authenticator", "secrets.json", "notes.txt"]) {
    mkdirSync(join(dir, file, ".."), { recursive: true });
    writeFileSync(join(dir, file), "");
  }
  expect(reset("--yes").status).toBe(0);
  expect(readdirSync(dir).toSorted()).toEqual(["cache", "notes.txt"]);
});

test("reset without a terminal and without --yes: deletes nothing and says so", () => {
  writeFileSync(join(dir, "secrets.json"), "");
  const { status, stderr } = reset();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^Delete all data of the stack in .+\? Without a terminal, say --yes\.\n$/,
  );
  expect(readdirSync(dir)).toEqual(["secrets.json"]);
});
