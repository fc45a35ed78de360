import { expect, test } from "vitest";
import { CLAIMS, EXHIBITS, isShown, shownClaims } from "./claims.ts";
import { claimsInDoubt, REGISTER } from "./claims-register.ts";

test("claims come back in the order asked for", () => {
  expect(shownClaims("reply", "businesses")).toEqual([CLAIMS.reply, CLAIMS.businesses]);
});

test("a claim is in doubt without evidence, and every claim once its review is overdue", () => {
  const inTime = claimsInDoubt(new Date("2026-11-20"));
  expect(inTime).toContainEqual({ name: "saving", why: "no evidence on file" });
  expect(inTime.map((claim) => claim.name)).not.toContain("reply");
  expect(inTime).toContainEqual({ name: "testimonials", why: "no evidence on file" });
  const overdue = claimsInDoubt(new Date("2027-02-01"));
  expect(overdue).toContainEqual({ name: "reply", why: "review was due 2027-01-31" });
});

test("one switch hides every figure and every collection without proof on file, and nothing else", () => {
  for (const what of [...Object.values(CLAIMS), ...Object.values(EXHIBITS)])
    expect(isShown(what, false)).toBe(what.evidence);
});

test("everything that is claimed has a source, somebody who answers for it and a day of review", () => {
  for (const what of Object.values(REGISTER)) {
    expect(what.source).not.toBe("");
    expect(what.owner).not.toBe("");
    expect(Date.parse(what.reviewBy)).not.toBeNaN();
  }
});
