// Writes what wrangler.toml means for Miniflare into a file. A process of its own, run only when the bundle is made:
// loading wrangler takes longer than everything else that an edge needs to start.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from "wrangler";
import { ROOT } from "./paths.ts";

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("usage: edge-options.ts <file to write>");

const { workerOptions } = readWorkerOptions(join(ROOT, "wrangler.toml"));
// The rules say how to find modules while bundling; the bundle is made already.
const { modulesRules: _, ...options } = workerOptions;
writeFileSync(target, JSON.stringify(options, null, 2));
