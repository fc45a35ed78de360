import { expect, test } from "vitest";
import { ADDONS, PLANS } from "#contracts/catalogue.ts";
import { changeAddress } from "./change-address.ts";
import { readWish } from "./wish.ts";

const plan = PLANS[1].priceId;
const [channel, community] = ADDONS.map(({ priceId }) => priceId);

test.each([
  [`?plan=${plan}`, { plan }],
  [`add=${channel}&add=${community}`, { add: [channel, community] }],
  [`?remove=${channel}&remove=${channel}`, { remove: [channel] }],
  [
    `?plan=${plan}&add=${channel}&remove=${community}&utm=1`,
    { plan, add: [channel], remove: [community] },
  ],
])("%s wants %j", (search, wish) => {
  expect(readWish(search)).toEqual(wish);
});

test.each([
  "",
  "?plan=",
  "?plan=plus",
  `?plan=${channel}`,
  `?plan=${plan}&plan=${plan}`,
  `?plan=${plan}&add=moonlight`,
  `?remove=${plan}`,
])("%s names no change", (search) => {
  expect(readWish(search)).toBeNull();
});

test("an address is read as it was written", () => {
  const wish = {
    plan,
    add: ADDONS.map(({ priceId }) => priceId),
    remove: ["tidepost_meta_ads_monthly"],
  };
  const address = changeAddress(wish);
  expect(address).toMatch(/^\/change-plan\?/);
  expect(readWish(new URL(address, "https://here.invalid").search)).toEqual(wish);
});
