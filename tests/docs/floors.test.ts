import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const ROOMS = "{contracts,db,edge,worker,web}/**/*.{ts,tsx}";
const SPECIFIER = /(?:\bfrom|\bimport|\bimport\(|import\.meta\.glob.*?\()\s*"([.#][^"]+)"/g;

type Edge = { from: string; to: string; files: string };

const files = new Set(globSync(ROOMS, { cwd: ROOT }).filter((file) => !file.includes(".test.")));

/** A type counts like a value, and a glob for each of its files. */
const imports: Edge[] = [...files].flatMap((from) =>
  [...readFileSync(join(ROOT, from), "utf8").matchAll(SPECIFIER)]
    .map(([, name = ""]) =>
      normalize(name.startsWith("#") ? name.slice(1) : join(dirname(from), name)),
    )
    .flatMap((to) => (to.includes("*") ? globSync(to, { cwd: ROOT }) : [to]))
    .filter((to) => files.has(to))
    .map((to) => ({ from, to, files: `${from} → ${to}` })),
);

/** A folder of a room, or of the site's sources; a file beside these folders stands for itself, as `run.ts`, which imports all. */
const floorOf = (file: string): string => /^(?:web\/src|\w+)\/[^/]+/.exec(file)?.[0] ?? file;

/** Drops edges to nodes that import nothing and from nodes that nothing imports, until only circles and ways between them are left. */
function circlesOf(edges: readonly Edge[]): readonly Edge[] {
  const importing = new Set(edges.map(({ from }) => from));
  const imported = new Set(edges.map(({ to }) => to));
  const left = edges.filter(({ from, to }) => imported.has(from) && importing.has(to));
  return left.length === edges.length ? left : circlesOf(left);
}

test("no file imports one that imports it, through others or not", () => {
  expect(circlesOf(imports).map((edge) => edge.files)).toEqual([]);
});

test("no folder imports one that imports it, through others or not", () => {
  const floors = imports.map((edge) => ({
    ...edge,
    from: floorOf(edge.from),
    to: floorOf(edge.to),
  }));
  const between = floors.filter(({ from, to }) => from !== to);
  expect(circlesOf(between).map((edge) => edge.files)).toEqual([]);
});

test.each([
  ["a type", "edge/deps.ts → edge/config.ts"],
  ["a glob", "web/src/page-files.ts → web/src/pages/home.tsx"],
  ["import()", "web/src/page-files.ts → web/src/features/styleguide/styleguide.tsx"],
  ["another room", "worker/run.ts → contracts/ids.ts"],
])("sees %s", (_, edge) => {
  expect(imports.map((one) => one.files)).toContain(edge);
});
