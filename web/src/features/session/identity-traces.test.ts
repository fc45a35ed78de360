import { describe, expect, test } from "vitest";
import { expiredCookies, isSessionCookie, isSessionStorageEntry } from "./identity-traces.ts";

describe("an entry of the storage", () => {
  test.for([
    ["gotrue.user", true],
    ["netlify-cms-user", true],
    ["netlify-cms.entries", true],
    ["netlifySiteURL", true],
    ["decap-cms-user", true],
    ["cms-user", true],
    ["cookieConsent", false],
    ["contactFormSubmission", false],
    ["my-cms-user-notes", false],
    ["", false],
  ] as const)("%s is the identity service's: %s", ([key, expected]) => {
    expect(isSessionStorageEntry(key)).toBe(expected);
  });
});

describe("a cookie", () => {
  test.for([
    ["nf_jwt", true],
    ["NF_refresh", true],
    ["__netlify_identity", true],
    ["gotrue.session", true],
    ["conf_view", false],
    ["session", false],
    ["", false],
  ] as const)("%s relates to the identity service: %s", ([name, expected]) => {
    expect(isSessionCookie(name)).toBe(expected);
  });
});

test("every identity cookie is ended for the host and for each domain above it, and no other is touched", () => {
  expect(expiredCookies("theme=dark; nf_jwt=a=b; other=1", "www.tidepost.example")).toEqual([
    "nf_jwt=; Path=/; Max-Age=0",
    "nf_jwt=; Path=/; Domain=www.tidepost.example; Max-Age=0",
    "nf_jwt=; Path=/; Domain=tidepost.example; Max-Age=0",
  ]);
});

test("a host without a dot has no domain to name, and no cookies need no ending", () => {
  expect(expiredCookies("nf_jwt=1", "localhost")).toEqual(["nf_jwt=; Path=/; Max-Age=0"]);
  expect(expiredCookies("", "localhost")).toEqual([]);
});
