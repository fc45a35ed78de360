import { expect, test } from "vitest";
import { leaveNote, readNote, removeNote } from "./arrival.ts";

test("a note for the dashboard is there until it is taken away", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  leaveNote(storage, "Done.");
  expect(readNote(storage)).toBe("Done.");
  removeNote(storage);
  expect(readNote(storage)).toBeNull();
});

test("a browser without storage arrives without a note", () => {
  leaveNote(null, "Done.");
  expect(readNote(null)).toBeNull();
});
