import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = new URL("../..", import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const readmes = globSync(
  ["README.md", ".github/*.md", "{contracts,db,edge,worker,web,tests}/**/*.md"],
  { cwd: ROOT },
);

/** Paths in backticks: a slash or an extension, no placeholder. */
const PATH = /`([\w.-]+(?:\/[\w.-]*)*\/?)`/g;
const LOOKS_LIKE_PATH =
  /^(?!v?\d)(?:[\w.-]+\/[\w./-]*|[\w-]+\.(?:ts|tsx|json|toml|sql|md|css|html))$/;

// Generated paths and names that are not files of the repository.
const NOT_IN_THE_TREE = /^(?:\.local\/|(?:\w+\/)?dist\/|\.tsc\/|node_modules\/|zod\/|on\/off$)/;

const tracked = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");

/** Whether a file or folder has this name, or ends with this path, in the folder. */
function standsBelow(folder: string, path: string): boolean {
  const prefix = folder === "." ? "" : `${folder}/`;
  const inner = `/${path}`;
  return tracked.some((file) => {
    const place = `/${file}`;
    return (
      file.startsWith(prefix) &&
      (path.endsWith("/") ? place.includes(inner) : place.endsWith(inner))
    );
  });
}

/** Pages of `.github` speak of the whole repository, others of their room. */
const scopeOf = (readme: string) => (readme.startsWith(".github/") ? "." : dirname(readme));

/** As GitHub writes them in addresses. */
function headingsOf(file: string): string[] {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, text]) =>
    String(text)
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(readmes)("%s", (readme) => {
  const text = readFileSync(join(ROOT, readme), "utf8");

  test("names only files that exist", () => {
    const missing = [...text.matchAll(PATH)]
      .map(([, path]) => String(path))
      .filter((path) => LOOKS_LIKE_PATH.test(path) && !NOT_IN_THE_TREE.test(path))
      .filter((path) => !existsSync(join(ROOT, path)) && !standsBelow(scopeOf(readme), path));
    expect(missing).toEqual([]);
  });

  test("links only to files and headings that exist", () => {
    const targets = [...text.matchAll(/\]\((?!\w+:)([^)]+)\)/g)].map(([, target]) =>
      String(target),
    );
    const broken = targets.filter((target) => {
      const [path = "", heading] = target.split("#");
      const file = path === "" ? join(ROOT, readme) : join(ROOT, dirname(readme), path);
      return !existsSync(file) || (heading !== undefined && !headingsOf(file).includes(heading));
    });
    expect(broken).toEqual([]);
  });

  test("names only commands that exist", () => {
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => String(name));
    expect(commands.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });
});

test.each([
  ["gate", [".ci/run", ".ci/renamed"]],
  ["weekly", ["npm run test:endings", "npm run test:faults -- --long"]],
])("GitHub's workflow %s: with actions that cannot move and no right to write", (name, runs) => {
  const workflow = readFileSync(join(ROOT, `.github/workflows/${name}.yml`), "utf8");
  for (const command of runs) expect(workflow).toContain(`\n      - run: ${command}\n`);
  expect(workflow).toMatch(/^permissions:\n +contents: read\n\n/m);
  const actions = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => String(action));
  expect(actions.length).toBeGreaterThan(0);
  expect(actions.filter((action) => !/@[\da-f]{40} # v\d/.test(action))).toEqual([]);
});
