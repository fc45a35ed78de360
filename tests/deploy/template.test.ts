import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { EDGE_CONFIG_KEYS } from "../../edge/config.ts";
import { WORKER_CONFIG_KEYS } from "../../worker/config.ts";
import { checkSettings } from "./check-settings.ts";
import { SITE_CONFIG_KEYS, splitByPart } from "./part-settings.ts";
import { renderTemplate, writeTemplate } from "./template.ts";

const template = renderTemplate();
const names = [...template.matchAll(/^([A-Z]\w*)=/gm)].map(([, name]) => String(name));

test("template: has every setting once, and no value", () => {
  const settings = new Set([...EDGE_CONFIG_KEYS, ...WORKER_CONFIG_KEYS, ...SITE_CONFIG_KEYS]);
  expect(names.toSorted()).toEqual([...settings].toSorted());
  expect(Object.values(parseEnv(template)).filter((value) => value !== "")).toEqual([]);
});

test("template: every setting has a meaning of one line", () => {
  const lines = template.split("\n");
  const meanings = names.map((name) => lines[lines.indexOf(`${name}=`) - 1] ?? "");
  expect(meanings.filter((line) => !/^# .*\p{Ll}.{10,}$/u.test(line))).toEqual([]);
});

test("template: marks as required what the doctor misses in it", () => {
  const required = [...template.matchAll(/^# .* \[required\]\n(?:# .*\n)*(\w+)=/gm)].map(
    ([, name]) => name,
  );
  const given = splitByPart("production", { shared: {}, edge: {}, worker: {}, vars: {} });
  const missing = checkSettings(given).flatMap(({ about, what, toDo }) =>
    what === "is missing" && toDo?.endsWith("/config.ts") ? [about.split(" ")[0]] : [],
  );
  expect(new Set(required)).toEqual(new Set(missing));
});

test("template: shows defaults as they are written", () => {
  expect(template).toContain(
    "# emails per second of all workers; 0: no limit [default 2]\nEMAIL_RPS=",
  );
  expect(template).not.toMatch(/object|undefined/);
});

test("template: written once, and never over a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "tidepost-template-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "staging.env");
  writeTemplate(file);
  expect(readFileSync(file, "utf8")).toBe(template);
  writeFileSync(file, "OPS_SECRET=filled in");
  expect(() => writeTemplate(file)).toThrow(`${file} exists: name a new file.`);
  expect(readFileSync(file, "utf8")).toBe("OPS_SECRET=filled in");
});
