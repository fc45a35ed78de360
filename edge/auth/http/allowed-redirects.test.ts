import { expect, test } from "vitest";
import { chooseRedirect, isAllowedRedirect } from "./allowed-redirects.ts";

const SITE_URL = "https://tidepost.example";
const settings = {
  SITE_URL,
  URI_ALLOW_LIST: [
    "https://app.partner.example/done",
    "https://*.preview.example/**",
    "https://*.flat.example/*",
    "https://bare.example",
    "tidepost-app://signed-in",
  ],
};

test.each([
  ["the site", SITE_URL],
  ["a page of the site", `${SITE_URL}/dashboard?tab=1#top`],
  ["an address of the list", "https://app.partner.example/done"],
  ["the same with a fragment", "https://app.partner.example/done#top"],
  ["the same in capitals, which a browser ignores in a host", "https://APP.partner.example/done"],
  ["a branch's preview, however deep", "https://branch-1.preview.example/a/b.html?c=d"],
  ["one part of a path", "https://a.flat.example/b"],
  ["a host without a path, as it was listed", "https://bare.example"],
  ["the same with the slash that a browser adds", "https://bare.example/"],
  ["an app's own scheme", "tidepost-app://signed-in"],
])("%s: allowed", (_, target) => {
  expect(isAllowedRedirect(target, settings)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["no address", "dashboard"],
  ["a relative one", "//elsewhere.example/"],
  ["another host", "https://elsewhere.example/"],
  ["another scheme", "http://tidepost.example/"],
  ["another port", "https://tidepost.example:8443/"],
  ["a host that begins like the site's", "https://tidepost.example.elsewhere.example/"],
  ["a host that ends like the site's", "https://nottidepost.example/"],
  ["the site as a user's name", "https://tidepost.example@elsewhere.example/"],
  ["the site with a user's name", "https://ada@tidepost.example/"],
  ["a backslash that a browser reads as a slash", "https://elsewhere.example\\@tidepost.example/"],
  ["a path that only begins like the listed one", "https://app.partner.example/done/x"],
  ["a listed path with a query", "https://app.partner.example/done?x=1"],
  ["a way up and out of the listed path", "https://app.partner.example/done/../other"],
  ["two parts where one is allowed", "https://a.b.preview.example/"],
  ["a deeper path where one part is allowed", "https://a.flat.example/b/c"],
  ["a dot in the one part that is allowed", "https://elsewhere.example/.flat.example/b"],
  ["a path under a bare host", "https://bare.example/x"],
  ["a dot of the pattern as any character", "https://bareXexample"],
  ["an address of the network", "http://203.0.113.7/"],
  ["the own machine", "http://127.0.0.1:9999/"],
  ["the own machine as one number", "http://2130706433/"],
  ["a path that would be another host, were it read alone", `${SITE_URL}//elsewhere.example/`],
  ["the same behind a way up", `${SITE_URL}/..//elsewhere.example/`],
  ["the same at a listed host", "https://a.preview.example//elsewhere.example/"],
  ["a script", "javascript:alert(1)"],
  ["a document in the address", "data:text/html,<script>alert(1)</script>"],
])("%s: not allowed", (_, target) => {
  expect(isAllowedRedirect(target, settings)).toBe(false);
});

test("site on localhost: redirects to any port of localhost and nowhere else", () => {
  const local = { SITE_URL: "http://localhost:4100", URI_ALLOW_LIST: [] };
  expect(isAllowedRedirect("http://localhost:5173/x", local)).toBe(true);
  expect(isAllowedRedirect("http://127.0.0.1:3000/", local)).toBe(true);
  expect(isAllowedRedirect("https://localhost:5173/x", local)).toBe(false);
  expect(isAllowedRedirect("http://localhost.elsewhere.example/", local)).toBe(false);
});

test("several targets: takes the first allowed one, otherwise the site", () => {
  const evil = "https://elsewhere.example/";
  expect(chooseRedirect([undefined, evil, `${SITE_URL}/a`, `${SITE_URL}/b`], settings)).toBe(
    `${SITE_URL}/a`,
  );
  expect(chooseRedirect([evil, undefined], settings)).toBe(SITE_URL);
});
