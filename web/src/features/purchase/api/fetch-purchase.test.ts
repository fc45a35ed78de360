import { afterEach, expect, test, vi } from "vitest";
import type { CheckoutSessionResponse } from "#contracts/api/checkout-session.ts";
import { PLAN } from "../../../../../tests/support/catalogue.ts";
import { setSession } from "../../session/session.ts";
import { purchaseHeadline } from "../purchase-headline.ts";
import { fetchPurchase } from "./fetch-purchase.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  setSession({ state: "unknown" });
});

const PAID: CheckoutSessionResponse = {
  outcome: "complete",
  subscription: {
    subscription_id: "sub_1",
    price_id: PLAN.plus.priceId,
    subscription_status: "active",
    current_period_end: 1_798_761_600,
    plan_name: "Plus Package",
    payment_method_brand: null,
    payment_method_last4: null,
    cancel_at_period_end: false,
  },
  addon_names: "",
  order_id: "in_1",
  amount_total: 175_00,
  payments: [],
  is_yours: false,
  is_unclaimed: true,
  is_returning: false,
};

test.each([
  ["first purchase", false, "Paid. Welcome aboard."],
  ["purchase of a returning guest", true, "Paid. Welcome back."],
])("%s: one request, and its greeting", async (_, isReturning, title) => {
  const requested: string[] = [];
  vi.stubGlobal("document", { querySelector: () => ({ content: "https://api.tidepost.example" }) });
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(new URL(url).pathname);
    return Promise.resolve(Response.json({ ...PAID, is_returning: isReturning }));
  });
  setSession({ state: "visitor" });
  const purchase = await fetchPurchase("cs_1");
  if (purchase.state !== "found") throw new Error(`The purchase is ${purchase.state}.`);
  expect(purchaseHeadline(purchase, null).title).toBe(title);
  expect(requested).toEqual(["/functions/v1/checkout-session"]);
});
