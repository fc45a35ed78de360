import { expect, test } from "vitest";
import { CHEAPEST_PLAN, nextPlanDown } from "#contracts/billing/plans.ts";
import { CANCEL_REASONS } from "#contracts/billing/retention-offer.ts";
import { formatGbp } from "#contracts/money.ts";
import { DEAREST_PLAN, PLAN, PLAN_STEPS } from "../../../../tests/support/catalogue.ts";
import { type CustomerSituation, reasonResponse } from "./reason-responses.ts";

const { plus } = PLAN;
const DOWN = nextPlanDown(plus) ?? expect.unreachable();

const OFFER = offer([175_00, 140_00], [175_00, 140_00], [175_00, 140_00]);
const DETAILS: CustomerSituation["details"] = { discounts: [], offer: OFFER };

function offer(...payments: [regular: number, reduced: number][]) {
  return payments.map(([regular, pence]) => ({ at: 100, pence, regular_pence: regular }));
}

function situation(change: Partial<CustomerSituation> = {}): CustomerSituation {
  return {
    priceId: plus.priceId,
    canChangePlan: true,
    hasManager: true,
    details: DETAILS,
    ...change,
  };
}

const OFFER_OF_PLUS =
  "Stay with 20% off for the next 3 months: £140.00 a month instead of £175.00, which saves you £105.00.";
const DOWN_FROM_PLUS = `The ${DOWN.name} costs ${formatGbp(DOWN.pricePence)} a month.`;

test.each<[string, Partial<CustomerSituation>, string]>([
  ["with the offer and a smaller plan", {}, `${OFFER_OF_PLUS} ${DOWN_FROM_PLUS}`],
  ["that has had the offer", { details: { ...DETAILS, offer: null } }, DOWN_FROM_PLUS],
  ["that cannot be changed now", { canChangePlan: false }, OFFER_OF_PLUS],
  ["on the smallest plan", { priceId: CHEAPEST_PLAN.priceId }, OFFER_OF_PLUS],
  [
    "whose other discount ends within the offer",
    {
      details: {
        discounts: [
          {
            coupon_id: "c",
            percent_off: 30,
            amount_off_pence: null,
            price_ids: null,
            ends_at: 200,
          },
        ],
        offer: offer([122_50, 98_00], [122_50, 98_00], [175_00, 140_00]),
      },
    },
    `Stay with 20% off for the next 3 months: £98.00, then £140.00 a month instead of £122.50, then £175.00, which saves you £84.00. The ${DOWN.name} costs ${formatGbp(DOWN.pricePence)} a month before your discount.`,
  ],
  [
    "on the smallest plan that has had the offer",
    { priceId: CHEAPEST_PLAN.priceId, details: { ...DETAILS, offer: null } },
    "Tell us what would suit you, and we’ll see what we can do.",
  ],
  [
    "whose plan is not for sale any more",
    { priceId: null },
    "Tell us what would suit you, and we’ll see what we can do.",
  ],
])("too_expensive, customer %s: names the exact sums", (_, change, text) => {
  expect(reasonResponse("too_expensive", situation(change)).text).toBe(text);
});

test("too_expensive: links to the offer and to the plan change", () => {
  expect(reasonResponse("too_expensive", situation()).links.map(({ href }) => href)).toEqual([
    "/retention-offer",
    `/change-plan?plan=${DOWN.priceId}`,
  ]);
});

test.each(PLAN_STEPS)(
  "missing_features on $from.name: names the extras and the extra price of the next plan",
  ({ from, to }) => {
    const { text, links } = reasonResponse(
      "missing_features",
      situation({ priceId: from.priceId }),
    );
    expect(text).toMatch(new RegExp(`^The ${to.name} has ${to.postsPerMonth} posts a month`));
    expect(text).toContain(`, for ${formatGbp(to.pricePence)} a month.`);
    for (const feature of to.features.filter((one) => !from.features.includes(one)))
      expect(text.toLowerCase()).toContain(feature.toLowerCase());
    const change = `/change-plan?plan=${to.priceId}`;
    expect(links).toMatchObject([{ href: change }, { href: "/contact" }]);
  },
);

test("missing_features on the dearest plan: asks", () => {
  const { links } = reasonResponse(
    "missing_features",
    situation({ priceId: DEAREST_PLAN.priceId }),
  );
  expect(links.map(({ href }) => href)).toEqual(["/contact"]);
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
