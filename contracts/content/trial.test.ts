import { expect, test } from "vitest";
import type { PostFormat } from "./posts.ts";
import { formatsLabel, isOverTrial, isTrialComplete } from "./trial.ts";

test.for([
  ["0 posts", "", "less"],
  ["2 posts", "post post", "less"],
  ["3 posts", "post post post", "complete"],
  ["4 posts", "post post post post", "more"],
  ["1 reel", "reel", "complete"],
  ["2 reels", "reel reel", "more"],
  ["1 post and 1 reel", "post reel", "more"],
] as const)("trial with %s: %s is what was promised", ([label, list, is]) => {
  const formats = list.split(" ").filter(Boolean) as PostFormat[];
  expect(formatsLabel(formats)).toBe(label);
  expect([isTrialComplete(formats), isOverTrial(formats)]).toEqual([is !== "less", is === "more"]);
});
