import { DrizzleQueryError } from "drizzle-orm";
import { describeSource, type Env, findSource, requireSettings } from "./target.ts";

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Runs a command; an error is one line, and ends it with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Finds the settings that a command's flags choose, and prints whose they are.
 *
 * @throws {Error} with one sentence for the operator
 */
export function readSettings<Name extends string>(
  flags: { readonly target?: string | undefined; readonly "env-file"?: string[] | undefined },
  names: readonly Name[],
): Env & Record<Name, string> {
  const source = findSource({ target: flags.target, files: flags["env-file"] }, process.env);
  print(describeSource(source));
  return requireSettings(source, names);
}

export function reasonOf(error: unknown): string {
  // Its own message quotes the statement with its values.
  if (error instanceof DrizzleQueryError) return reasonOf(error.cause);
  if (!(error instanceof Error)) return String(error);
  // One error per address of a host; its own message is empty.
  return error instanceof AggregateError ? error.errors.map(reasonOf).join("; ") : error.message;
}
