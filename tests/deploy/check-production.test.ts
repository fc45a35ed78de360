import { expect, test } from "vitest";
import { claimsInDoubt } from "../../web/src/content/claims-register.ts";
import { checkClaims, checkCompany } from "./check-production.ts";
import type { CheckResult } from "./check-result.ts";

const TODAY = new Date("2026-11-29T12:00:00Z");
const brief = (results: readonly CheckResult[]) =>
  results.map(({ about, state }) => `${state} ${about}`);

test("company: each example that is left fails by its name; real details, and a company without VAT, do not", () => {
  expect(
    checkCompany([
      ["number", "04512345", /^0+$/],
      ["VAT", null, /^GB0+$/],
      ["domain", "tide.example", /\.example$/],
    ]),
  ).toEqual([expect.objectContaining({ about: "domain", state: "failed" })]);
});

test.each([
  [undefined, ["ok UNPROVED_CLAIMS"]],
  ["yes", ["failed UNPROVED_CLAIMS"]],
  ["shown", claimsInDoubt(TODAY).map(({ name }) => `note claim "${name}"`)],
] as const)("claims without proof, setting %s", (setting, expected) => {
  const env = setting === undefined ? {} : { UNPROVED_CLAIMS: setting };
  expect(brief(checkClaims(env, TODAY))).toEqual(expected);
});
