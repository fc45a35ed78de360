import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SRC = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, SRC), "utf8");
const components = (folder: string) =>
  readdirSync(new URL(folder, SRC), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => `${folder}${file}`);

const ours = components("features/account/");
// What Tailwind looks at; see styles/main.css.
const scanned = components("").filter(
  (file) => !/^(?:features|pages)\/(?:account|styleguide)/.test(file),
);
const known = new Set(scanned.flatMap((file) => read(file).split(/[\s"'`]+/)));
const written = new Set(
  [...read("styles/account.css").matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]),
);

test.each(ours)("every class that %s names is one that a stylesheet has", (file) => {
  const named = [...read(file).matchAll(/className=(?:"|\{[^"}]*")([^"]*)"/g)].flatMap((match) =>
    String(match[1]).split(/\s+/),
  );
  expect(named.filter((name) => name !== "" && !known.has(name) && !written.has(name))).toEqual([]);
});
