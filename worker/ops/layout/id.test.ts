import { expect, test } from "vitest";
import { stripeUrl } from "./id.tsx";

test.each([
  ["cus_C4p33", "https://dashboard.stripe.com/customers/cus_C4p33"],
  ["sub_C4p33", "https://dashboard.stripe.com/subscriptions/sub_C4p33"],
  ["in_1", "https://dashboard.stripe.com/invoices/in_1"],
  ["pi_1", "https://dashboard.stripe.com/payments/pi_1"],
  ["du_1", "https://dashboard.stripe.com/disputes/du_1"],
  ["sub_01KAHX2J3V7W8R9T0A1B2C3D4E", null],
  ["evt_01KAHX2J3V7W8R9T0A1B2C3D4E", null],
  ["constructor_1", null],
  ["44d0ec77-116b-4485-9bba-8094f24b6f09", null],
  ["cus_1/../../x", null],
])("id %s leads to %s", (id, url) => {
  expect(stripeUrl(id)).toBe(url);
});
