import { join, resolve } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

/** Build results, shared by all stacks of this checkout; `npm run reset` leaves them. */
export const CACHE_DIR = join(ROOT, ".local", "cache");

export const DEFAULT_STACK_DIR = join(ROOT, ".local");

export function stackDirOf({ STACK_DIR: given }: NodeJS.ProcessEnv): string {
  return given === undefined || given === "" ? DEFAULT_STACK_DIR : resolve(given);
}

/** Where `wrangler dev` looks for the edge's settings. */
export const DEV_VARS = join(ROOT, ".dev.vars");

/** Where `wrangler dev` keeps R2's objects and the Durable Objects. */
export const WRANGLER_STATE = join(ROOT, ".wrangler", "state");

export function stackFile(name: string): string {
  return join(import.meta.dirname, name);
}
