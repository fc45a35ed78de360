import { expect, test } from "vitest";
import { describePurchase, matchableEmail, matchableName } from "./advertising.ts";
import { PIXEL_COOKIE } from "./pixel-cookie.ts";

test.each([
  [" Mary ", "mary"],
  ["Valéry", "valéry"],
  ["O’Neill-Smith", "oneillsmith"],
  ["Anne Marie", "anne marie"],
  ["정", "정"],
])("matchable name: %j becomes %j", (name, matched) => {
  expect(matchableName(name)).toBe(matched);
});

test("matchable email: ignores case and surrounding spaces", () => {
  expect(matchableEmail(" John_Smith@Gmail.com ")).toBe("john_smith@gmail.com");
});

test.each([
  ["fb.1.1596403881668.1116446470", true],
  ["fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk", true],
  ["fb.1.1596403881668.<script>", false],
  ["1116446470", false],
])("pixel cookie %s: %s", (value, expected) => {
  expect(PIXEL_COOKIE.test(value)).toBe(expected);
});

test("purchase: reported in pounds under the id of its order", () => {
  expect(describePurchase({ name: "Plus Package", pricePence: 175_50 }, "in_1")).toEqual({
    eventId: "purchase-in_1",
    parameters: {
      value: 175.5,
      currency: "GBP",
      content_name: "Plus Package",
      content_type: "product",
    },
  });
});
