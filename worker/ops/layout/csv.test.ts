import { expect, test } from "vitest";
import { writeCsv } from "./csv.ts";

test.each([
  ["Bakery", "Bakery"],
  ["=1+1", "'=1+1"],
  ["+44 20", "'+44 20"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  [" =1+1", "' =1+1"],
  ["\t=1", "'\t=1"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ["Fish, chips", '"Fish, chips"'],
  ["two\nlines", '"two\nlines"'],
  [-2, "-2"],
  [0, "0"],
])("cell %j is written as %j", (value, text) => {
  expect(writeCsv([[value]])).toBe(`${text}\r\n`);
});
