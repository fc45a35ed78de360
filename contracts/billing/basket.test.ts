import { describe, expect, test } from "vitest";
import { ADDON, PLAN } from "../../tests/support/catalogue.ts";
import { ADDONS, type CatalogueItem } from "../catalogue.ts";
import { basketPriceIds, parseBasket } from "./basket.ts";

const [starter, plus] = [PLAN.starter.priceId, PLAN.plus.priceId];
const [channel, community] = [ADDON.channel.priceId, ADDON.community.priceId];
const prices = (...ids: (string | undefined)[]) => ids.map(String);

describe("parseBasket", () => {
  test.each([
    ["a plan", prices(plus)],
    ["a plan and an add-on", prices(plus, channel)],
    ["a plan and all add-ons", prices(starter, ...ADDONS.map((addon) => addon.priceId))],
  ])("accepts %s", (_, ids) => {
    const decision = parseBasket(ids);
    expect(decision.ok && basketPriceIds(decision.basket).toSorted()).toEqual(ids.toSorted());
  });

  test.each([
    ["nothing", [], "no_plan"],
    ["add-ons alone", prices(channel, community), "no_plan"],
    ["two plans", prices(starter, plus), "several_plans"],
    ["an add-on before its plan", prices(channel, starter), "plan_not_first"],
    ["one add-on twice", prices(starter, channel, channel), "twice"],
    ...ADDONS.flatMap(({ priceId, includedIn = [] }: CatalogueItem) =>
      includedIn.map((plan): [string, string[], string] => [
        `${priceId} with ${plan}`,
        prices(plan, priceId),
        "included",
      ]),
    ),
    ["one plan twice", prices(starter, starter), "twice"],
    ["a price of somebody else's", prices(starter, "price_1Nv0FGQ9RKHgCVdK"), "unknown_price"],
    ["an empty name", [""], "unknown_price"],
  ])("rejects %s", (_, ids, error) => {
    expect(parseBasket(ids)).toEqual({ ok: false, error });
  });

  test("lists the same price ids, whatever the order of choosing", () => {
    const one = parseBasket(prices(plus, channel, community));
    const other = parseBasket(prices(plus, community, channel));
    expect(one.ok && basketPriceIds(one.basket)).toEqual(other.ok && basketPriceIds(other.basket));
  });
});
