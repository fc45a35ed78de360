import { expect, test } from "vitest";
import { userName } from "./user-name.ts";

test.for([
  [{ first_name: " Mary Ann ", last_name: "Byron" }, "Mary Ann", "Byron"],
  [{ first_name: "Ada", given_name: "Augusta", family_name: "King" }, "Ada", "King"],
  [{ given_name: "Augusta", family_name: "King", full_name: "A. King" }, "Augusta", "King"],
  [{ full_name: "Ada Byron King" }, "Ada", "Byron King"],
  [{ first_name: "  ", last_name: 7 }, "", ""],
  [{}, "", ""],
] as const)("user_metadata %o: first name %s, last name %s", ([user_metadata, first, last]) => {
  expect(userName({ user_metadata })).toEqual({ first, last });
});
