import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { readArguments } from "#db/bin/arguments.ts";
import { FONT_FILES } from "./ops/layout/assets.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * React picks its development or production build by an environment variable; bundling fixes it.
 * The others are hundreds of small modules, and Node takes longer to find and read them than to run
 * them: bundled, the worker starts with half the CPU time.
 */
const BUNDLED =
  /^(?:react|react-dom|@react-email\/.+|drizzle-orm|zod|hono|@hono\/.+|@bull-board\/hono)$/;

/**
 * Bundles the worker, because Node runs TypeScript but not JSX, and beside it the process that it starts for each file.
 */
export async function buildWorker(
  outfile = here("./dist/main.js"),
  entry = "./run.ts",
): Promise<void> {
  const manifest = JSON.parse(readFileSync(here("../package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  await build({
    entryPoints: {
      [parse(outfile).name]: here(entry),
      "file-checker": here("./material/file-checker.ts"),
    },
    outdir: dirname(outfile),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    external: Object.keys(manifest.dependencies).filter((name) => !BUNDLED.test(name)),
    define: { "process.env.NODE_ENV": '"production"' },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    sourcemap: true,
    logLevel: "warning",
  });
  await build({
    entryPoints: { "month-sheet": here("./ops/content/month-sheet.browser.ts") },
    outdir: dirname(outfile),
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    target: "es2022",
    logLevel: "warning",
  });
  const fonts = join(dirname(outfile), "fonts");
  mkdirSync(fonts, { recursive: true });
  for (const name of FONT_FILES) copyFileSync(here(`../web/fonts/${name}`), join(fonts, name));
}

if (import.meta.main) {
  readArguments({});
  await buildWorker();
}
