import { expect, test } from "vitest";
import { parseArguments } from "./arguments.ts";

const OPTIONS = {
  keep: "flag",
  target: "text",
  "env-file": "texts",
  rounds: { from: 1, default: 3 },
  minutes: { from: 0.5, default: 30 },
  seed: { from: 0, default: null },
} as const;

const parse = (...args: string[]) =>
  parseArguments(args, OPTIONS, { name: "npm run bench", wordsMax: 1 });

test("options that are left out have their defaults", () => {
  expect(parse()).toEqual({
    flags: {
      keep: false,
      target: undefined,
      "env-file": [],
      rounds: 3,
      minutes: 30,
      seed: undefined,
    },
    words: [],
  });
});

test("values, repeated options and a word are read in any order", () => {
  const typed = ["--rounds", "2", "edge/app", "--env-file=a", "--keep", "--env-file", "b"];
  const { flags, words } = parse(...typed, "--minutes", "0.5", "--seed", "0");
  expect(flags).toMatchObject({ keep: true, "env-file": ["a", "b"], rounds: 2, minutes: 0.5 });
  expect(flags.seed).toBe(0);
  expect(words).toEqual(["edge/app"]);
});

const KNOWN =
  "it takes [--keep] [--target <text>] [--env-file <text>] [--rounds <number>] [--minutes <number>] [--seed <number>]";

test("an option of another command of the file: refused by name, and not offered", () => {
  const given = { name: "npm run restore", wordsMax: 1, only: { keep: "backup", seed: "restore" } };
  const { flags } = parseArguments(["restore", "--seed", "1"], OPTIONS, given);
  expect(flags).toMatchObject({ keep: false, seed: 1 });
  expect(() => parseArguments(["restore", "--keep"], OPTIONS, given)).toThrow(
    /^npm run restore has no option --keep; it takes (?!.*--keep)/,
  );
});

test.each([
  [["--keeep"], `npm run bench has no option --keeep; ${KNOWN}.`],
  [["-k"], `npm run bench has no option -k; ${KNOWN}.`],
  [["--no-keep"], `npm run bench has no option --no-keep; ${KNOWN}.`],
  [["a", "b"], `npm run bench cannot take "b"; ${KNOWN}.`],
  [["--target"], "--target needs a value: --target <text>."],
  [["--rounds", "--keep"], "--rounds needs a value: --rounds <number>."],
  [["--keep=yes"], "--keep takes no value."],
  [["--rounds", "abc"], '--rounds is "abc" but must be a whole number from 1.'],
  [["--rounds", "0"], '--rounds is "0" but must be a whole number from 1.'],
  [["--rounds", "1.5"], '--rounds is "1.5" but must be a whole number from 1.'],
  [["--rounds="], '--rounds is "" but must be a whole number from 1.'],
  [["--rounds", "1e999"], '--rounds is "1e999" but must be a whole number from 1.'],
  [["--minutes", "0.1"], '--minutes is "0.1" but must be a number from 0.5.'],
])("%j is one sentence", (args, sentence) => {
  expect(() => parse(...args)).toThrow(new Error(sentence));
});
