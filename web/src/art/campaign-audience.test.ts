import { expect, test } from "vitest";
import { CAMPAIGN_TYPES } from "../content/campaigns.ts";
import { REACHED } from "./campaign-audience.tsx";

test("crowd: every campaign type reaches part of it, and retargeting skips buyers", () => {
  for (const { type } of CAMPAIGN_TYPES) expect(REACHED[type].length).toBeGreaterThan(0);
  const { Awareness, Engagement, Conversion, Retargeting } = REACHED;
  expect(Awareness).toEqual(expect.arrayContaining([...Engagement]));
  expect([...Conversion, ...Retargeting].toSorted((a, b) => a - b)).toEqual(Engagement);
});
