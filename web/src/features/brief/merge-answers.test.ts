import { expect, test } from "vitest";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { mergeAnswers } from "./merge-answers.ts";

test.for([
  ["nobody", "a", "a", "a", "a", undefined],
  ["this tab", "a", "b", "a", "b", undefined],
  ["the other tab", "a", "a", "c", "c", undefined],
  ["both, alike", "a", "b", "b", "b", undefined],
  ["both", "a", "b", "c", "b", "c"],
  ["both, one by emptying it", "a", "b", "", "b", ""],
  ["this tab by emptying it", "a", "", "a", "", undefined],
] as const)("answer changed by %s", ([, base, mine, theirs, merged, clash]) => {
  const of = (about: string) => ({ ...NO_ANSWERS, about, tone: "Warm" });
  expect(mergeAnswers(of(base), of(mine), of(theirs))).toEqual({
    answers: of(merged),
    clashes: clash === undefined ? {} : { about: clash },
  });
});
