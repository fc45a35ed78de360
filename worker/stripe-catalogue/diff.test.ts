import { expect, test } from "vitest";
import { AD_PLANS, AD_SETUP_FEE_PENCE, FOR_SALE } from "#contracts/catalogue.ts";
import { COMPANY } from "#contracts/company.ts";
import { type DesiredCatalogue, desiredCatalogue } from "./desired.ts";
import { diffCatalogue } from "./diff.ts";
import type { StripeCatalogue } from "./read.ts";

const OFFER = { couponId: "twenty", name: "20% off", percentOff: 20, months: 3 };

const DESIRED: DesiredCatalogue = {
  products: [
    {
      id: "p_starter",
      name: "Starter",
      features: ["12 posts"],
      price: { lookupKey: "p_starter_monthly", pence: 97_00, isMonthly: true },
    },
  ],
  offers: [OFFER],
  codes: [{ code: "comeback30", couponId: "twenty" }],
  webhook: {
    url: "https://api.example/webhooks/stripe",
    events: ["invoice.paid", "refund.created"],
  },
  portal: {
    features: ["customer_update", "payment_method_update"],
    customerUpdates: ["address", "tax_id"],
  },
  vatPercentage: 20,
};

const PRICE = {
  id: "price_1",
  productId: "p_starter",
  lookupKey: "p_starter_monthly",
  metadataPriceId: "p_starter_monthly",
  pence: 97_00,
  currency: "gbp",
  isMonthly: true,
  isActive: true,
  isOurs: true,
  isInUse: true,
};
/** Replaced since. */
const EARLIER = { ...PRICE, id: "price_0", lookupKey: null, pence: 87_00, isInUse: false };
const PRODUCT = {
  id: "p_starter",
  name: "Starter",
  isActive: true,
  features: ["12 posts"],
  isOurs: true,
};
const COUPON = { id: "twenty", name: "20% off", percentOff: 20, months: 3, isValid: true };
const CODE = { id: "promo_1", code: "COMEBACK30", couponId: "twenty" };
const WEBHOOK = {
  id: "we_1",
  url: "https://api.example/webhooks/stripe",
  events: ["refund.created", "invoice.paid"],
  version: "2026-10-28.endive",
  isEnabled: true,
};
const PORTAL: StripeCatalogue["portal"] = {
  id: "bpc_1",
  features: ["payment_method_update", "customer_update"],
  customerUpdates: ["tax_id", "address"],
};
const VAT = { id: "txr_1", percentage: 20, isRight: true };
const RIGHT: StripeCatalogue = {
  products: [PRODUCT],
  prices: [PRICE],
  coupons: [COUPON],
  codes: [CODE],
  webhooks: [WEBHOOK],
  portal: PORTAL,
  vatRates: [VAT],
};

const EMPTY: StripeCatalogue = {
  products: [],
  prices: [],
  coupons: [],
  codes: [],
  webhooks: [],
  portal: null,
  vatRates: [],
};

test.each<[string, StripeCatalogue, string[]]>([
  ["all is right", RIGHT, []],
  [
    "the account is empty",
    EMPTY,
    [
      "+ product p_starter: Starter",
      "+ price p_starter_monthly: £97.00 a month",
      "+ coupon twenty: 20% off",
      "+ promotion code comeback30 for twenty",
      "+ webhook endpoint https://api.example/webhooks/stripe: 2 kinds of events",
      "+ customer portal: customer_update, payment_method_update",
      "+ tax rate VAT: 20%, inclusive",
    ],
  ],
  [
    "a price is another",
    { ...RIGHT, prices: [{ ...PRICE, pence: 87_00 }] },
    ["+ price p_starter_monthly: £97.00 a month instead of £87.00"],
  ],
  [
    "a price is not marked as ours",
    { ...RIGHT, prices: [{ ...PRICE, isOurs: false }] },
    ["~ price p_starter_monthly"],
  ],
  [
    "a price was archived by hand",
    { ...RIGHT, prices: [{ ...PRICE, isActive: false }] },
    ["~ price p_starter_monthly"],
  ],
  [
    "a price has no id of ours",
    { ...RIGHT, prices: [{ ...PRICE, metadataPriceId: null }] },
    ["~ price p_starter_monthly"],
  ],
  [
    "a product says something else and is off sale",
    { ...RIGHT, products: [{ ...PRODUCT, name: "Basic", features: [], isActive: false }] },
    ["~ product p_starter: name, features, active"],
  ],
  [
    "the code belongs to another coupon",
    { ...RIGHT, codes: [{ ...CODE, couponId: "other" }] },
    ["- promotion code COMEBACK30 (promo_1)", "+ promotion code comeback30 for twenty"],
  ],
  [
    "a coupon has another name",
    { ...RIGHT, coupons: [{ ...COUPON, name: "old" }] },
    ["~ coupon twenty: 20% off"],
  ],
  [
    "the endpoint hears too little",
    { ...RIGHT, webhooks: [{ ...WEBHOOK, events: ["invoice.paid"] }] },
    ["~ webhook endpoint https://api.example/webhooks/stripe: 2 kinds of events"],
  ],
  [
    "the portal lets customers cancel",
    { ...RIGHT, portal: { ...PORTAL, features: [...PORTAL.features, "subscription_cancel"] } },
    ["~ customer portal bpc_1: customer_update, payment_method_update"],
  ],
  [
    "the portal lets customers change their email",
    { ...RIGHT, portal: { ...PORTAL, customerUpdates: ["address", "email", "tax_id"] } },
    ["~ customer portal bpc_1: customer_update, payment_method_update"],
  ],
  [
    "the VAT rate has another percentage",
    { ...RIGHT, vatRates: [{ ...VAT, percentage: 17.5 }] },
    ["+ tax rate VAT: 20%, inclusive"],
  ],
  [
    "the endpoint is switched off",
    { ...RIGHT, webhooks: [{ ...WEBHOOK, isEnabled: false }] },
    ["~ webhook endpoint https://api.example/webhooks/stripe: 2 kinds of events"],
  ],
])("diff: %s", (_what, actual, lines) => {
  const { steps, problems } = diffCatalogue(DESIRED, actual);
  expect(steps.map(({ line }) => line)).toEqual(lines);
  expect(problems).toEqual([]);
});

const GONE = { ...PRICE, id: "price_2", productId: "p_old", lookupKey: "old", isInUse: false };
const withGone = (change: Partial<typeof GONE>): StripeCatalogue => ({
  ...RIGHT,
  products: [PRODUCT, { ...PRODUCT, id: "p_old", name: "Old" }],
  prices: [PRICE, { ...GONE, ...change }],
});

test.each<[string, StripeCatalogue, string[]]>([
  ["nothing is replaced", RIGHT, []],
  ["the price to replace", { ...RIGHT, prices: [{ ...PRICE, pence: 87_00 }] }, []],
  [
    "a replaced price",
    { ...RIGHT, prices: [PRICE, EARLIER] },
    ["- price p_starter_monthly (price_0)"],
  ],
  [
    "a replaced price that a subscription has",
    { ...RIGHT, prices: [PRICE, { ...EARLIER, isInUse: true }] },
    [],
  ],
  ["an archived price", { ...RIGHT, prices: [PRICE, { ...EARLIER, isActive: false }] }, []],
  [
    "a price by hand, of a product of ours",
    { ...RIGHT, prices: [PRICE, { ...EARLIER, isOurs: false }] },
    [],
  ],
  [
    "a product that left the catalogue",
    withGone({}),
    ["- price p_starter_monthly (price_2)", "- product p_old: Old"],
  ],
  ["such a product that a subscription has", withGone({ isInUse: true }), []],
  ["such a product with a price by hand", withGone({ isOurs: false }), []],
  [
    "somebody else's product",
    { ...RIGHT, products: [PRODUCT, { ...PRODUCT, id: "p_theirs", isOurs: false }] },
    [],
  ],
  [
    "a VAT rate of another percentage",
    { ...RIGHT, vatRates: [{ ...VAT, percentage: 17.5 }] },
    ["- tax rate VAT (txr_1): 17.5%"],
  ],
  [
    "a replaced VAT rate",
    { ...RIGHT, vatRates: [{ ...VAT, id: "txr_0", isRight: false }, VAT] },
    ["- tax rate VAT (txr_0): 20%"],
  ],
])("archived at the end of a deploy: %s", (_what, actual, lines) => {
  expect(diffCatalogue(DESIRED, actual).retirements.map(({ line }) => line)).toEqual(lines);
});

test.each<[string, StripeCatalogue, string]>([
  [
    "a coupon takes off something else",
    { ...RIGHT, coupons: [{ ...COUPON, months: 6 }] },
    "twenty",
  ],
  ["a coupon is used up", { ...RIGHT, coupons: [{ ...COUPON, isValid: false }] }, "twenty"],
  [
    "an endpoint speaks another version",
    { ...RIGHT, webhooks: [{ ...WEBHOOK, version: null }] },
    "we_1",
  ],
])("reports to the operator: %s", (_what, actual, named) => {
  const { steps, problems } = diffCatalogue(DESIRED, actual);
  expect(steps).toEqual([]);
  expect(problems).toEqual([expect.stringContaining(named)]);
});

test("no webhook URL: the endpoint is left alone", () => {
  expect(diffCatalogue({ ...DESIRED, webhook: null }, { ...RIGHT, webhooks: [] }).steps).toEqual(
    [],
  );
});

test("company that is not registered for VAT: its rate is archived", () => {
  const desired = { ...DESIRED, vatPercentage: null };
  expect(diffCatalogue(desired, RIGHT).steps).toEqual([]);
  expect(diffCatalogue(desired, RIGHT).retirements.map(({ line }) => line)).toEqual([
    "- tax rate VAT (txr_1): 20%",
  ]);
  expect(desiredCatalogue(null, { ...COMPANY, vatNumber: null }).vatPercentage).toBeNull();
  expect(desiredCatalogue(null, { ...COMPANY, vatNumber: "GB1" }).vatPercentage).toBe(20);
});

test("catalogue has one product and one price each", () => {
  const { products } = desiredCatalogue(null);
  const lookupKeys = products.map(({ price }) => price.lookupKey);
  expect(new Set(lookupKeys).size).toBe(lookupKeys.length);
  expect(new Set(products.map(({ id }) => id)).size).toBe(products.length);
  expect(products.map(({ price }) => price.pence)).toEqual([
    ...[...FOR_SALE, ...AD_PLANS].map(({ pricePence }) => pricePence),
    AD_SETUP_FEE_PENCE,
  ]);
});
