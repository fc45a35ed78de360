import { expect, test } from "vitest";
import { CallError } from "../../lib/call-error.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { cancellationErrors } from "./cancellation-errors.ts";

const refused = (
  status: number,
  code: string | null = null,
  userMessage: string | null = null,
  details: string | null = null,
) => new CallError(status, code, userMessage, details);

test.each([
  [refused(404), "Discount service not found. Please contact support."],
  [refused(401), "Authentication required. Please sign in and try again."],
  [refused(403, "not_your_subscription", "No."), "You are not authorized to apply this discount."],
  [refused(500, "internal", "It broke."), "Server error: It broke."],
  [refused(500, "internal", "It broke.", "A key is missing."), "Server error: A key is missing."],
  [refused(500), "Server error: Failed to apply discount"],
  [refused(400, "offer_terms", "Not these terms."), "Request error: Not these terms."],
  [refused(400), "Request error: Failed to apply discount"],
  [refused(409, "offer_used", "You have had this offer."), "You have had this offer."],
  [refused(503, "unavailable", "Try again in a moment."), "Try again in a moment."],
  [refused(409, null, "Somebody else's words"), "HTTP error 409"],
  [refused(502), "HTTP error 502"],
  [new CallError(200, "not-done", "Not today."), "Not today."],
  [new CallError(200, "not-done"), "Failed to apply discount"],
  [new CallError(0, "no-subscription"), "No active subscription found"],
  [new CallError(0, "signed-out"), "User must be authenticated. Please sign in and try again."],
  [
    new TypeError("Failed to fetch"),
    "Unable to connect to discount service. Please check your internet connection and try again.",
  ],
  [new SyntaxError("No JSON"), "Failed to apply discount. Please try again."],
  ["nothing that was thrown on purpose", "Failed to apply discount. Please try again."],
])("discount fails with %o: message is %s", (error, text) => {
  expect(errorMessage(error, cancellationErrors("discount"))).toBe(text);
});

test.each([
  [refused(404), "Cancellation service not found. Please contact support."],
  [refused(403), "You are not authorized to cancel this subscription."],
  [new CallError(200, "not-done"), "Failed to cancel subscription"],
  [
    new TypeError("Failed to fetch"),
    "Unable to connect to cancellation service. Please check your internet connection and try again.",
  ],
  [new RangeError(), "Failed to cancel subscription. Please try again."],
])("cancellation fails with %o: message is %s", (error, text) => {
  expect(errorMessage(error, cancellationErrors("cancel"))).toBe(text);
});
