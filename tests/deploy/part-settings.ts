import { join } from "node:path";
import type { Env, Target } from "#db/bin/target.ts";
import { EDGE_CONFIG_KEYS } from "../../edge/config.ts";
import { WORKER_CONFIG_KEYS } from "../../worker/config.ts";

export type PartSettings = {
  readonly target: Target;
  readonly edge: Env;
  readonly worker: Env;
  readonly site: Env;
  /** From `wrangler.toml`; empty for `local`. */
  readonly vars: Env;
  /** Names in the files that no part reads. */
  readonly unread: readonly string[];
};

export const ROOT = join(import.meta.dirname, "../..");

export const SITE_SETTINGS = {
  STRIPE_PUBLISHABLE_KEY:
    "Stripe's publishable key of the same account; absent: nothing can be bought",
  PIXEL_ID: "Meta's pixel, the same as the worker's META_PIXEL_ID; absent: none is loaded",
  UNPROVED_CLAIMS:
    "shown: the site shows figures, reviews and deadlines without proof on file; absent: none of them",
  TURNSTILE_SITE_KEY:
    "Turnstile's key of the widget; needs SECURITY_CAPTCHA_SECRET, which needs it",
};

export const SITE_CONFIG_KEYS = Object.keys(SITE_SETTINGS);

const PART_KEYS = [...EDGE_CONFIG_KEYS, ...WORKER_CONFIG_KEYS, ...SITE_CONFIG_KEYS];
/** Commands read them from the environment. */
const OF_COMMANDS = [
  "CLOUDFLARE_API_TOKEN",
  "CLOUDFLARE_ACCOUNT_ID",
  "BACKUP_KEY",
  "NEON_API_KEY",
  "NEON_PROJECT_ID",
  "CALENDLY_TOKEN",
];
const READ_KEYS = new Set<string>([...PART_KEYS, ...OF_COMMANDS]);

/** @param settings of all parts; those of `edge` and `worker` override them, and `vars` the edge's */
export function splitByPart(
  target: Target,
  settings: { readonly shared: Env; readonly edge: Env; readonly worker: Env; readonly vars: Env },
): PartSettings {
  const { shared, vars } = settings;
  const edge = { ...shared, ...settings.edge };
  const worker = { ...shared, ...settings.worker };
  return {
    target,
    edge: pick({ ...edge, ...vars }, EDGE_CONFIG_KEYS),
    worker: pick(worker, WORKER_CONFIG_KEYS),
    site: pick(shared, SITE_CONFIG_KEYS),
    vars,
    unread: Object.keys({ ...edge, ...worker }).filter((name) => !READ_KEYS.has(name)),
  };
}

export function pickSettings(environment: Env): Env {
  return pick(environment, PART_KEYS);
}

function pick(values: Env, names: readonly string[]): Env {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  );
}
