import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { EDGE_CONFIG_KEYS } from "../config.ts";
import { WORKER_CONFIG_KEYS } from "../../worker/config.ts";

export const TARGETS = ["local", "staging", "production"] as const;
export type Target = (typeof TARGETS)[number];

export type Env = Readonly<Record<string, string>>;

/** The settings of a target. */
export type Given = {
  readonly target: Target;
  readonly edge: Env;
  readonly worker: Env;
  readonly site: Env;
  /** From `wrangler.toml`; empty for `local`. */
  readonly vars: Env;
  /** Names in the files that nothing reads. */
  readonly unread: readonly string[];
};

/** Files with settings, or the environment without any. */
export type Sources = {
  readonly target: Target;
  readonly shared: readonly string[];
  /** Override the shared ones, for example a pooled database URL. */
  readonly edge: readonly string[];
  readonly worker: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly vars: Env;
};

export const ROOT = join(import.meta.dirname, "../..");

export const SITE_CONFIG_KEYS = ["STRIPE_PUBLISHABLE_KEY", "PIXEL_ID"] as const;

const DEPLOY_KEYS = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"];

/**
 * Reads the settings of a target; a local stack's from the file that it writes.
 *
 * @throws {Error} naming a missing file, or the folder without a running stack
 */
export function readGiven(sources: Sources): Given {
  const named = [...sources.shared, ...sources.edge, ...sources.worker];
  const shared = named.length === 0 ? (localSettings(sources) ?? known(sources.environment)) : {};
  const base = { ...shared, ...readFiles(sources.shared) };
  const edge = { ...base, ...readFiles(sources.edge) };
  const worker = { ...base, ...readFiles(sources.worker) };
  const readers = new Set([
    ...EDGE_CONFIG_KEYS,
    ...WORKER_CONFIG_KEYS,
    ...SITE_CONFIG_KEYS,
    ...DEPLOY_KEYS,
  ]);
  return {
    target: sources.target,
    edge: pick({ ...edge, ...sources.vars }, EDGE_CONFIG_KEYS),
    worker: pick(worker, WORKER_CONFIG_KEYS),
    site: pick(base, SITE_CONFIG_KEYS),
    vars: sources.vars,
    unread: Object.keys({ ...edge, ...worker }).filter((name) => !readers.has(name)),
  };
}

function localSettings(sources: Sources): Env | null {
  if (sources.target !== "local") return null;
  const dir = sources.environment["STACK_DIR"] || join(ROOT, ".local");
  const file = join(dir, "settings.env");
  if (existsSync(file)) return readFiles([file]);
  // Without any setting the report would list them all.
  if (Object.keys(known(sources.environment)).length === 0) {
    throw new Error(
      `No stack runs in ${dir}: begin one with \`npm start\`, or name its settings with --env-file.`,
    );
  }
  return null;
}

function known(environment: Sources["environment"]): Env {
  return pick(environment, [...EDGE_CONFIG_KEYS, ...WORKER_CONFIG_KEYS, ...SITE_CONFIG_KEYS]);
}

function readFiles(files: readonly string[]): Env {
  const read: Record<string, string> = {};
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
    Object.assign(read, pick(parseEnv(readFileSync(file, "utf8"))));
  }
  return read;
}

/** An empty value counts as unset. */
function pick(
  values: Readonly<Record<string, string | undefined>>,
  names: readonly string[] = Object.keys(values),
): Env {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name];
      return value === undefined || value === "" ? [] : [[name, value] as const];
    }),
  );
}
