import { describe, expect, test } from "vitest";
import { COMEBACK_OFFER } from "#contracts/billing/coupons.ts";
import { productIdOf } from "#contracts/catalogue.ts";
import { BILLING_MESSAGES } from "#contracts/messages/billing.ts";
import { PLAN } from "../../../../tests/support/catalogue.ts";
import { CallError } from "../../lib/call-error.ts";
import {
  codeToSend,
  discountedTime,
  discountedTotalPence,
  promotionBeforeSignIn,
  promotionOfError,
  promotionOnOrder,
} from "./promotion.ts";
import { parseSelection } from "./selection.ts";

const NOTHING_OFF = { percentOff: null, amountOffPence: null, productIds: null };

describe("discounted total", () => {
  const selection = parseSelection("?plan=plus&with=additional-channel&code=comeback30");
  test.each([
    ["percent, rounded for each line", { percentOff: 30 }, 122_50 + 6_99],
    ["pounds", { amountOffPence: 20_00 }, 164_99],
    ["of one product", { percentOff: 50, productIds: [productIdOf(PLAN.plus.priceId)] }, 97_49],
  ])("%s", (_, discount, pence) => {
    expect(discountedTotalPence(selection, { ...NOTHING_OFF, ...discount })).toBe(pence);
  });
});

test.each([
  [null, "Every month"],
  [1, "First month"],
  [3, "First 3 months"],
])("time of a discount: %s", (months, text) => {
  expect(discountedTime({ months })).toBe(text);
});

test("the comeback code asks for a sign-in; others are asked about at once", () => {
  expect(promotionBeforeSignIn(COMEBACK_OFFER.code)).toMatchObject({ mustSignIn: true });
  expect(promotionBeforeSignIn("spring")).toBeNull();
});

test("a code for larger orders takes nothing off a smaller one, says from which sum, and is not sent", () => {
  const [plus, starter] = ["plus", "starter"].map((plan) =>
    parseSelection(`?plan=${plan}&code=spring`),
  );
  if (plus === undefined || starter === undefined) throw new Error("no selection");
  const discount = {
    ...NOTHING_OFF,
    percentOff: 10,
    months: 1,
    minimumPence: PLAN.plus.pricePence,
  };
  const applied = { state: "applied", discount, mustSignIn: false } as const;
  expect(promotionOnOrder(applied, plus)).toBe(applied);
  const refused = promotionOnOrder(applied, starter);
  expect(refused).toEqual({
    state: "refused",
    reason: "It’s for orders of £175.00 a month or more.",
  });
  expect(codeToSend(starter, refused)).toBeNull();
});

test("a refused code shows the server's reason and is not sent; without an answer it is", () => {
  const selection = parseSelection("?plan=plus&code=spring");
  const { badCode, codeUsed } = BILLING_MESSAGES.checkout;
  const refused = promotionOfError(new CallError(400, "code_refused", codeUsed));
  expect(refused).toEqual({ state: "refused", reason: codeUsed });
  expect(promotionOfError(new CallError(400, "code_refused"))).toMatchObject({ reason: badCode });
  expect(codeToSend(selection, refused)).toBeNull();
  expect(promotionOfError(new CallError(429, "rate_limited", "Too many."))).toEqual({
    state: "refused",
    reason: "Too many.",
  });
  const away = promotionOfError(new CallError(503, "payments_unavailable", "Later."));
  expect(away).toEqual({ state: "unknown" });
  expect(codeToSend(selection, away)).toBe("spring");
});
