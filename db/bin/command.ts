import { createInterface } from "node:readline/promises";
import { DrizzleQueryError } from "drizzle-orm";
import type { Flags } from "./arguments.ts";
import {
  describeSource,
  type Env,
  findSource,
  requireSettings,
  type TARGET_OPTIONS,
} from "./target.ts";

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
 * Asks a person at the terminal; whatever is no yes is a no, as is the end of the input.
 *
 * @param flag the option that agrees where the command cannot ask anybody
 * @throws {Error} naming it, without a terminal
 */
export async function isConfirmed(question: string, flag: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`${question} Without a terminal, say ${flag}.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => {
    terminal.once("close", () => resolve(""));
  });
  const answer = await Promise.race([terminal.question(`${question} (y/N) `), ended]);
  terminal.close();
  return /^y(?:es)?$/i.test(answer.trim());
}

/**
 * Finds the settings that a command's flags choose, and prints whose they are.
 *
 * @throws {Error} with one sentence for the operator
 */
export function readSettings<Name extends string>(
  flags: Flags<typeof TARGET_OPTIONS>,
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
