import { spawnSync } from "node:child_process";
import { join } from "node:path";
import * as z from "zod";
import type { Env, Target } from "#db/bin/target.ts";
import { checkBackups, checkRestoreWindow } from "./check-backups.ts";
import { checkBots } from "./check-bots.ts";
import { checkCalendly } from "./check-calendly.ts";
import { type CheckResult, failed, note, ok } from "./check-result.ts";
import { checkPages } from "./pages-project.ts";
import { type PartSettings, ROOT } from "./part-settings.ts";
import { BACKUP_BUCKET } from "./steps.ts";

export const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");

export async function readVars(env: Target): Promise<Env> {
  if (env === "local") return {};
  return z.record(z.string(), z.string()).parse((await readConfigOf(env)).vars);
}

/** Loads wrangler, which takes longer than most commands that only run it. */
async function readConfigOf(env: Target) {
  const { unstable_readConfig: readConfig } = await import("wrangler");
  return readConfig({ config: join(ROOT, "wrangler.toml"), env }, { hideWarnings: true });
}

/** Runs wrangler and waits for its output. */
export function runWrangler(...args: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  return spawnSync(process.execPath, [WRANGLER, ...args], { cwd: ROOT, encoding: "utf8" });
}

function readObject(name: string): string | null {
  const path = `${BACKUP_BUCKET}/${name}`;
  const { status, stdout } = runWrangler("r2", "object", "get", path, "--pipe", "--remote");
  return status === 0 ? stdout : null;
}

/** Compares the names of Cloudflare's secrets with the settings; values are never readable. */
export async function checkCloudflare(
  given: PartSettings,
  environment: NodeJS.ProcessEnv,
): Promise<CheckResult[]> {
  const about = "CLOUDFLARE_API_TOKEN";
  if (given.target === "local") return [];
  if ((environment[about] ?? "") === "") {
    const toDo = "set a token that may edit Workers, Pages and R2";
    return [failed(about, "is missing in the environment", toDo)];
  }
  const list = ["secret", "list", "--env", given.target, "--format", "json"];
  const { status, stdout } = runWrangler(...list);
  if (status !== 0) {
    return [failed(about, "cannot list the edge's secrets", `run: wrangler ${list.join(" ")}`)];
  }
  const bucket = await bucketOf(given.target);
  return [
    ...checkSecretNames(given, stdout),
    checkBucket(bucket, runWrangler("r2", "bucket", "info", bucket)),
    ...(await checkBots(given.edge["API_URL"], environment[about] ?? "")),
    ...(await checkPages(given.target, given.edge["SITE_URL"], environment)),
    ...checkBackups(given.target, environment, readObject, new Date()),
    await checkRestoreWindow(environment),
    ...(await checkCalendly(given.edge, environment["CALENDLY_TOKEN"])),
  ];
}

/** Cloudflare's error code of a bucket that does not exist. */
const NO_BUCKET = "[code: 10006]";

/** @param answer of `wrangler r2 bucket info` */
export function checkBucket(
  bucket: string,
  { status, stderr }: { status: number | null; stderr: string },
): CheckResult {
  if (status === 0) return ok("R2", `has the bucket ${bucket}`);
  return stderr.includes(NO_BUCKET)
    ? failed(
        "R2",
        `has no bucket ${bucket}`,
        `run: wrangler r2 bucket create ${bucket} --location weur`,
      )
    : failed(
        "R2",
        `cannot look for the bucket ${bucket}`,
        `run: wrangler r2 bucket info ${bucket}`,
      );
}

const Buckets = z.array(z.object({ binding: z.string(), bucket_name: z.string() }));

/** The bucket for customers' files. */
async function bucketOf(env: Target): Promise<string> {
  const buckets = Buckets.parse((await readConfigOf(env)).r2_buckets);
  const name = buckets.find(({ binding }) => binding === "MATERIAL")?.bucket_name;
  if (name === undefined) throw new Error(`wrangler.toml has no bucket for ${env}`);
  return name;
}

const Listed = z.array(z.object({ name: z.string() }));

/** @param listed output of `wrangler secret list --format json` */
export function checkSecretNames(
  { target, edge, vars }: PartSettings,
  listed: string,
): CheckResult[] {
  const stored = new Set(Listed.parse(JSON.parse(listed)).map(({ name }) => name));
  const missing = Object.keys(edge).filter((name) => vars[name] === undefined && !stored.has(name));
  const more = [...stored].filter((name) => edge[name] === undefined);
  const put = (name: string) => `wrangler secret put ${name} --env ${target}`;
  return [
    ...missing.map((name) => failed(`${name} (edge)`, "is not set at Cloudflare", put(name))),
    ...more.map((name) => note(`${name} (edge)`, "is set at Cloudflare only")),
    ...(missing.length === 0 ? [ok("Cloudflare", "has every secret of the edge")] : []),
  ];
}
