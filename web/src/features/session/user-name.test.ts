import { expect, test } from "vitest";
import { firstName } from "./user-name.ts";

test.for([
  [{ first_name: " Ada " }, "Ada"],
  [{ first_name: "" }, null],
  [{ first_name: "  " }, null],
  [{ first_name: 7 }, null],
  [{}, null],
] as const)("user_metadata %o: first name %s", ([user_metadata, expected]) => {
  expect(firstName({ user_metadata })).toBe(expected);
});
