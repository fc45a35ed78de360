import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import { build } from "esbuild";

const require = createRequire(import.meta.url);

/** Loads a module with its imports as they are now: Node runs TypeScript, but not JSX. */
export async function loadWithJsx(file: URL): Promise<unknown> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(file)],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    packages: "external",
    write: false,
    logLevel: "silent",
  });
  const module: { exports: unknown } = { exports: {} };
  compileFunction(outputFiles[0]?.text ?? "", ["module", "require"])(module, require);
  return module.exports;
}
