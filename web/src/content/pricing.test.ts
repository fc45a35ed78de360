import { PLANS } from "#contracts/catalogue.ts";
import { expect, test } from "vitest";
import { postsAMonth } from "./pricing.ts";

test("postsAMonth: each plan promises posts, a dearer plan more", () => {
  const posts = PLANS.map(postsAMonth);
  expect(posts.every((count) => count > 0)).toBe(true);
  expect(posts).toEqual(posts.toSorted((a, b) => a - b));
});

test("postsAMonth: 0 for a plan that promises none", () => {
  expect(postsAMonth({ ...PLANS[0], features: ["In the same calendar"] })).toBe(0);
});
