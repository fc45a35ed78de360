import { describe, expect, test } from "vitest";
import { ADDON, PLAN } from "../../../../tests/support/catalogue.ts";
import {
  checkoutUrl,
  itemsOf,
  parseSelection,
  toggleAddon,
  totalMonthlyPence,
  withPlan,
} from "./selection.ts";

const { starter, plus } = PLAN;
const { channel, community, metaAds } = ADDON;

describe("selection in the address", () => {
  test.for([
    ["", null, [], null],
    ["?plan=plus", "plus", [], null],
    [
      "?plan=plus&with=community,additional-channel",
      "plus",
      ["additional-channel", "community"],
      null,
    ],
    ["?plan=plus&with=community,community", "plus", ["community"], null],
    ["?with=community", null, [], null],
    ["?addon=meta-ads", null, ["meta-ads"], "meta-ads"],
    ["?plan=plus&addon=meta-ads", "plus", ["meta-ads"], "meta-ads"],
    ["?plan=plus&addon=meta-ads&with=community", "plus", ["meta-ads"], "meta-ads"],
    ["?plan=plus&addon=nothing&with=community", "plus", ["community"], null],
    ["?addon=plus", null, [], null],
    ["?plan=meta-ads", null, [], null],
    ["?plan=gold", null, [], null],
    ["?addon=", null, [], null],
    ["?plan=%E0%A4%A", null, [], null],
  ] as const)("%s: plan %s, add-ons %s, opened for %s", ([search, plan, addons, preset]) => {
    const selection = parseSelection(search);
    expect(selection.plan?.id ?? null).toBe(plan);
    expect(selection.addons.map(({ id }) => id)).toEqual(addons);
    expect(selection.preset?.id ?? null).toBe(preset);
  });

  test.for([
    ["/checkout", ""],
    ["/checkout?plan=plus", "?plan=plus"],
    [
      "/checkout?plan=plus&with=additional-channel,community",
      "?with=community,additional-channel&plan=plus",
    ],
    ["/checkout?plan=plus&addon=meta-ads", "?addon=meta-ads&plan=plus&with=community"],
    ["/checkout?addon=meta-ads", "?addon=meta-ads&utm_source=mail"],
    ["/checkout?plan=plus&code=comeback30", "?code=+ComeBack30&plan=plus"],
    ["/checkout", "?code=+"],
  ] as const)("%s is the normal form of %s", ([address, search]) => {
    const selection = parseSelection(search);
    expect(checkoutUrl(selection)).toBe(address);
    expect(parseSelection(address.slice("/checkout".length))).toEqual(selection);
  });
});

describe("selecting", () => {
  test("another plan: replaces the first and keeps the add-ons", () => {
    const first = toggleAddon(withPlan(parseSelection(""), starter), community);
    expect(itemsOf(withPlan(first, plus))).toEqual([plus, community]);
  });

  test("add-on, second click: removes it", () => {
    const once = toggleAddon(parseSelection("?plan=plus"), metaAds);
    const twice = toggleAddon(toggleAddon(once, channel), metaAds);
    expect(itemsOf(once)).toEqual([plus, metaAds]);
    expect(itemsOf(twice)).toEqual([plus, channel]);
  });

  test("add-on without a plan: nothing to buy", () => {
    const selection = parseSelection("?addon=meta-ads");
    expect(itemsOf(selection)).toEqual([]);
    expect(totalMonthlyPence(selection)).toBe(0);
  });

  test("items: plan first; the total is the sum of all", () => {
    const selection = parseSelection("?with=meta-ads,additional-channel&plan=plus");
    expect(itemsOf(selection)).toEqual([plus, channel, metaAds]);
    expect(totalMonthlyPence(selection)).toBe(175_00 + 9_99 + 99_00);
  });
});
