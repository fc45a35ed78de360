import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { findRoute, notFoundRoute, routes } from "./routes.ts";

const files = readdirSync(new URL("./pages", import.meta.url))
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => file.replace(".tsx", ""));

test("routes: every page file has one and every one has a page file", () => {
  expect([...routes, notFoundRoute].map((route) => route.file).toSorted()).toEqual(
    files.toSorted(),
  );
});

test("routes: no duplicate path", () => {
  const addresses = routes.map((route) => route.path);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("routes: a trailing slash is ignored, an unknown path is the not-found page", () => {
  expect(findRoute("/contact/")).toBe(findRoute("/contact"));
  expect(findRoute("/contact").file).toBe("contact");
  expect(findRoute("/no-such-page")).toBe(notFoundRoute);
});
