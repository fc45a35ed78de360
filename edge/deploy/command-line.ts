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

export const SOURCES_USAGE = `  --target           staging or production; for doctor also local
  --env-file         a file of NAME=value lines; may be repeated. Default: the environment, and for a running
                     local stack the file settings.env in STACK_DIR
  --edge-env-file    overrides them for the edge alone, as --worker-env-file does for the worker
`;

/**
 * @param targetWithout the target when the command line names none
 * @returns null to show the usage
 * @throws {Error} for an unknown option or a missing file
 */
export function readCommandLine(
  more: ParseArgsOptionsConfig,
  targetWithout?: Target,
): { given: Given; flags: Record<string, unknown> } | null {
  const { values } = parseArgs({ options: { ...SOURCES, ...more } });
  const flags: Record<string, unknown> = values;
  const target = TARGETS.find((known) => known === (flags["target"] ?? targetWithout));
  if (flags["help"] === true || target === undefined) return null;
  const given = readGiven({
    target,
    shared: flags["env-file"] as string[],
    edge: flags["edge-env-file"] as string[],
    worker: flags["worker-env-file"] as string[],
    environment: process.env,
    vars: readVars(target),
  });
  return { given, flags };
}

/** Prints an error's message and exits with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
