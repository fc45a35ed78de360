import { Stripe } from "stripe";
import { expect, test } from "vitest";
import { isCardMissing, isResourceMissing } from "./errors.ts";

const refused = (message: string) =>
  new Stripe.errors.StripeInvalidRequestError({
    type: "invalid_request_error",
    code: "resource_missing",
    message,
  });

test("a missing card is told from a missing object, though Stripe gives both one code", () => {
  const noCard = refused(
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
  );
  const gone = refused("No such subscription item: 'si_1'");
  expect([noCard, gone].map((error) => isResourceMissing(error))).toEqual([true, true]);
  expect([noCard, gone].map(isCardMissing)).toEqual([true, false]);
});
