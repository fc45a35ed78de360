import { expect, test } from "vitest";
import { memoryStorage } from "../../../../tests/support/memory-storage.ts";
import {
  clearCancellationDraft,
  EMPTY_DRAFT,
  getCancellationDraft,
  saveCancellationDraft,
} from "./cancellation-draft.ts";

const SAID = { reason: "unused", feedback: "A quiet winter." } as const;

function tab(text?: string) {
  return memoryStorage(text === undefined ? {} : { parting: text });
}

test("answers: saved for the next page until deleted", () => {
  const storage = tab();
  saveCancellationDraft(storage, "ada", SAID);
  expect(getCancellationDraft(storage, "ada")).toEqual(SAID);
  clearCancellationDraft(storage);
  expect(getCancellationDraft(storage, "ada")).toEqual(EMPTY_DRAFT);
});

test("answers: not shown to the next user of the same tab", () => {
  const storage = tab();
  saveCancellationDraft(storage, "ada", SAID);
  expect(getCancellationDraft(storage, "grace")).toEqual(EMPTY_DRAFT);
});

test.each([
  ["nothing", undefined],
  ["no JSON", "{"],
  ["no object", "7"],
])("tab storage with %s: no answers", (_, text) => {
  expect(getCancellationDraft(tab(text), "ada")).toEqual(EMPTY_DRAFT);
});

test("unknown reason: ignored", () => {
  const storage = tab(JSON.stringify({ userId: "ada", reason: "rain", feedback: 1 }));
  expect(getCancellationDraft(storage, "ada")).toEqual(EMPTY_DRAFT);
});

test("browser without storage: no answers", () => {
  saveCancellationDraft(null, "ada", SAID);
  expect(getCancellationDraft(null, "ada")).toEqual(EMPTY_DRAFT);
});
