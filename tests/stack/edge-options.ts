// Writes what wrangler.toml means for Miniflare into a file. A process of its own, run only when the bundle is made:
// loading wrangler takes longer than everything else that an edge needs to start.
import { writeFileSync } from "node:fs";
import {
  unstable_getMiniflareWorkerOptions as readWorkerOptions,
  unstable_readConfig as readConfig,
} from "wrangler";

const [configFile, target] = process.argv.slice(2);
if (configFile === undefined || target === undefined)
  throw new Error("usage: edge-options.ts <wrangler.toml> <file to write>");

const config = readConfig({ config: configFile });
const { workerOptions } = readWorkerOptions(config);
// The rules say how to find modules while bundling; the bundle is made already.
const { modulesRules: _, ...options } = workerOptions;
// `workerOptions.bindings` also has what a `.dev.vars` holds, secrets included.
writeFileSync(target, JSON.stringify({ ...options, bindings: config.vars }, null, 2));
