import { expect, test } from "vitest";
import { lead, purchase, strategyCallBooking, subscriptionCancelled } from "./events.ts";

const ADA = { email: "ada@shop.example", firstName: "Ada", lastName: "Byron" };

test("enquiry: Lead without a value, with the sender", () => {
  expect(lead("contact", ADA, "id-1")).toEqual({
    name: "Lead",
    parameters: {
      content_name: "Contact Form",
      content_category: "Contact",
      value: 0,
      currency: "GBP",
    },
    user: ADA,
    eventId: "id-1",
  });
});

test("booking window: Lead without a sender", () => {
  expect(strategyCallBooking("id-1")).toEqual({
    name: "Lead",
    parameters: {
      content_name: "Strategy Call Booking",
      content_category: "Demo Booking",
      value: 0,
      currency: "GBP",
    },
    user: null,
    eventId: "id-1",
  });
});

test("purchase: product with its price in pounds", () => {
  expect(purchase({ name: "Plus Package", pricePence: 17_500 }, "id-1").parameters).toEqual({
    value: 175,
    currency: "GBP",
    content_name: "Plus Package",
    content_type: "product",
  });
});

test("cancellation: CompleteRegistration with its own name", () => {
  expect(subscriptionCancelled("id-1")).toEqual({
    name: "CompleteRegistration",
    parameters: {
      content_name: "Subscription Cancelled",
      content_category: "Cancellation",
      status: "cancelled",
    },
    user: null,
    eventId: "id-1",
  });
});
