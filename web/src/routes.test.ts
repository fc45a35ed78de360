import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { findRoute, notFoundRoute, routes } from "./routes.ts";

const files = readdirSync(new URL("./pages", import.meta.url))
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => file.replace(".tsx", ""));

test("every page file has its route and every route its page file", () => {
  expect([...routes, notFoundRoute].map((route) => route.file).toSorted()).toEqual(
    files.toSorted(),
  );
});

test("no address is used twice", () => {
  const addresses = routes.map((route) => route.path);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test("an address is found with or without a slash at its end, and unknown ones get the not-found page", () => {
  expect(findRoute("/contact/")).toBe(findRoute("/contact"));
  expect(findRoute("/contact").file).toBe("contact");
  expect(findRoute("/no-such-page")).toBe(notFoundRoute);
});
