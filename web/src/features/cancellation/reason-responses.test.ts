import { expect, test } from "vitest";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import { PLANS } from "#contracts/catalogue.ts";
import { reasonResponse, type CustomerSituation } from "./reason-responses.ts";

const [starter, plus, premium] = PLANS;

const DETAILS: CustomerSituation["details"] = {
  monthly_pence: 175_00,
  scheduled: null,
  discounts: [],
  current_period_end: 100,
};

function situation(change: Partial<CustomerSituation> = {}): CustomerSituation {
  return {
    priceId: plus.priceId,
    isOfferOpen: true,
    canChangePlan: true,
    hasManager: true,
    details: DETAILS,
    ...change,
  };
}

const OFFER_OF_PLUS =
  "Stay with 20% off for the next 3 months: £140.00 a month instead of £175.00, which saves you £105.00.";
const DOWN_FROM_PLUS = "The Starter Package costs £78.00 less each month.";

test.each<[string, Partial<CustomerSituation>, string]>([
  ["with the offer and a smaller plan", {}, `${OFFER_OF_PLUS} ${DOWN_FROM_PLUS}`],
  ["that has had the offer", { isOfferOpen: false }, DOWN_FROM_PLUS],
  ["that cannot be changed now", { canChangePlan: false }, OFFER_OF_PLUS],
  [
    "with an add-on",
    { canChangePlan: false, details: { ...DETAILS, monthly_pence: 224_00 } },
    "Stay with 20% off for the next 3 months: £179.20 a month instead of £224.00, which saves you £134.40.",
  ],
  [
    "on the smallest plan",
    { priceId: starter.priceId, details: { ...DETAILS, monthly_pence: 97_00 } },
    "Stay with 20% off for the next 3 months: £77.60 a month instead of £97.00, which saves you £58.20.",
  ],
  [
    "with a smaller plan booked",
    {
      canChangePlan: false,
      details: { ...DETAILS, scheduled: { price_ids: [starter.priceId], at: 100 } },
    },
    "Stay with 20% off for the next 3 months: £77.60 a month instead of £97.00, which saves you £58.20.",
  ],
  [
    "with another discount",
    {
      canChangePlan: false,
      details: { ...DETAILS, discounts: [{ coupon_id: "c", percent_off: 30, ends_at: 200 }] },
    },
    "Stay with 20% off for the next 3 months: £98.00 a month instead of £122.50, which saves you £73.50.",
  ],
  [
    "on the smallest plan that has had the offer",
    { priceId: starter.priceId, isOfferOpen: false },
    "Tell us what would be right for you, and we see what we can do.",
  ],
  [
    "whose plan is not for sale any more",
    { priceId: null },
    "Tell us what would be right for you, and we see what we can do.",
  ],
])("too_expensive, customer %s: names the exact sums", (_, change, text) => {
  expect(reasonResponse("too_expensive", situation(change)).text).toBe(text);
});

test("too_expensive: links to the offer and to the plan change", () => {
  expect(reasonResponse("too_expensive", situation()).links.map(({ href }) => href)).toEqual([
    "/retention-offer",
    `/change-plan?plan=${starter.priceId}`,
  ]);
});

test("missing_features: names the extras and the extra price of the next plan", () => {
  expect(reasonResponse("missing_features", situation())).toMatchObject({
    text: "The Premium Package has 30 posts a month, up to 5 platforms, advanced analytics reporting, full community management, priority support and custom campaigns, for £100.00 more each month.",
    links: [{ href: `/change-plan?plan=${premium.priceId}` }, { href: "/contact" }],
  });
  const onTop = situation({ priceId: premium.priceId });
  expect(reasonResponse("missing_features", onTop).links.map(({ href }) => href)).toEqual([
    "/contact",
  ]);
});

test.each(["low_quality", "customer_service"] as const)(
  "%s: refers to the account manager if there is one",
  (reason) => {
    const hrefs = (change: Partial<CustomerSituation>) =>
      reasonResponse(reason, situation(change)).links.map(({ href }) => href);
    expect(hrefs({})).toEqual([expect.stringContaining("https://wa.me/"), "/contact"]);
    expect(hrefs({ hasManager: false })).toEqual(["/contact"]);
  },
);

test("unused: offers a call", () => {
  expect(reasonResponse("unused", situation()).links.map(({ href }) => href)).toEqual([
    "/schedule-demo",
  ]);
});

test.each(CANCEL_REASONS)("%s: has a text and a link", (reason) => {
  const { text, links } = reasonResponse(reason, situation());
  expect(text).toMatch(/\.$/);
  expect(links.length).toBeGreaterThan(0);
});
