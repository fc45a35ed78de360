import { expect, test } from "vitest";
import { addressOf, readShown } from "./calendar-address.ts";

test.each([
  ["", { view: "month", on: null }],
  ["?view=week&on=2026-12-03", { view: "week", on: "2026-12-03" }],
  ["?view=list", { view: "list", on: null }],
  ["?view=year&on=2026-13-01", { view: "month", on: null }],
] as const)("address %s", (search, shown) => {
  expect(readShown(search)).toEqual(shown);
  expect(readShown(addressOf(shown))).toEqual(shown);
});
