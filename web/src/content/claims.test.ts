import { expect, test } from "vitest";
import { CLAIMS, claimsInDoubt, shownClaims } from "./claims.ts";

test("claims come back in the order asked for", () => {
  expect(shownClaims("reply", "businesses")).toEqual([CLAIMS.reply, CLAIMS.businesses]);
});

test("a claim is in doubt without evidence, and every claim once its review is overdue", () => {
  const inTime = claimsInDoubt(new Date("2026-11-20"));
  expect(inTime).toContainEqual({ name: "saving", why: "no evidence on file" });
  expect(inTime.map((claim) => claim.name)).not.toContain("reply");
  const overdue = claimsInDoubt(new Date("2027-02-01"));
  expect(overdue).toContainEqual({ name: "reply", why: "review was due 2027-01-31" });
});
