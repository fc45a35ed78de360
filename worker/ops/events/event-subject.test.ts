import { expect, test } from "vitest";
import { eventSubject } from "./event-subject.ts";

const subscription = {
  customerId: "cus_1",
  subscriptionId: "sub_1",
  priceIds: ["tidepost_plus_monthly"],
  amountPence: 175_00,
  payments: [],
  periodEnd: null,
};

test.for<[string, unknown, string | null]>([
  ["PaymentRecovered", subscription, "Plus Package"],
  ["PaymentFailed", { ...subscription, orderId: null, duePence: 84_00 }, "Plus Package, £84.00"],
  ["PaymentRecovered", { ...subscription, priceIds: [] }, null],
  ["PaymentRecovered", { ...subscription, priceIds: ["price_old"] }, "Other service"],
  [
    "RefundRequested",
    {
      refundRequestId: `rfr_${"0".repeat(26)}`,
      customerId: "cus_1",
      subscriptionId: "sub_1",
      amountPence: 97_00,
      currency: "gbp",
    },
    "£97.00",
  ],
  ["InvoicePaid", { customerId: "cus_1", orderId: "in_1" }, null],
  ["InvoicePaid", { customerId: "cus_1", orderId: "in_1", mail: "ada@shop.example" }, null],
  ["Unknown", { formType: "contact" }, null],
])("subject of %s with %o: %s", ([type, payload, subject]) => {
  const event = {
    id: `evt_${"0".repeat(26)}`,
    version: 1,
    aggregateType: "customer",
    aggregateId: "cus_1",
    actor: { kind: "system", name: "billing" },
    correlationId: `req_${"0".repeat(26)}`,
    traceparent: null,
    occurredAt: "2026-11-20T23:13:00.000Z",
    type,
    payload,
  };
  expect(eventSubject(event)).toBe(subject);
});
