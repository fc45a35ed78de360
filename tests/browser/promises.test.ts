import { afterAll, expect } from "vitest";
import { PLANS } from "#contracts/catalogue.ts";
import { closeBrowser, expectToFit, test } from "../support/browser.ts";
import { signInSubscriber } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { tabTo } from "../support/page-actions.ts";
import { mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

afterAll(closeBrowser);

const { ops } = thisStack();
const TEAM = "team@tidepost.example";
/** The schedule runs each minute. */
const SCHEDULE_MS = 90_000;

test(
  "promise after a payment: dated on the dashboard, warned of by mail, kept with a key press, ticked off on the dashboard",
  { timeout: 180_000 },
  async ({ visit }) => {
    const phone = { viewport: { width: 390, height: 844 } };
    const { ada, page } = await signInSubscriber(() => visit(phone), PLANS[0]);
    const steps = page.getByRole("region", { name: "What we promised" });
    await steps.getByText("We get in touch").waitFor();
    expect(await steps.innerText()).toMatch(/By \w+ \d+ \w+ at \d\d:\d\d/);
    await expectToFit(page);

    const [promise] = await queryStack(
      "update promises set warn_at = now() where subject_id = $1 and rule = 'contact-after-payment' returning id",
      [ada.subscriptionId],
    );
    const address = `${ops}/promises/${String(promise?.["id"])}`;
    await eventually(
      "the team is warned",
      async () => (await mailsAbout(TEAM)).some(({ text }) => text.includes(`${address}\n`)),
      SCHEDULE_MS,
    );

    const desk = await visit({ viewport: { width: 390, height: 844 } });
    await signInToOps(desk);
    await desk.goto(address);
    await expectToFit(desk);
    await tabTo(desk, desk.getByRole("button", { name: "Contacted by phone" }));
    await Promise.all([desk.waitForEvent("load"), desk.keyboard.press("Enter")]);
    await desk.getByText("Recorded: the promise is kept.").waitFor();
    await expectToFit(desk);
    await desk.goto(`${ops}/promises`);
    await expectToFit(desk);

    await page.reload();
    await steps.getByText("We got in touch (done)").waitFor();
    await expectToFit(page);
  },
);
