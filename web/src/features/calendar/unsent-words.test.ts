import { expect, test } from "vitest";
import {
  forgetUnsentWords,
  saveUnsentComment,
  unsentChanges,
  unsentComment,
} from "./unsent-words.ts";

test("words of a post that were not sent: forgotten at a sign-out", () => {
  saveUnsentComment("pst_1", "With butter.");
  unsentChanges.set("pst_1", "Less Welsh, please.");
  expect(unsentComment("pst_1")).toMatchObject({ text: "With butter." });
  forgetUnsentWords();
  expect(unsentComment("pst_1")).toBeNull();
  expect(unsentChanges.size).toBe(0);
});
