import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT, stackFile } from "../stack/paths.ts";

const WRANGLER = join(ROOT, "node_modules", "wrangler", "wrangler-dist", "cli.js");

export async function bundleBenchEdge(outdir: string): Promise<void> {
  const entry = join(import.meta.dirname, "edge", "index.ts");
  await runNode([WRANGLER, "deploy", entry, "--dry-run", "--outdir", outdir]);
  const options = join(outdir, "options.json");
  await runNode([stackFile("edge-options.ts"), join(ROOT, "wrangler.toml"), options]);
}

async function runNode(args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      CI: "true",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_WRITE_LOGS: "false",
    },
  });
}
