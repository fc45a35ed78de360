import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

/** Build results, shared by all stacks of this checkout; `npm run reset` leaves them. */
export const CACHE_DIR = join(ROOT, ".local", "cache");

export const DEFAULT_STACK_DIR = join(ROOT, ".local");

/** Where `wrangler dev` looks for the edge's settings. */
export const DEV_VARS = join(ROOT, ".dev.vars");

export function stackFile(name: string): string {
  return join(import.meta.dirname, name);
}
