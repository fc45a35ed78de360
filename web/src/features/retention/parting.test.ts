import { expect, test } from "vitest";
import { forgetParting, keepParting, NOTHING_SAID, readParting } from "./parting.ts";

const SAID = { reason: "unused", feedback: "A quiet winter." } as const;

function tab(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [["parting", text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("what somebody says is there on the next page, until it is forgotten", () => {
  const storage = tab();
  keepParting(storage, "ada", SAID);
  expect(readParting(storage, "ada")).toEqual(SAID);
  forgetParting(storage);
  expect(readParting(storage, "ada")).toEqual(NOTHING_SAID);
});

test("whoever signs in after them in the same tab has said nothing", () => {
  const storage = tab();
  keepParting(storage, "ada", SAID);
  expect(readParting(storage, "grace")).toEqual(NOTHING_SAID);
});

test.each([
  ["nothing", undefined],
  ["no JSON", "{"],
  ["no object", "7"],
])("a tab that has kept %s says nothing", (_, text) => {
  expect(readParting(tab(text), "ada")).toEqual(NOTHING_SAID);
});

test("a reason that is none of ours is left out", () => {
  const storage = tab(JSON.stringify({ userId: "ada", reason: "rain", feedback: 1 }));
  expect(readParting(storage, "ada")).toEqual(NOTHING_SAID);
});

test("a browser without storage says nothing", () => {
  keepParting(null, "ada", SAID);
  expect(readParting(null, "ada")).toEqual(NOTHING_SAID);
});
