import { expect, test } from "vitest";
import { inWords, spellOutCapitalised } from "./in-words.ts";

test.for([
  [0, "zero", "Zero"],
  [1, "one", "One"],
  [7, "seven", "Seven"],
  [15, "fifteen", "Fifteen"],
  [20, "twenty", "Twenty"],
  [21, "21", "21"],
] as const)("%i: %s, or %s at the start of a sentence", ([value, inside, first]) => {
  expect(inWords(value)).toBe(inside);
  expect(spellOutCapitalised(value)).toBe(first);
});
