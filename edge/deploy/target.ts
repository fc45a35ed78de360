import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { WORKER_CONFIG_KEYS } from "../../worker/config.ts";
import { EDGE_CONFIG_KEYS } from "../config.ts";

export const TARGETS = ["local", "staging", "production"] as const;
export type Target = (typeof TARGETS)[number];

export type Env = Readonly<Record<string, string>>;

export type Given = {
  readonly target: Target;
  readonly edge: Env;
  readonly worker: Env;
  readonly site: Env;
  /** From `wrangler.toml`; empty for `local`. */
  readonly vars: Env;
  /** Names in the files that no part reads. */
  readonly unread: readonly string[];
};

/** Files with settings; without any, the environment. */
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

export const SITE_CONFIG_KEYS = [
  "STRIPE_PUBLISHABLE_KEY",
  "PIXEL_ID",
  "TURNSTILE_SITE_KEY",
] as const;

const PART_KEYS = [...EDGE_CONFIG_KEYS, ...WORKER_CONFIG_KEYS, ...SITE_CONFIG_KEYS];
const READ_KEYS = new Set<string>([...PART_KEYS, "CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"]);

/** @throws {Error} naming a missing file, or the folder without a running stack */
export function readGiven(sources: Sources): Given {
  const { target, vars } = sources;
  const isNamed = [sources.shared, sources.edge, sources.worker].some((files) => files.length > 0);
  const base = isNamed ? readFiles(sources.shared) : readDefaults(sources);
  const edge = { ...base, ...readFiles(sources.edge) };
  const worker = { ...base, ...readFiles(sources.worker) };
  return {
    target,
    edge: pick({ ...edge, ...vars }, EDGE_CONFIG_KEYS),
    worker: pick(worker, WORKER_CONFIG_KEYS),
    site: pick(base, SITE_CONFIG_KEYS),
    vars,
    unread: Object.keys({ ...edge, ...worker }).filter((name) => !READ_KEYS.has(name)),
  };
}

/** The environment; for `local` the file of the running stack. */
function readDefaults({ target, environment }: Sources): Env {
  const settings = pick(environment, PART_KEYS);
  if (target !== "local") return settings;
  const dir = environment["STACK_DIR"] || join(ROOT, ".local");
  const file = join(dir, "settings.env");
  if (existsSync(file)) return readFiles([file]);
  // Without any setting the report would list them all.
  if (Object.keys(settings).length > 0) return settings;
  throw new Error(`No stack runs in ${dir}: start one with \`npm start\`, or name its --env-file.`);
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
    names.flatMap((name) => (values[name] ? [[name, values[name]] as const] : [])),
  );
}
