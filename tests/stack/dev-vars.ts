import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { EDGE_CONFIG_KEYS } from "../../edge/config.ts";
import type { Env } from "./part.ts";
import { asEnvFile } from "./settings.ts";

const MARK = "# The edge's settings for `wrangler dev`.";
const HEADER = `${MARK} The local stack writes this file, and deletes it when it stops.\n`;

/** Writes the edge's settings for `wrangler dev`, unless a developer wrote the file. */
export function writeDevVars(file: string, settings: Env): void {
  if (isForeign(file)) return;
  writeFileSync(file, `${HEADER}${asEnvFile(settings, EDGE_CONFIG_KEYS)}`, { mode: 0o600 });
}

export function deleteDevVars(file: string): void {
  if (!isForeign(file)) rmSync(file, { force: true });
}

/** Whether a developer wrote the file. */
export function isForeign(file: string): boolean {
  return existsSync(file) && !readFileSync(file, "utf8").startsWith(MARK);
}
