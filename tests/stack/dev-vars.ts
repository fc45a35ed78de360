import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { EDGE_CONFIG_KEYS } from "../../edge/config.ts";
import type { Env } from "./part.ts";
import { asEnvFile } from "./settings.ts";

const HEADER =
  "# The edge's settings for `wrangler dev`. `npm start` writes this file, and deletes it when it stops.\n";

/** Writes the edge's settings for `wrangler dev`, unless a developer wrote the file. */
export function writeDevVars(file: string, settings: Env): void {
  if (existsSync(file) && !isWrittenHere(file)) return;
  writeFileSync(file, `${HEADER}${asEnvFile(settings, EDGE_CONFIG_KEYS)}`, { mode: 0o600 });
}

/** Deletes the file, unless a developer wrote it. */
export function deleteDevVars(file: string): void {
  if (existsSync(file) && isWrittenHere(file)) rmSync(file);
}

function isWrittenHere(file: string): boolean {
  return readFileSync(file, "utf8").startsWith(HEADER);
}
