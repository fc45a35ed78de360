import { expect, test } from "vitest";
import {
  clearCancellationDraft,
  saveCancellationDraft,
  EMPTY_DRAFT,
  getCancellationDraft,
} from "./cancellation-draft.ts";

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
  saveCancellationDraft(storage, "ada", SAID);
  expect(getCancellationDraft(storage, "ada")).toEqual(SAID);
  clearCancellationDraft(storage);
  expect(getCancellationDraft(storage, "ada")).toEqual(EMPTY_DRAFT);
});

test("whoever signs in after them in the same tab has said nothing", () => {
  const storage = tab();
  saveCancellationDraft(storage, "ada", SAID);
  expect(getCancellationDraft(storage, "grace")).toEqual(EMPTY_DRAFT);
});

test.each([
  ["nothing", undefined],
  ["no JSON", "{"],
  ["no object", "7"],
])("a tab that has kept %s says nothing", (_, text) => {
  expect(getCancellationDraft(tab(text), "ada")).toEqual(EMPTY_DRAFT);
});

test("a reason that is none of ours is left out", () => {
  const storage = tab(JSON.stringify({ userId: "ada", reason: "rain", feedback: 1 }));
  expect(getCancellationDraft(storage, "ada")).toEqual(EMPTY_DRAFT);
});

test("a browser without storage says nothing", () => {
  saveCancellationDraft(null, "ada", SAID);
  expect(getCancellationDraft(null, "ada")).toEqual(EMPTY_DRAFT);
});
