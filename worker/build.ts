import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Bundles the worker into one file, because Node runs TypeScript but not JSX.
 *
 * @param outfile where to
 */
export async function buildWorker(
  outfile = fileURLToPath(new URL("./dist/main.js", import.meta.url)),
): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("./main.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
}

if (import.meta.main) await buildWorker();
