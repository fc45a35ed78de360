import { afterEach, expect, test, vi } from "vitest";
import { errorMessage } from "../../../lib/error-message.ts";
import { setSession } from "../../session/session.ts";
import { CHECKOUT_ERRORS, PACKAGES_ERRORS } from "../checkout-errors.ts";
import { requestCheckout } from "./request-checkout.ts";

const META: Readonly<Record<string, string>> = {
  "tidepost:site-url": "https://tidepost.example",
  "tidepost:api-url": "https://api.tidepost.example",
  "tidepost:anon-key": "the-public-key",
};

afterEach(() => {
  vi.unstubAllGlobals();
  setSession({ state: "unknown" });
});

function answerWith(status: number, body: unknown): void {
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", {
    cookie: "",
    querySelector: (selector: string) => ({
      content: META[/name="([^"]+)"/.exec(selector)?.[1] ?? ""] ?? "",
    }),
  });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
  setSession({ state: "visitor" });
}

const order = { priceId: "tidepost_plus_monthly", cancelPath: "/checkout" };

test("checkout session: its address is returned", async () => {
  const url = "https://checkout.stripe.example/c/cs_1";
  answerWith(200, { url });
  expect(await requestCheckout(order)).toBe(url);
});

test.for([
  [400, { error: "Refused.", details: "priceId" }, "Refused.", "Request error: priceId"],
  [400, { message: "Refused." }, "Refused.", "Request error: Refused."],
  [500, { details: "No price." }, "No price.", "Server configuration error: No price."],
  [
    404,
    { error: "There’s nothing at this address." },
    "There’s nothing at this address.",
    "Stripe checkout service not found. Please ensure the Edge Function is deployed to the backend.",
  ],
  [429, { error: "Too many." }, "Too many.", "HTTP error 429: Too many."],
  [
    502,
    {},
    "Failed to create checkout session",
    "HTTP error 502: Failed to start checkout process. Please try again.",
  ],
  [200, {}, "No checkout URL received", "No checkout URL returned from server"],
  [200, { url: "" }, "No checkout URL received", "No checkout URL received from Stripe"],
  [200, { url: "javascript:alert(1)" }, "Stripe failed to load", "Stripe failed to load"],
] as const)(
  "answer %i with %j: the checkout says %s, the packages %s",
  async ([status, body, checkout, packages]) => {
    answerWith(status, body);
    const error: unknown = await requestCheckout(order).catch((thrown: unknown) => thrown);
    expect(errorMessage(error, CHECKOUT_ERRORS)).toBe(checkout);
    expect(errorMessage(error, PACKAGES_ERRORS)).toBe(packages);
  },
);
