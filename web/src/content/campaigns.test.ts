import { expect, test } from "vitest";
import { CAMPAIGNS, ratesOf, totalOf } from "./campaigns.ts";

test("campaigns: rows add up to the published totals", () => {
  const total = totalOf(CAMPAIGNS);
  expect(total).toEqual({ spentPence: 31_180_76, impressions: 15_272_340, clicks: 77_582 });
  const rates = ratesOf(total);
  expect(rates.cpmPence).toBe(2_04);
  expect((rates.clickRate * 100).toFixed(2)).toBe("0.51");
  expect(rates.cpcPence).toBe(40);
});
