import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { COMPANY } from "#contracts/company.ts";
import { ROOT } from "../../stack/paths.ts";
import { makeScratchDir } from "../../support/scratch-dir.ts";
import { findFault, identifierOf, KEPT, renamer } from "./names.ts";

const FROM = { name: "Ebb Note", domain: "ebb.example" };
const TO = { name: "Harbour Social", domain: "harbour.example" };

test.each([
  ["Ebb Note makes posts.", "Harbour Social makes posts."],
  [
    "ops@ebb.example, https://api.ebb.example/docs",
    "ops@harbour.example, https://api.harbour.example/docs",
  ],
  [String.raw`/@ebb\.example$/`, String.raw`/@harbour\.example$/`],
  [
    "ebbnote_plus_monthly EBBNOTE_TOKEN EbbNoteEvent",
    "harboursocial_plus_monthly HARBOURSOCIAL_TOKEN HarbourSocialEvent",
  ],
  ["a note at ebb", "a note at ebb"],
])("%s", (text, renamed) => {
  expect(renamer(FROM, TO)(text)).toBe(renamed);
});

test("new name that contains the old one: is not renamed again", () => {
  const to = { name: "New Ebb Note", domain: "new.ebb.example" };
  expect(renamer(FROM, to)("Ebb Note at ebb.example")).toBe("New Ebb Note at new.ebb.example");
});

test.each([
  { name: "", domain: TO.domain },
  { name: "Harbour  Social", domain: TO.domain },
  { name: 'Harbour" Social', domain: TO.domain },
  { name: "Harbour & Social", domain: TO.domain },
  { name: "Hafen ⚓", domain: TO.domain },
  { name: "a".repeat(31), domain: TO.domain },
  { name: TO.name, domain: "https://harbour.example" },
  { name: TO.name, domain: "harbour" },
  { name: TO.name, domain: "Harbour.example" },
])("$name at $domain: refused in one sentence", (names) => {
  expect(findFault(names)).toMatch(/^--[^\n]+\.$/);
});

test("renamed copy: only the licence and the changelog have the old name; a copy with changes is refused", () => {
  const copy = makeScratchDir("rename");
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: copy, encoding: "utf8" });
  execFileSync("git", ["clone", "--quiet", "--shared", ROOT, "."], { cwd: copy });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  appendFileSync(join(copy, ".git/info/exclude"), "node_modules\n");
  const rename = (...args: string[]) =>
    spawnSync(
      process.execPath,
      ["tests/docs/rename/cli.ts", "--name", "Second Quay", "--domain", "quay.example", ...args],
      { cwd: copy, encoding: "utf8" },
    );
  expect(rename().stdout).toContain("+++ b/contracts/company.ts");
  expect(git("status", "--porcelain")).toBe("");

  expect(rename("--write")).toMatchObject({ status: 0, stderr: "" });
  const old = identifierOf(COMPANY);
  const { stdout } = spawnSync("git", ["grep", "-il", "-e", old, "-e", COMPANY.domain], {
    cwd: copy,
    encoding: "utf8",
  });
  expect(linesOf(stdout).filter((path) => !KEPT.has(path))).toEqual([]);
  const hasOldName = (path: string) => path.toLowerCase().includes(old.toLowerCase());
  expect(linesOf(git("ls-files")).filter(hasOldName)).toEqual([]);

  expect(rename("--write")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("uncommitted"),
  });
});

const linesOf = (text: string) => text.split("\n").filter((line) => line !== "");
