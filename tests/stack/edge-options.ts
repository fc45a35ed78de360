// Translates wrangler.toml to Miniflare options. A separate process, run at build time only:
// loading wrangler takes longer than the rest of the edge's start.
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
// `modulesRules` matter for bundling only.
const { modulesRules: _, ...options } = workerOptions;
// `workerOptions.bindings` also has what a `.dev.vars` holds, secrets included.
writeFileSync(target, JSON.stringify({ ...options, bindings: config.vars }, null, 2));
