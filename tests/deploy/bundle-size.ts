import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Workers Free allows 3 MB, Workers Paid 10 MB; but a new isolate compiles all of it before its first response. */
export const BUNDLE_BUDGET_KB = 740;

/** @returns kB after gzip, which is what Cloudflare counts */
export function bundleSizeKb(folder: string): number {
  const modules = readdirSync(folder).filter((file) => /\.(?:js|wasm)$/.test(file));
  const sizes = modules.map((file) => gzipSync(readFileSync(join(folder, file))).length);
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1_000);
}

export function describeBundle(folder: string): string {
  return `${bundleSizeKb(folder)} of ${BUNDLE_BUDGET_KB} kB`;
}
