import { PLANS } from "#contracts/catalogue.ts";
import { expect, test } from "vitest";
import { postsAMonth } from "./pricing.ts";

test("every plan promises a number of posts, the dearer one more", () => {
  const posts = PLANS.map(postsAMonth);
  expect(posts.every((count) => count > 0)).toBe(true);
  expect(posts).toEqual(posts.toSorted((a, b) => a - b));
});

test("what promises no posts has none", () => {
  expect(postsAMonth({ ...PLANS[0], features: ["In the same calendar"] })).toBe(0);
});
