import { expect, test } from "vitest";
import { CAMPAIGN_TYPES } from "../content/campaigns.ts";
import { REACHED } from "./campaign-audience.tsx";

test("every kind of campaign is for some of the crowd, and whoever bought is not courted again", () => {
  for (const { type } of CAMPAIGN_TYPES) expect(REACHED[type].length).toBeGreaterThan(0);
  const { Awareness, Engagement, Conversion, Retargeting } = REACHED;
  expect(Awareness).toEqual(expect.arrayContaining([...Engagement]));
  expect([...Conversion, ...Retargeting].toSorted((a, b) => a - b)).toEqual(Engagement);
});
