import { describe, expect, test } from "vitest";
import { problemsOf } from "./pictures.ts";

const MUG = {
  id: "mug",
  file: "mug.webp",
  trade: "food",
  alt: "A mug on a wooden counter.",
  credit: "Studio (3D render)",
  licence: "MIT",
  made: "render",
};
const GOOD = { bytes: 90_000, width: 1080 };

function problems(change: Partial<typeof MUG>, file: Partial<typeof GOOD> = {}) {
  return problemsOf([{ ...MUG, ...change }], new Map([["mug.webp", { ...GOOD, ...file }]]));
}

describe("the list of pictures", () => {
  test("none, a render and a photograph are fine", () => {
    expect(problemsOf([], new Map())).toEqual([]);
    expect(problems({})).toEqual([]);
    expect(problems({ made: "photograph", credit: "Ada Ito" })).toEqual([]);
  });

  test.each([
    [{ alt: "" }, {}, "mug has no alt."],
    [{ credit: " " }, {}, "mug has no credit."],
    [{ licence: "" }, {}, "mug has no licence."],
    [{ credit: "Ada Ito" }, {}, "mug is a render, and its credit does not say so."],
    [{ made: "drawing" }, {}, 'mug is made as neither "photograph" nor "render".'],
    [{}, { bytes: 150_001 }, "mug has 151 kB; 150 are the most."],
    [{}, { width: 1079 }, "mug is 1079 pixels wide; 1080 are the least."],
  ])("%o and a file of %o: %s", (change, file, problem) => {
    expect(problems(change, file)).toContain(problem);
  });

  test("a trade that is none is answered with the list of trades", () => {
    expect(problems({ trade: "bakery" }).join()).toMatch(/"bakery", which is none of: .*nightlife/);
  });

  test("list and folder agree", () => {
    expect(problemsOf([MUG], new Map())).toEqual([
      "mug names mug.webp, which is not in the folder.",
    ]);
    expect(problemsOf([], new Map([["mug.webp", GOOD]]))).toEqual([
      "mug.webp is not listed in pictures.json.",
    ]);
    expect(problemsOf([], new Map(), ["ada"])).toEqual([
      "contracts/company.ts names ada, which is not in pictures.json.",
    ]);
    expect(problemsOf([MUG, MUG], new Map([["mug.webp", GOOD]]))).toEqual(["mug is listed twice."]);
  });
});
