import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type Given, readGiven, type Target, TARGETS } from "./target.ts";
import { readVars } from "./wrangler.ts";

const SOURCES = {
  target: { type: "string" },
  "env-file": { type: "string", multiple: true, default: [] },
  "edge-env-file": { type: "string", multiple: true, default: [] },
  "worker-env-file": { type: "string", multiple: true, default: [] },
  help: { type: "boolean", default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Usage text shared by `doctor` and `deploy`. */
export const SOURCES_USAGE = `  --target           staging or production; for doctor also local
  --env-file         settings, NAME=value in each line; may be repeated. Left out: the environment, and for a
                     running local stack the file settings.env in STACK_DIR
  --edge-env-file    laid over them for the edge alone, as --worker-env-file for the worker
`;

/**
 * @returns null to show the usage
 * @throws {Error} for an unknown option or a missing file
 */
export function readCommandLine(
  more: ParseArgsOptionsConfig,
): { given: Given; flags: Record<string, unknown> } | null {
  const { values } = parseArgs({ options: { ...SOURCES, ...more } });
  const flags: Record<string, unknown> = values;
  const target = TARGETS.find((known) => known === flags["target"]);
  if (flags["help"] === true || target === undefined) return null;
  return { given: gather(target, flags), flags };
}

function gather(target: Target, flags: Record<string, unknown>): Given {
  return readGiven({
    target,
    shared: flags["env-file"] as string[],
    edge: flags["edge-env-file"] as string[],
    worker: flags["worker-env-file"] as string[],
    environment: process.env,
    vars: readVars(target),
  });
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
