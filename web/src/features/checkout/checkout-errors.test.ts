import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { CHECKOUT_MESSAGES } from "#contracts/messages/checkout.ts";
import { CallError } from "../../lib/call-error.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { CHECKOUT_ERRORS, PACKAGES_ERRORS } from "./checkout-errors.ts";

const OFFLINE =
  "Unable to connect to payment service. Please check your internet connection and try again.";
const REFUSED = "This plan or add-on isn’t for sale.";
const LATER = "Too many requests. Please try again in a minute.";

test.each([
  {
    what: "no backend",
    error: new CallError(0, "not-configured"),
    checkout: "Please connect to the backend to complete your purchase.",
    packages: "Please connect to the backend to complete your purchase.",
  },
  {
    what: "no payment key on the site",
    error: new CallError(0, "no-key"),
    checkout: CHECKOUT_MESSAGES.keyMissing,
    packages: CHECKOUT_MESSAGES.keyMissing,
  },
  {
    what: "no plan",
    error: new CallError(0, "no-plan"),
    checkout: "Please select a plan to continue.",
    packages: "Please select a plan to continue.",
  },
  {
    what: "a package that there is not",
    error: new CallError(0, "no-package"),
    checkout: "Selected package not found",
    packages: "Selected package not found",
  },
  {
    what: "an answer without an address",
    error: new CallError(0, "no-url"),
    checkout: "No checkout URL received",
    packages: "No checkout URL returned from server",
  },
  {
    what: "an empty address",
    error: new CallError(0, "empty-url"),
    checkout: "No checkout URL received",
    packages: "No checkout URL received from Stripe",
  },
  {
    what: "an address that cannot be gone to",
    error: new CallError(0, "not-opened"),
    checkout: "Stripe failed to load",
    packages: "Stripe failed to load",
  },
  {
    what: "a refusal with details",
    error: new CallError(400, "basket_refused", REFUSED, "lineItems"),
    checkout: REFUSED,
    packages: "Request error: lineItems",
  },
  {
    what: "a refusal without details",
    error: new CallError(400, "basket_refused", REFUSED),
    checkout: REFUSED,
    packages: `Request error: ${REFUSED}`,
  },
  {
    what: "a refusal of details alone",
    error: new CallError(400, null, null, "priceId"),
    checkout: "priceId",
    packages: "Request error: priceId",
  },
  {
    what: "no such function",
    error: new CallError(404, "not_found", "There’s nothing at this address."),
    checkout: "There’s nothing at this address.",
    packages:
      "Stripe checkout service not found. Please ensure the Edge Function is deployed to the backend.",
  },
  {
    what: "a failure of ours",
    error: new CallError(500, "internal", "Something went wrong on our side. Please try again."),
    checkout: "Something went wrong on our side. Please try again.",
    packages: "Server configuration error: Something went wrong on our side. Please try again.",
  },
  {
    what: "no key for the payment provider",
    error: new CallError(500, "payments_not_configured", "Payments are not configured."),
    checkout: CHECKOUT_MESSAGES.keyMissing,
    packages: CHECKOUT_MESSAGES.keyMissing,
  },
  {
    what: "too many tries",
    error: new CallError(429, "rate_limited", LATER),
    checkout: LATER,
    packages: `HTTP error 429: ${LATER}`,
  },
  {
    what: "a gateway that says nothing",
    error: new CallError(502, null, null),
    checkout: "Failed to create checkout session",
    packages: "HTTP error 502: Failed to start checkout process. Please try again.",
  },
  {
    what: "no connection",
    error: new TypeError("Failed to fetch"),
    checkout: OFFLINE,
    packages: OFFLINE,
  },
  {
    what: "no connection for renewing a token",
    error: new AuthRetryableFetchError("Failed to fetch", 0),
    checkout: OFFLINE,
    packages: OFFLINE,
  },
  {
    what: "a session that has ended",
    error: new AuthApiError("Invalid Refresh Token", 400, "refresh_token_not_found"),
    checkout: "Failed to create checkout session",
    packages: "Failed to start checkout process. Please try again.",
  },
  {
    what: "anything else",
    error: "nothing",
    checkout: "Failed to create checkout session",
    packages: "Failed to start checkout process. Please try again.",
  },
])("checkout error, $what: its text on both pages", ({ error, checkout, packages }) => {
  expect(errorMessage(error, CHECKOUT_ERRORS)).toBe(checkout);
  expect(errorMessage(error, PACKAGES_ERRORS)).toBe(packages);
});
