import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { print } from "#db/bin/command.ts";
import { describeSource, findSource, readFiles, TARGET_OPTIONS } from "#db/bin/target.ts";
import { type PartSettings, pickSettings, splitByPart } from "./part-settings.ts";
import { readVars } from "./wrangler.ts";

const SOURCES = {
  ...TARGET_OPTIONS,
  "edge-env-file": { type: "string", multiple: true, default: [] },
  "worker-env-file": { type: "string", multiple: true, default: [] },
  help: { type: "boolean", default: false },
} as const satisfies ParseArgsOptionsConfig;

export const PARTS_USAGE = `  --edge-env-file, --worker-env-file  override the settings for one part
`;

/**
 * Finds the settings that the command line chooses, and prints whose they are.
 *
 * @param options.isRemote the command is not for a local stack
 * @returns null to show the usage
 * @throws {Error} with one sentence for the operator
 */
export function readCommandLine(
  more: ParseArgsOptionsConfig,
  { isRemote }: { isRemote: boolean },
): { given: PartSettings; flags: Record<string, unknown> } | null {
  const { values } = parseArgs({ options: { ...SOURCES, ...more } });
  const flags: Record<string, unknown> = values;
  const named = flags["target"] as string | undefined;
  if (flags["help"] === true || (isRemote && (named ?? "local") === "local")) return null;
  const shared = (flags["env-file"] as string[] | undefined) ?? [];
  const edge = flags["edge-env-file"] as string[];
  const worker = flags["worker-env-file"] as string[];
  const files = [...shared, ...edge, ...worker];
  const source = findSource({ target: named, files }, process.env);
  const { target } = source;
  if (target === null) {
    throw new Error(`Say whose settings ${source.place} has: --target staging or production.`);
  }
  print(describeSource(source));
  const given = splitByPart(target, {
    shared: files.length > 0 ? readFiles(shared) : pickSettings(source.settings),
    edge: readFiles(edge),
    worker: readFiles(worker),
    vars: readVars(target),
  });
  return { given, flags };
}
