import { expect } from "vitest";
import { expectToFit, saveScreenshots, test } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { contactForm, freshAddress, mailsAbout, postEnquiry } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { ops } = thisStack();

test("free trial: a post proposed from the enquiry, approved from its email without an account, and stopped in a scheduler", async ({
  visit,
}) => {
  const email = freshAddress();
  const { first_name, last_name } = contactForm(email);
  const sent = await postEnquiry({ form_type: "free-trial", first_name, last_name, email });
  expect(sent.status).toBe(201);
  const operator = await visit({ viewport: { width: 390, height: 844 } });
  await signInToOps(operator);
  await operator.goto(`${ops}/customers`);
  await operator.getByRole("searchbox").fill(email);
  await operator.keyboard.press("Enter");
  await operator.getByRole("definition").getByRole("link", { name: "Posts" }).click();
  await operator.getByText("0 posts planned. A free trial has 3 posts or 1 reel.").waitFor();
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await operator
    .getByLabel("Paste a month")
    .fill(`## ${day} 18:00 facebook\n\nFig rolls, warm from the oven.`);
  await operator.getByRole("button", { name: "Add as drafts" }).click();
  await operator.getByText("Added as drafts.").waitFor();
  await operator.getByRole("button", { name: "Save and look" }).click();
  await operator.getByRole("button", { name: "Propose 1 post" }).click();
  await operator.getByText("Proposed.").waitFor();
  await expectToFit(operator);
  await saveScreenshots(operator, "ops-trial");

  const link = await eventually("the email with the link", async () => {
    const mail = (await mailsAbout(email)).find(({ subject }) =>
      subject.endsWith("for your approval"),
    );
    return /\S+\/review#[\w-]{43}/.exec(mail?.text ?? "")?.[0] ?? false;
  });
  const page = await visit({ viewport: { width: 390, height: 844 } });
  await page.goto(link);
  await page.getByText("Fig rolls, warm from the oven.").first().waitFor();
  await page
    .getByRole("button", { name: /^Approve/ })
    .and(page.locator(":enabled"))
    .click();
  await page.getByText(/^Approved: /).waitFor();
  await operator.getByRole("link", { name: /^Fig rolls/ }).click();
  const scheduled = operator.getByRole("form", { name: "Scheduled elsewhere" });
  await scheduled.getByLabel("Facebook").check();
  await scheduled.getByRole("button", { name: "Save" }).click();
  await operator.getByText("Saved: the customer sees where it is set to go out.").waitFor();
  await page.reload();
  await page.getByText(/^Set to go out on Facebook: /).waitFor();
  await page.getByRole("button", { name: /^Undo approval/ }).click();
  await page.getByLabel("What should we change?").fill("Warmer, please.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page
    .getByText(/^You took back your approval\. We’re stopping it/)
    .first()
    .waitFor();
  await saveScreenshots(page, "review-stopping");
  await operator.reload();
  await operator.getByText("The customer took back the yes").waitFor();
  await operator.getByText("Warmer, please.").first().waitFor();
  await operator.getByRole("button", { name: /^It’s out of every scheduler/ }).click();
  await operator.getByText("The customer gets an email.").waitFor();
  await eventually("the email that it was stopped", async () =>
    (await mailsAbout(email)).some(({ subject }) => subject.startsWith("Stopped: your post for ")),
  );
  await page.reload();
  await page.getByText("You asked for changes from an email.").waitFor();
  await saveScreenshots(page, "review-trial");
  await operator.getByText("Changes requested").first().waitFor();
});
