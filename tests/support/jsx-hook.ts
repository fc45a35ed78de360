import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

// Node runs TypeScript, but not JSX. Node loads all static imports of a file before its first
// statement runs, so a file that imports this one loads JSX with `import()`.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith(".tsx")) return nextLoad(url, context);
    const path = fileURLToPath(url);
    const { code } = transformSync(readFileSync(path, "utf8"), {
      loader: "tsx",
      jsx: "automatic",
      sourcefile: path,
      sourcemap: "inline",
      target: "node24",
    });
    return { format: "module", source: code, shortCircuit: true };
  },
});
