import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileFunction } from "node:vm";
import { build, type Plugin } from "esbuild";

const require = createRequire(import.meta.url);

/** In a bundle, each module would find its files beside the bundle. */
const OWN_ADDRESSES: Plugin = {
  name: "own-addresses",
  setup(bundle) {
    bundle.onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(
        "import.meta.url",
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: path.endsWith("x") ? "tsx" : "ts",
    }));
  },
};

/** Loads a module with its imports as they are now: Node runs TypeScript, but not JSX. */
export async function loadWithJsx(file: URL): Promise<unknown> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(file)],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node24",
    packages: "external",
    plugins: [OWN_ADDRESSES],
    write: false,
    logLevel: "silent",
  });
  const module: { exports: unknown } = { exports: {} };
  compileFunction(outputFiles[0]?.text ?? "", ["module", "require"])(module, require);
  return module.exports;
}
