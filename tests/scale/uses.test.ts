import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../stack/paths.ts";

const VERB = /\bexport (?:async )?function (\w+)\(\s*db: Db\b/g;
const READS = /^(?:read|load|list|find|count|is)[A-Z]/;
const WRITES = /\b(?:insert|update|delete)/i;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;

function readingVerbs(): string[] {
  return globSync("db/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const code = readFileSync(join(ROOT, file), "utf8").replaceAll(COMMENT, "");
      const names = [...code.matchAll(VERB)].map(([, name]) => String(name));
      return names.filter((name) => READS.test(name) || !WRITES.test(code));
    });
}

test("every query of db: has its plan checked here", () => {
  const uses = readFileSync(join(import.meta.dirname, "uses.ts"), "utf8").replaceAll(COMMENT, "");
  const [, used = ""] = uses.split("export const USES");
  const verbs = readingVerbs();
  expect(verbs.length).toBeGreaterThan(30);
  expect(verbs.filter((name) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([]);
});
