import { relative } from "node:path";
import { parseArgs } from "node:util";

/** `from` is the smallest number; a whole one takes whole numbers only. */
type NumberOption = { readonly from: number; readonly default: number | null };
type Option = "flag" | "text" | "texts" | NumberOption;
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends "flag"
  ? boolean
  : O extends "text"
    ? string | undefined
    : O extends "texts"
      ? readonly string[]
      : O extends { readonly default: number }
        ? number
        : number | undefined;
export type Flags<Given extends Options> = { readonly [Name in keyof Given]: ValueOf<Given[Name]> };

type Arguments<Given extends Options> = {
  readonly flags: Flags<Given>;
  readonly words: readonly string[];
};

type Command = {
  readonly usage?: string;
  /** How many words may stand beside the options. */
  readonly wordsMax?: number;
  /** Options that only one of a file's commands takes: the first word, which package.json writes, names it. */
  readonly only?: Readonly<Record<string, string>>;
};

/**
 * Reads what was typed after a command's name. What it cannot take is one sentence, and ends the process with 1; `--help`
 * is the usage, and ends it with 0.
 */
export function readArguments<const Given extends Options>(
  options: Given,
  { usage, wordsMax = 0, only = {} }: Command = {},
): Arguments<Given> {
  const typed = process.argv.slice(2);
  const name = nameOf(process.env["npm_lifecycle_event"], process.argv[1]);
  if (typed.includes("--help")) {
    process.stdout.write(`${usage ?? `usage: ${[name, ...describe(options)].join(" ")}`}\n`);
    process.exit(0);
  }
  try {
    return parseArguments(typed, options, { name, wordsMax, only });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** @throws {Error} with one sentence for who typed it */
export function parseArguments<const Given extends Options>(
  args: readonly string[],
  all: Given,
  { name, wordsMax, only = {} }: Pick<Command, "only"> & { name: string; wordsMax: number },
): Arguments<Given> {
  const options: Options = Object.fromEntries(
    Object.entries(all).filter(([option]) => (only[option] ?? args[0]) === args[0]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([option, kind]) => [
        option,
        { type: kind === "flag" ? ("boolean" as const) : ("string" as const) },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const values = new Map(Object.entries(all).map(([option, kind]) => [option, unset(kind)]));
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name: option, rawName, value, inlineValue } = token;
    const kind = token.rawName.startsWith("--") ? options[option] : undefined;
    if (kind === undefined) throw new Error(`${name} has no option ${rawName}; ${known(options)}.`);
    const isMissing = value === undefined || (!inlineValue && value.startsWith("-"));
    if (kind !== "flag" && isMissing) {
      throw new Error(`${rawName} needs a value: ${rawName} ${placeholder(kind)}.`);
    }
    if (kind === "flag" && value !== undefined) throw new Error(`${rawName} takes no value.`);
    values.set(option, valueOf(rawName, kind, value ?? "", values.get(option)));
  }
  const [surplus] = words.slice(wordsMax);
  if (surplus !== undefined)
    throw new Error(`${name} cannot take "${surplus}"; ${known(options)}.`);
  return { flags: Object.fromEntries(values) as Flags<Given>, words };
}

function unset(kind: Option): unknown {
  if (kind === "flag") return false;
  if (kind === "texts") return [];
  return kind === "text" ? undefined : (kind.default ?? undefined);
}

function valueOf(rawName: string, kind: Option, text: string, before: unknown): unknown {
  if (kind === "flag") return true;
  if (kind === "text") return text;
  if (kind === "texts") return [...(before as readonly string[]), text];
  const value = Number(text);
  const isWhole = Number.isInteger(kind.from);
  if (text.trim() !== "" && value >= kind.from && (!isWhole || Number.isSafeInteger(value))) {
    return value;
  }
  throw new Error(
    `${rawName} is "${text}" but must be a ${isWhole ? "whole " : ""}number from ${kind.from}.`,
  );
}

function placeholder(kind: Exclude<Option, "flag">): string {
  return typeof kind === "object" ? "<number>" : "<text>";
}

function describe(options: Options): readonly string[] {
  return Object.entries(options).map(([option, kind]) =>
    kind === "flag" ? `[--${option}]` : `[--${option} ${placeholder(kind)}]`,
  );
}

function known(options: Options): string {
  const described = describe(options);
  return described.length === 0 ? "it takes no options" : `it takes ${described.join(" ")}`;
}

function nameOf(script: string | undefined, file = ""): string {
  return script === undefined ? relative(process.cwd(), file) : `npm run ${script}`;
}
