import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { z } from "zod";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { type Env, type Given, ROOT, type Target } from "./target.ts";

export const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");

export function readVars(target: Target): Env {
  if (target === "local") return {};
  const config = readConfig(
    { config: join(ROOT, "wrangler.toml"), env: target },
    { hideWarnings: true },
  );
  return z.record(z.string(), z.string()).parse(config.vars);
}

/** Compares the names of Cloudflare's secrets with the settings; values are never readable. */
export function checkCloudflare(given: Given, environment: NodeJS.ProcessEnv): CheckResult[] {
  const about = "CLOUDFLARE_API_TOKEN";
  if (given.target === "local") return [];
  if ((environment[about] ?? "") === "") {
    return [
      failed(about, "is missing in the environment", "set a token that may edit Workers and Pages"),
    ];
  }
  const { status, stdout } = spawnSync(
    process.execPath,
    [WRANGLER, "secret", "list", "--env", given.target, "--format", "json"],
    { cwd: ROOT, encoding: "utf8", env: environment },
  );
  if (status !== 0) {
    return [
      failed(
        about,
        "cannot list the edge's secrets",
        `run: wrangler secret list --env ${given.target}`,
      ),
    ];
  }
  return checkSecretNames(given, stdout);
}

const Listed = z.array(z.object({ name: z.string() }));

/** @param listed output of `wrangler secret list --format json` */
export function checkSecretNames({ target, edge, vars }: Given, listed: string): CheckResult[] {
  const set = new Set(Listed.parse(JSON.parse(listed)).map(({ name }) => name));
  const wanted = Object.keys(edge).filter((name) => vars[name] === undefined);
  const missing = wanted.filter((name) => !set.has(name));
  const more = [...set].filter((name) => edge[name] === undefined);
  return [
    ...missing.map((name) =>
      failed(
        `${name} (edge)`,
        "is not set at Cloudflare",
        `wrangler secret put ${name} --env ${target}`,
      ),
    ),
    ...more.map((name) =>
      note(`${name} (edge)`, "is set at Cloudflare, and not in these settings"),
    ),
    ...(missing.length === 0 ? [ok("Cloudflare", "has every secret of the edge")] : []),
  ];
}
