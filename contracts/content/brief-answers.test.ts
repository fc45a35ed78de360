import { expect, test } from "vitest";
import { missingAnswers, NO_ANSWERS } from "./brief-answers.ts";

const ENOUGH = { ...NO_ANSWERS, businessName: "Fig & Thistle", about: "We bake.", tiktok: "@fig" };

test.for([
  ["nothing", NO_ANSWERS, ["businessName", "about", "platforms"]],
  ["a name, a description and a handle", ENOUGH, []],
  [
    "blanks",
    { ...ENOUGH, businessName: " \t", about: "\n", tiktok: " " },
    ["businessName", "about", "platforms"],
  ],
  ["all but a handle", { ...ENOUGH, tiktok: "" }, ["platforms"]],
  ["all but the description", { ...ENOUGH, about: "", tone: "Warm" }, ["about"]],
] as const)("brief with %s: its missing answers", ([, answers, missing]) => {
  expect(missingAnswers(answers)).toEqual(missing);
});
