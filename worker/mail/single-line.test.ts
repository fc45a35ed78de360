import { expect, test } from "vitest";
import { singleLine } from "./single-line.ts";

test.each([
  ["a line end becomes a space", "Amelia\r\nBcc: all@example.com", "Amelia Bcc: all@example.com"],
  ["Unicode line ends become spaces", "a\u0085b\u2028c\u2029d\u000be", "a b c d e"],
  ["NUL and tabs become one space", "a\u0000\t\tb", "a b"],
  ["direction overrides are removed", "invoice\u202Efdp.exe", "invoice fdp.exe"],
  ["right-to-left text is unchanged", "שלום עולם", "שלום עולם"],
  ["joined emoji are unchanged", "👩🏽‍🚀 & Co", "👩🏽‍🚀 & Co"],
  ["space at the ends is removed", "  a  ", "a"],
])("%s", (_, text, expected) => {
  expect(singleLine(text)).toBe(expected);
});

test("longer text ends in an ellipsis at the limit", () => {
  expect(singleLine("Harbour and Finch", 10)).toBe("Harbour a…");
  expect(singleLine("Harbour an", 10)).toBe("Harbour an");
});

test("never splits a character", () => {
  expect(singleLine("🌊🌊🌊🌊", 3)).toBe("🌊🌊…");
  expect(singleLine("🌊🌊🌊", 3)).toBe("🌊🌊🌊");
});
