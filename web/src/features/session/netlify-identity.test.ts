import { describe, expect, test } from "vitest";
import { expiredCookies, isNetlifyCookie, isNetlifyEntry } from "./netlify-identity.ts";

describe("storage entry", () => {
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
  ] as const)("%s belongs to Netlify Identity: %s", ([key, expected]) => {
    expect(isNetlifyEntry(key)).toBe(expected);
  });
});

describe("cookie name", () => {
  test.for([
    ["nf_jwt", true],
    ["NF_refresh", true],
    ["__netlify_identity", true],
    ["gotrue.session", true],
    ["conf_view", false],
    ["session", false],
    ["", false],
  ] as const)("%s is an identity cookie: %s", ([name, expected]) => {
    expect(isNetlifyCookie(name)).toBe(expected);
  });
});

test("identity cookies: expired for the host and each parent domain; others stay", () => {
  expect(expiredCookies("theme=dark; nf_jwt=a=b; other=1", "www.tidepost.example")).toEqual([
    "nf_jwt=; Path=/; Max-Age=0",
    "nf_jwt=; Path=/; Domain=www.tidepost.example; Max-Age=0",
    "nf_jwt=; Path=/; Domain=tidepost.example; Max-Age=0",
  ]);
});

test("host without a dot: no domain; no cookies: nothing to expire", () => {
  expect(expiredCookies("nf_jwt=1", "localhost")).toEqual(["nf_jwt=; Path=/; Max-Age=0"]);
  expect(expiredCookies("", "localhost")).toEqual([]);
});
