import { expect, test } from "vitest";
import { wordsAsFields } from "./take-prefill.ts";

test.each([
  [
    { company: "Yolk", town: "Whitby", businessType: "Food" },
    { company: "Yolk, Whitby", business_type: "Food" },
  ],
  [{ company: "Yolk" }, { company: "Yolk" }],
  [{ town: "Whitby" }, { company: "Whitby" }],
  [{}, {}],
])("%j as fields of the trial form", (words, fields) => {
  expect(wordsAsFields(words)).toEqual(fields);
});
