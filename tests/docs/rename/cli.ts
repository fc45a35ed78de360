// npm run rename -- --name "Harbour Social" --domain harboursocial.example [--write]

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { COMPANY } from "#contracts/company.ts";
import { readArguments } from "#db/bin/arguments.ts";
import { findFault, KEPT, type Names, renamer } from "./names.ts";

const OXFMT = join(import.meta.dirname, "../../../node_modules/.bin/oxfmt");

const USAGE =
  'usage: npm run rename -- --name "Harbour Social" --domain harboursocial.example [--write]';

try {
  run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function run(): void {
  const options = { name: "text", domain: "text", write: "flag" } as const;
  const { name, domain, write } = readArguments(options, { usage: USAGE }).flags;
  if (name === undefined || domain === undefined) throw new Error(USAGE);
  const fault = findFault({ name, domain });
  if (fault !== null) throw new Error(fault);
  if (git(["status", "--porcelain"]) !== "")
    throw new Error("There are uncommitted changes: commit or stash them first.");

  const patch = patchOf({ name, domain });
  if (patch === "") {
    process.stdout.write(`Nothing to do: ${name} at ${domain} are the names already.\n`);
    return;
  }
  if (!write) {
    process.stdout.write(`${patch}\nNothing is changed yet: --write applies this.\n`);
    return;
  }
  // All or nothing.
  git(["apply", "--index", "-"], ".", patch);
  process.stdout.write(`${git(["diff", "--cached", "--shortstat"]).trim()}.

Next:
  npx vitest run --config tests/vitest.config.ts --project unit tests/mails --update
      writes the snapshots of the emails, whose lines break elsewhere now
  git diff --cached
      is what was renamed: commit it with the snapshots
  contracts/company.ts, contracts/catalogue.ts, web/src/styles/tokens.css
      hold the company's facts, the prices and the colours
`);
}

/** Renames a copy, so that a failure leaves this one as it is. */
function patchOf(to: Names): string {
  const copy = mkdtempSync(join(tmpdir(), "tidepost-rename-"));
  try {
    git(["clone", "--quiet", "--shared", process.cwd(), copy]);
    const rename = renamer(COMPANY, to);
    const changed: string[] = [];
    for (const path of git(["ls-files", "-z"], copy).split("\0")) {
      if (path === "" || KEPT.has(path)) continue;
      const bytes = readFileSync(join(copy, path));
      const text = bytes.toString();
      // A picture or a font.
      if (!bytes.equals(Buffer.from(text))) continue;
      const newPath = rename(path);
      const newText = rename(text);
      if (newPath === path && newText === text) continue;
      if (newPath !== path) {
        mkdirSync(dirname(join(copy, newPath)), { recursive: true });
        renameSync(join(copy, path), join(copy, newPath));
      }
      writeFileSync(join(copy, newPath), newText);
      changed.push(newPath);
    }
    if (changed.length === 0) return "";
    execFileSync(OXFMT, ["--no-error-on-unmatched-pattern", ...changed], { cwd: copy });
    git(["add", "--all"], copy);
    return git(["diff", "--cached", "--binary"], copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function git(args: readonly string[], cwd = ".", input = ""): string {
  return execFileSync("git", args, { cwd, input, encoding: "utf8", maxBuffer: 1024 ** 3 });
}
