import { expect, test } from "vitest";
import { ADDONS } from "#contracts/catalogue.ts";
import { ADDON, PLAN } from "../../../../tests/support/catalogue.ts";
import { planChangeUrl } from "./plan-change-url.ts";
import { parsePlanSelection } from "./plan-selection.ts";

const plan = PLAN.plus.priceId;
const [channel, community] = [ADDON.channel.priceId, ADDON.community.priceId];

test.each([
  [`?plan=${plan}`, { plan }],
  [`add=${channel}&add=${community}`, { add: [channel, community] }],
  [`?remove=${channel}&remove=${channel}`, { remove: [channel] }],
  [
    `?plan=${plan}&add=${channel}&remove=${community}&utm=1`,
    { plan, add: [channel], remove: [community] },
  ],
])("%s requests %j", (search, selection) => {
  expect(parsePlanSelection(search)).toEqual(selection);
});

test.each([
  "",
  "?plan=",
  "?plan=plus",
  `?plan=${channel}`,
  `?plan=${plan}&plan=${plan}`,
  `?plan=${plan}&add=moonlight`,
  `?remove=${plan}`,
])("%s requests no change", (search) => {
  expect(parsePlanSelection(search)).toBeNull();
});

test("address: reads back as written", () => {
  const selection = {
    plan,
    add: ADDONS.map(({ priceId }) => priceId),
    remove: ["tidepost_meta_ads_monthly"],
  };
  const address = planChangeUrl(selection);
  expect(address).toMatch(/^\/change-plan\?/);
  expect(parsePlanSelection(new URL(address, "https://here.invalid").search)).toEqual(selection);
});
