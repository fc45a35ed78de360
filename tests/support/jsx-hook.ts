import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

// Node runs TypeScript, but not JSX. What a file imports at its top is loaded before its first
// statement, so whoever imports this file imports JSX later, by `import()`.
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
