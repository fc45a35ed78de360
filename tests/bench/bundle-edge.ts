import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildEdge } from "../stack/builds.ts";
import { ROOT } from "../stack/paths.ts";

/**
 * Bundles the product's edge with the bare routes beside it, as a deploy bundles the product's alone.
 *
 * @param outdir where to; it can then stand in for the product's bundle in a stack
 */
export async function bundleBenchEdge(outdir: string): Promise<void> {
  const product = await buildEdge();
  await promisify(execFile)(
    process.execPath,
    [
      join(ROOT, "node_modules", "wrangler", "wrangler-dist", "cli.js"),
      "deploy",
      join(import.meta.dirname, "edge", "index.ts"),
      "--dry-run",
      "--outdir",
      outdir,
    ],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        CI: "true",
        WRANGLER_SEND_METRICS: "false",
        WRANGLER_WRITE_LOGS: "false",
      },
    },
  );
  copyFileSync(join(product.dir, "options.json"), join(outdir, "options.json"));
}
