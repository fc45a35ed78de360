import type { Flags, Options } from "#db/bin/arguments.ts";
import { print } from "#db/bin/command.ts";
import { describeSource, findSource, readFiles, TARGET_OPTIONS } from "#db/bin/target.ts";
import { type PartSettings, pickSettings, splitByPart } from "./part-settings.ts";
import { readVars } from "./wrangler.ts";

/** Where the settings of all parts may stand. */
export const SOURCES = {
  ...TARGET_OPTIONS,
  "edge-env-file": "texts",
  "worker-env-file": "texts",
} as const satisfies Options;

export const PARTS_USAGE = `  --edge-env-file, --worker-env-file  override the settings for one part
`;

/**
 * Finds the settings that the command line chooses, and prints whose they are.
 *
 * @throws {Error} with one sentence for the operator
 */
export async function readParts(flags: Flags<typeof SOURCES>): Promise<PartSettings> {
  const {
    target: named,
    "env-file": shared,
    "edge-env-file": edge,
    "worker-env-file": worker,
  } = flags;
  const files = [...shared, ...edge, ...worker];
  const source = findSource({ target: named, files }, process.env);
  const { target } = source;
  if (target === null) {
    throw new Error(`Say whose settings ${source.place} has: --target staging or production.`);
  }
  print(describeSource(source));
  return splitByPart(target, {
    shared: files.length > 0 ? readFiles(shared) : pickSettings(source.settings),
    edge: readFiles(edge),
    worker: readFiles(worker),
    vars: await readVars(target),
  });
}
