import { PLANS } from "#contracts/catalogue.ts";
import { paths } from "../../web/src/paths.ts";
import { expectToFit, test } from "../support/browser.ts";
import { signInOnPage, createSubscriber } from "../support/customer-builder.ts";
import { thisStack } from "../support/this-stack.ts";

const { site } = thisStack();
const [plus, premium] = [PLANS[1], PLANS[2]];

const PAGES = [
  [paths.dashboard, "Order History"],
  [`${paths.changePlan}?plan=${premium.priceId}`, "What changes"],
  [paths.cancelSubscription, "You decide"],
  [paths.retentionOffer, "This final offer expires in 10 minutes"],
  [paths.subscriptionCancelled, "Your subscription is running."],
  [paths.accountSecurity, "Devices"],
  [paths.checkout, "Change Your Package"],
] as const;

test(
  "pages of a paying customer: no axe violations, light and dark, and fit 320 px",
  {
    timeout: 300_000,
  },
  async ({ visit, expectComplaint }) => {
    expectComplaint(/status of 404/);
    const ada = await createSubscriber(plus);
    const page = await visit({ viewport: { width: 1440, height: 900 } });
    await signInOnPage(page, ada);
    for (const [path, words] of PAGES) {
      await page.goto(`${site}${path}`);
      await page.getByText(words).first().waitFor();
      await expectToFit(page);
    }
  },
);
