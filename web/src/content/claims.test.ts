import { expect, test } from "vitest";
import { claimsInDoubt, REGISTER } from "./claims-register.ts";
import { CLAIMS, shownClaims } from "./claims.ts";

test("claims: returned in the order asked for", () => {
  expect(shownClaims("reply", "businesses")).toEqual([CLAIMS.reply, CLAIMS.businesses]);
});

test("claim: in doubt without evidence or after its review date", () => {
  const inTime = claimsInDoubt(new Date("2026-11-20"));
  expect(inTime).toContainEqual({ name: "saving", why: "no evidence on file" });
  expect(inTime.map((claim) => claim.name)).not.toContain("reply");
  expect(inTime).toContainEqual({ name: "testimonials", why: "no evidence on file" });
  const overdue = claimsInDoubt(new Date("2027-02-01"));
  expect(overdue).toContainEqual({ name: "reply", why: "review was due 2027-01-31" });
});

test("register: every entry has a source, an owner and a review date", () => {
  for (const what of Object.values(REGISTER)) {
    expect(what.source).not.toBe("");
    expect(what.owner).not.toBe("");
    expect(Date.parse(what.reviewBy)).not.toBeNaN();
  }
});
