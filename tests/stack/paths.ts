import { join } from "node:path";

/** Root of the checkout. */
export const ROOT = join(import.meta.dirname, "..", "..");

/** Results of builds, shared by all stacks of this checkout and kept by `npm run reset`. */
export const CACHE_DIR = join(ROOT, ".local", "cache");

/** Where a stack keeps its data when nobody says otherwise. */
export const DEFAULT_STACK_DIR = join(ROOT, ".local");

/** Where `wrangler dev` looks for the edge's settings. */
export const DEV_VARS = join(ROOT, ".dev.vars");

/** Absolute path of a file of tests/stack. */
export function stackFile(name: string): string {
  return join(import.meta.dirname, name);
}
