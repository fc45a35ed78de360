import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** React's own switch between its slow, checking build and its fast one stands in an environment variable. */
const BUNDLED = /^(?:react|react-dom|@react-email\/.+)$/;

/**
 * Bundles the worker into one file, because Node runs TypeScript but not JSX. Packages stay outside, but for
 * React, which is bundled in its production build: mails render four times as fast, whatever the environment.
 *
 * @param outfile where to
 */
export async function buildWorker(outfile = here("./dist/main.js")): Promise<void> {
  const manifest = JSON.parse(readFileSync(here("../package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  await build({
    entryPoints: [here("./main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    external: Object.keys(manifest.dependencies).filter((name) => !BUNDLED.test(name)),
    define: { "process.env.NODE_ENV": '"production"' },
    // React is CommonJS and asks for Node's own modules with `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    sourcemap: true,
    logLevel: "warning",
  });
}

if (import.meta.main) await buildWorker();
