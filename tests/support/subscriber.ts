import type { Page } from "playwright-core";
import type { TestAccount } from "./account.ts";
import { waitUntilIdle } from "./reconcile.ts";
import { eventually } from "./eventually.ts";
import {
  customerOf,
  sessionIn,
  waitUntilSynced,
  signedInTestCustomer,
  stripeEmulator,
} from "./paying.ts";
import { thisStack } from "./this-stack.ts";

type Priced = { priceId: string };
type Payment = { card?: string };

export type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

/** Signs up, pays for a plan (with add-ons), and waits until all effects are completed. */
export async function createSubscriber(bought: Priced | readonly Priced[], how: Payment = {}) {
  const ada = await signedInTestCustomer();
  const lineItems = [bought].flat().map(({ priceId }) => ({ priceId, quantity: 1 }));
  const sessionId = sessionIn(await ada.checkout({ lineItems }));
  const provider = stripeEmulator(thisStack());
  await provider.pay(sessionId, how);
  const { subscription } = await ada.outcome(sessionId);
  const customerId = await customerOf(sessionId);
  await waitUntilSynced(customerId);
  return { ...ada, customerId, subscriptionId: String(subscription?.subscription_id) };
}

/** A subscriber who is signed in on a page of their own. */
export async function signInSubscriber(
  visit: () => Promise<Page>,
  bought: Priced | readonly Priced[],
  how: Payment = {},
) {
  const ada = await createSubscriber(bought, how);
  const page = await visit();
  await signInOnPage(page, ada);
  return { ada, page };
}

/** Longer than any month, plus the hour that an invoice stays a draft. */
const MONTH_S = 31 * 86_400 + 2 * 3_600;

export async function createTestClock({ customerId }: { customerId: string }, daysAgo = 0) {
  const { testClocks } = stripeEmulator(thisStack()).stripe.testHelpers;
  const { id, frozen_time: startS } = await testClocks.create({
    // Nobody claims or cancels in the very second in which they have paid.
    frozen_time: Math.floor(Date.now() / 1_000) + 1 - daysAgo * 86_400,
    customer: customerId,
  });
  let passedS = 0;
  const passes = async (seconds: number) => {
    passedS += seconds;
    await testClocks.advance(id, { frozen_time: startS + passedS });
    await eventually("the time has passed", async () => {
      const { status } = await testClocks.retrieve(id);
      return status === "ready";
    });
  };
  return {
    passes,
    async monthPasses() {
      await passes(MONTH_S);
      await waitUntilIdle(customerId);
    },
  };
}

export async function signInOnPage(page: Page, { email, password }: TestAccount): Promise<void> {
  const { site } = thisStack();
  await page.goto(`${site}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`${site}/dashboard`);
  await page.getByRole("heading", { name: "Manage Your Subscription" }).waitFor();
}
