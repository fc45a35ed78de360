import { expect, test } from "vitest";
import { setFlashMessage, getFlashMessage, clearFlashMessage } from "./flash-message.ts";

test("flash message: readable until removed", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  setFlashMessage(storage, "Done.");
  expect(getFlashMessage(storage)).toBe("Done.");
  clearFlashMessage(storage);
  expect(getFlashMessage(storage)).toBeNull();
});

test("browser without storage: no flash message", () => {
  setFlashMessage(null, "Done.");
  expect(getFlashMessage(null)).toBeNull();
});
