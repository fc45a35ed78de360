import { expect, test } from "vitest";
import { memoryStorage } from "../../../tests/support/memory-storage.ts";
import { storedEntry } from "./browser-storage.ts";

const count = storedEntry("planChange", (value) => (typeof value === "number" ? value : null));

test("stored entry: readable until removed", () => {
  const storage = memoryStorage();
  expect(count.write(storage, 3)).toBe(true);
  expect(count.read(storage)).toBe(3);
  count.remove(storage);
  expect(count.read(storage)).toBeNull();
});

test.each([
  ["a value that the schema rejects", '"three"'],
  ["text that is no JSON", "{"],
])("stored entry with %s: null", (_, text) => {
  expect(count.read(memoryStorage({ planChange: text }))).toBeNull();
});

test("stored entry: the same object as long as the text is the same", () => {
  const list = storedEntry("parting", (value) => (Array.isArray(value) ? value : null));
  const storage = memoryStorage({ parting: "[1]" });
  expect(list.read(storage)).toBe(list.read(storage));
  list.write(storage, [2]);
  expect(list.read(storage)).toEqual([2]);
});

test("full storage: not written, and nothing thrown", () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  expect(count.write(full, 3)).toBe(false);
});

test("browser without storage: nothing written, nothing read", () => {
  expect(count.write(null, 3)).toBe(false);
  expect(count.read(null)).toBeNull();
});
