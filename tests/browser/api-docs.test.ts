import { expect } from "vitest";
import { expectToFit, test } from "../support/browser.ts";
import { thisStack } from "../support/this-stack.ts";

test("the API's page: opens an operation and its schema by keyboard, and fits", async ({
  visit,
}) => {
  const page = await visit();
  await page.goto(`${thisStack().api}/docs`);
  await page.getByText("/functions/v1/stripe-checkout").locator("..").focus();
  await page.keyboard.press("Enter");
  const operation = page.locator("#postFunctionsV1StripeCheckout");
  expect(await operation.textContent()).toMatch(/idempotency-key.*basket_refused/s);
  await operation.getByRole("link", { name: "PurchaseConversion" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#PurchaseConversion").getByText("consent_version").waitFor();
  await expectToFit(page);
});
