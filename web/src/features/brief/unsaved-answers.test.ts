import { expect, test } from "vitest";
import { NO_ANSWERS } from "#contracts/content/brief-answers.ts";
import { memoryStorage } from "../../../../tests/support/memory-storage.ts";
import { readUnsaved, storeUnsaved, withUnsaved } from "./unsaved-answers.ts";

const SAVED = { ...NO_ANSWERS, about: "We bake.", tone: "Warm" };
const store = (storage: ReturnType<typeof memoryStorage>, change: object, own = [] as const) =>
  storeUnsaved(storage, { userId: "ada", saved: SAVED, typed: { ...SAVED, ...change } }, own);

test("unsaved answers: those of two tabs are stored, each tab drops its own", () => {
  const storage = memoryStorage();
  expect(store(storage, { about: "We brew." })).toEqual(["about"]);
  expect(store(storage, { tone: "" })).toEqual(["tone"]);
  const changes = {
    about: { base: "We bake.", mine: "We brew." },
    tone: { base: "Warm", mine: "" },
  };
  expect(readUnsaved(storage, "ada")).toEqual(changes);
  expect(withUnsaved({ ...SAVED, about: "We cook." }, changes)).toEqual({
    base: SAVED,
    mine: { ...SAVED, about: "We brew.", tone: "" },
  });
  storeUnsaved(storage, { userId: "ada", saved: SAVED, typed: SAVED }, ["about"]);
  expect(readUnsaved(storage, "ada")).toEqual({ tone: changes.tone });
  storeUnsaved(storage, { userId: "ada", saved: SAVED, typed: SAVED }, ["tone"]);
  expect(storage.items.size).toBe(0);
});

test("unsaved answers of another user: dropped unread", () => {
  const storage = memoryStorage();
  store(storage, { about: "We brew." });
  expect(readUnsaved(storage, "eve")).toEqual({});
  expect(storage.items.size).toBe(0);
});

test.for([
  "",
  "null",
  '{"userId":"ada"}',
  '{"userId":"ada","changes":{"about":{"mine":1},"x!":2}}',
])("stored text %s: no answers", (text) => {
  expect(readUnsaved(memoryStorage({ unsavedBrief: text }), "ada")).toEqual({});
});
