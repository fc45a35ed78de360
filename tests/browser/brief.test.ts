import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { BRIEF_MESSAGES } from "#contracts/messages/brief.ts";
import { expectToFit, restoreSession, saveScreenshots, test } from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import {
  createSubscriber,
  seedSubscriber,
  signedInTestCustomer,
} from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { answerCalls, signInHere, tabTo } from "../support/page-actions.ts";
import { mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, ops } = thisStack();
const starter = PLAN.starter;
const LONG_NAME = `${"Marlow, Finch & Daughters ".repeat(4)}Ltd`;
const LONG_WORD = "Featherstonehaugh".repeat(5);
const PHONE = { viewport: { width: 390, height: 900 } };
/** The browser logs every error response to its console. */
const REFUSALS = /status of (?:4|5)\d\d|ERR_INTERNET_DISCONNECTED/;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.locator(`[name=${name}]`);
const saved = (page: Page) => page.locator("output", { hasText: BRIEF_MESSAGES.saved }).waitFor();

const more = (page: Page) => page.locator("summary", { hasText: "Tell us more" });

async function openBrief(page: Page): Promise<void> {
  await page.goto(`${site}/brief`);
  await button(page, "Send my brief").waitFor();
  await more(page).click();
}

async function mailTo(email: string, subject: RegExp) {
  return eventually(`a mail ${String(subject)}`, async () => {
    const mails = await mailsAbout(email);
    return mails.find((mail) => subject.test(mail.subject)) ?? false;
  });
}

const storedBy = async (userId: string) => {
  const rows = await queryStack(
    `select brief.answers from brief_versions brief join businesses own on own.id = brief.business_id
      where own.user_id = $1 order by version desc limit 1`,
    [userId],
  );
  return rows[0]?.["answers"] as Record<string, string> | undefined;
};

let sharer: ReturnType<typeof seedSubscriber> | undefined;

/** Shared by the tests that send no brief. */
const unsentBrief = () => (sharer ??= seedSubscriber(starter));

describe("brief", () => {
  test("customer: from the welcome mail, by keyboard alone, over a reload, to the team and the console", async ({
    visit,
  }) => {
    const ada = await createSubscriber(starter);
    const welcome = await mailTo(ada.email, /^Welcome/);
    expect(welcome.text).toContain(`Tell us about your business:\n${site}/brief`);
    const page = await visit(PHONE);
    await restoreSession(page, ada.session);
    await page.goto(`${site}/dashboard`);
    await page.getByRole("heading", { name: "Tell us about your business" }).waitFor();
    await saveScreenshots(page, "dashboard");
    await page.getByRole("link", { name: "Start", exact: true }).click();

    await tabTo(page, field(page, "businessName"));
    await page.keyboard.type(LONG_NAME);
    await tabTo(page, field(page, "about"));
    await page.keyboard.type("We bake.\nDaily.");
    await saved(page);
    await tabTo(page, field(page, "tiktok"));
    await page.keyboard.type("@fig");
    // At once: the browser has what the server has not.
    await page.reload();
    await field(page, "tiktok").waitFor();
    expect(await field(page, "businessName").inputValue()).toBe(LONG_NAME);
    expect(await field(page, "about").inputValue()).toBe("We bake.\nDaily.");
    expect(await field(page, "tiktok").inputValue()).toBe("@fig");
    await saved(page);
    expect(await page.evaluate(() => localStorage.getItem("unsavedBrief"))).toBeNull();

    // The answers that we need are given: the rest is open from now on.
    await page.reload();
    await field(page, "tone").waitFor();
    await page.getByText("3 of 9 answered").waitFor();
    await tabTo(page, page.locator("summary", { hasText: "Add an approver" }));
    await page.keyboard.press("Enter");
    await tabTo(page, field(page, "approverName"));
    await page.keyboard.type(LONG_WORD);
    await page.keyboard.press("Tab");
    await page.keyboard.type("ben@shop.example");
    await page.keyboard.press("Enter");
    await page.getByText(`${LONG_WORD} can now approve`).waitFor();
    await saveScreenshots(page, "brief");
    await tabTo(page, button(page, "Send my brief"));
    await page.keyboard.press("Enter");
    const thanks = page.getByRole("heading", { name: "Thank you. We have your brief." });
    await thanks.and(page.locator(":focus")).waitFor();
    await expectToFit(page);
    await saveScreenshots(page, "thanks");

    const team = await mailTo(ada.email, /^New brief/);
    expect(team.text).toContain(`${ops}/customers/${ada.userId}`);
    const console = await visit();
    await signInToOps(console);
    await console.goto(`${ops}/customers/${ada.userId}`);
    await console.getByText(/Version 1, sent/).waitFor();
    // The business's name is no secret among those who work for it; its answers are.
    await console.getByText(LONG_NAME).first().waitFor();
    expect(await console.getByText("We bake.").count()).toBe(0);
    await console.getByLabel("Reason").fill("First content");
    await console.getByRole("button", { name: "Reveal for 15 minutes" }).click();
    await console.getByText("We bake.").waitFor();
    await saveScreenshots(console, "console");

    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await page.getByRole("heading", { name: "Manage Your Subscription" }).waitFor();
    expect(await page.getByRole("heading", { name: "Tell us about your business" }).count()).toBe(
      0,
    );
    await page.getByRole("link", { name: "Your brief" }).click();
    await page.getByText(/You sent your brief on/).waitFor();
    await page.getByText(BRIEF_MESSAGES.changeable).waitFor();
    await field(page, "tone").fill("Warm");
    await saved(page);
    await page.getByText(BRIEF_MESSAGES.unsent).waitFor();
    await page.getByRole("button", { name: new RegExp(`^Remove.*${LONG_WORD}`) }).click();
    await page.getByText(/Featherstonehaugh can no longer approve/).waitFor();
    await saveScreenshots(page, "again");
    await button(page, "Send the changes").click();
    await thanks.waitFor();
    await mailTo(ada.email, /^Brief changed/);
    await button(page, "Change something").click();
    await field(page, "tone").waitFor();
    expect(await button(page, "Send the changes").count()).toBe(0);
  });

  test("send with missing answers: says which, and focuses the first; user without a subscription: told what to do", async ({
    visit,
  }) => {
    const ada = await unsentBrief();
    const page = await visit(PHONE);
    await restoreSession(page, ada.session);
    await openBrief(page);
    await button(page, "Send my brief").click();
    await field(page, "businessName").and(page.locator(":focus")).waitFor();
    for (const text of Object.values(BRIEF_MESSAGES.needed)) {
      expect(await page.getByText(text).count()).toBe(1);
    }
    await expectToFit(page);
    await saveScreenshots(page, "missing");
    await page.keyboard.type("Fig & Co");
    await page.getByText(BRIEF_MESSAGES.needed.businessName).waitFor({ state: "hidden" });
    await page.getByText(BRIEF_MESSAGES.needed.platforms).waitFor();

    const eve = await signedInTestCustomer();
    await restoreSession(page, eve.session);
    await page.goto(`${site}/brief`);
    await page.getByText(BRIEF_MESSAGES.noSubscription).waitFor();
    expect(await page.getByText("saved as you type").count()).toBe(0);
    await expectToFit(page);
    await saveScreenshots(page, "without");
  });
});

test("brief offline: says so, survives a reload, and is saved once there is a connection", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(REFUSALS);
  const ada = await unsentBrief();
  const page = await visit(PHONE);
  await restoreSession(page, ada.session);
  await openBrief(page);
  await page.context().setOffline(true);
  await field(page, "about").fill("We brew.");
  const retrying = page.locator("output", { hasText: BRIEF_MESSAGES.retrying });
  await retrying.waitFor();
  await saveScreenshots(page, "offline");
  await page.context().setOffline(false);
  await saved(page);
  expect(await storedBy(ada.userId)).toMatchObject({ about: "We brew." });

  await answerCalls(page, "functions/v1/brief", 503, { error: "Away", code: "unavailable" });
  await field(page, "about").fill("We brew daily.");
  await retrying.waitFor();
  await page.unroute("**/functions/v1/brief");
  await page.reload();
  await saved(page);
  expect(await storedBy(ada.userId)).toMatchObject({ about: "We brew daily." });
});

test("session that ends while typing: the text is there after the next sign-in; one that cannot be saved is dropped when the user signs out", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(REFUSALS);
  const ada = await seedSubscriber(starter);
  const page = await visit();
  await restoreSession(page, ada.session);
  await openBrief(page);
  await queryStack("delete from sessions where user_id = $1", [ada.userId]);
  await field(page, "about").fill("We brew.");
  await page.waitForURL(/\/login/);
  await signInHere(page, ada);
  await page.waitForURL(`${site}/brief`);
  await saved(page);
  expect(await storedBy(ada.userId)).toMatchObject({ about: "We brew." });

  await answerCalls(page, "functions/v1/brief", 503, { error: "Away", code: "unavailable" });
  await field(page, "about").fill("Secret");
  const unsaved = () => page.evaluate(() => localStorage.getItem("unsavedBrief"));
  await eventually("the browser keeps it", async () => (await unsaved())?.includes("Secret"));
  await page.goto(`${site}/netlify-logout`);
  await page.waitForURL(`${site}/`);
  expect(await unsaved()).toBeNull();
});

test("two tabs: different answers are merged, of one answer both texts are shown", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(REFUSALS);
  const ada = await unsentBrief();
  const one = await visit();
  await restoreSession(one, ada.session);
  await openBrief(one);
  const other = await one.context().newPage();
  await openBrief(other);
  await field(one, "tone").fill("Warm");
  await field(one, "about").fill("We bake.");
  await saved(one);
  await field(other, "dos").fill("Bread");
  await field(other, "about").fill("We brew.");
  const clash = other.getByRole("alert").filter({ hasText: "We bake." });
  await clash.waitFor();
  await saved(other);
  expect(await field(other, "tone").inputValue()).toBe("Warm");
  await expectToFit(other);
  await saveScreenshots(other, "clash");
  await clash.getByRole("button", { name: "Use that text" }).click();
  await eventually("the choice is saved", async () => {
    const answers = await storedBy(ada.userId);
    return answers?.["about"] === "We bake." && answers["dos"] === "Bread";
  });
});
