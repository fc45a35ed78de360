import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod";
import type { Options } from "./arguments.ts";

const TARGETS = ["local", "staging", "production"] as const;
export type Target = (typeof TARGETS)[number];

export type Env = Readonly<Record<string, string>>;
type Environment = Readonly<Record<string, string | undefined>>;

export const TARGET_OPTIONS = {
  target: "text",
  "env-file": "texts",
} as const satisfies Options;

export const TARGET_USAGE = `  --target    local, staging or production. Left out: the environment, if it has DATABASE_URL or STRIPE_SECRET_KEY,
              else the running stack
  --env-file  a file of NAME=value lines, instead of the environment; may be repeated
`;

export type Source = {
  /** Null: nobody said whose settings they are. */
  readonly target: Target | null;
  readonly place: string;
  /** Without empty values, which count as unset. */
  readonly settings: Env;
};

const ROOT = join(import.meta.dirname, "../..");

/** Either one says that the environment is meant, and not the running stack. */
const DECISIVE = ["DATABASE_URL", "STRIPE_SECRET_KEY"];

/**
 * Finds the settings of a command in one place: files, the environment or the running stack. They are never mixed, because
 * a database and a Stripe account of two targets would then meet.
 *
 * @throws {Error} with one sentence for the operator
 */
export function findSource(
  chosen: { readonly target?: string | undefined; readonly files?: readonly string[] | undefined },
  environment: Environment,
): Source {
  const target = TARGETS.find((known) => known === chosen.target) ?? null;
  if (target === null && chosen.target !== undefined) {
    throw new Error(`--target is ${TARGETS.join(", ")}, not "${chosen.target}".`);
  }
  const files = chosen.files ?? [];
  if (files.length > 0) return { target, place: files.join(", "), settings: readFiles(files) };
  const settings = withoutEmpty(environment);
  const isMeant = DECISIVE.some((name) => settings[name] !== undefined);
  if (target === "local" || (target === null && !isMeant)) {
    return findStack(environment, { isNamed: target === "local" });
  }
  return { target, place: "the environment", settings };
}

/** @throws {Error} naming a file that does not exist */
export function readFiles(files: readonly string[]): Env {
  const read: Record<string, string> = {};
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
    Object.assign(read, withoutEmpty(parseEnv(readFileSync(file, "utf8"))));
  }
  return read;
}

/** @throws {Error} naming those that the source lacks */
export function requireSettings<Name extends string>(
  { place, settings }: Source,
  names: readonly Name[],
): Env & Record<Name, string> {
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length > 0) throw new Error(`${missing.join(" and ")}: missing in ${place}.`);
  return settings as Env & Record<Name, string>;
}

export function describeSource({ target, place }: Source): string {
  return `Target: ${target === null ? place : `${target} (${place})`}`;
}

const StackFile = z.object({ pids: z.object({ launcher: z.int() }) });

function findStack(environment: Environment, { isNamed }: { isNamed: boolean }): Source {
  const dir = resolve(environment["STACK_DIR"] || join(ROOT, ".local"));
  const below = relative(process.cwd(), dir) || ".";
  const folder = below.startsWith("..") ? dir : below;
  const [stack, file] = [join(dir, "stack.json"), join(dir, "settings.env")];
  const isRunning =
    existsSync(stack) &&
    existsSync(file) &&
    isAlive(StackFile.parse(JSON.parse(readFileSync(stack, "utf8"))).pids.launcher);
  if (!isRunning) {
    throw new Error(
      `No stack runs in ${folder}: start one with \`npm start\` or \`npm run services\`, or name a file of settings with --env-file.`,
    );
  }
  const settings = readFiles([file]);
  if (!isNamed && !staysHere(settings)) {
    throw new Error(
      `The stack in ${folder} uses a database or Stripe account that is not its own: say --target local to use it.`,
    );
  }
  return { target: "local", place: `the stack in ${folder}`, settings };
}

/** Whether the stack started without a real account or database. */
function staysHere(settings: Env): boolean {
  const isHere = (url = "") =>
    ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(url)?.hostname ?? "");
  return (
    isHere(settings["DATABASE_URL"]) &&
    (settings["STRIPE_SECRET_KEY"] === undefined || isHere(settings["STRIPE_API_BASE"]))
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function withoutEmpty(values: Environment): Env {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
}
