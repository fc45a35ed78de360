import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "reset-"));
});

afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

test("reset: deletes secrets and Stripe's state, leaves builds and other files", () => {
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
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "reset.ts")], {
    env: { ...process.env, STACK_DIR: dir },
  });
  expect(status).toBe(0);
  expect(readdirSync(dir).toSorted()).toEqual(["cache", "notes.txt"]);
});
