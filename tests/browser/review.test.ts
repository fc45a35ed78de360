import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { CALENDAR_MESSAGES, CALENDAR_REFUSALS } from "#contracts/messages/calendar.ts";
import { REVIEW_MESSAGES } from "#contracts/messages/review.ts";
import {
  ERROR_RESPONSES,
  expectToFit,
  restoreSession,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { seedSubscriber, supabaseAs } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { tabTo, watchLayoutShift } from "../support/page-actions.ts";
import { changeTo, proposePost } from "../support/post-rows.ts";
import { freshAddress, mailsAbout, stackDb } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { api, site } = thisStack();
const db = stackDb();

const LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".repeat(3);
const LONG_NAME = `Sam ${"Featherstonehaugh".repeat(5)}`;

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const card = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const button = (parent: Page | Locator, name: RegExp | string) =>
  parent.getByRole("button", { name });
const decide = (page: Page, name: string) =>
  group(page, /^Waiting for you/).getByRole("button", { name: new RegExp(`^${name} ?:`) });
/** Opens the row of a post. */
const open = (page: Page, name: RegExp, text: RegExp) =>
  group(page, name).getByRole("link", { name: text }).tap();
const group = (page: Page, name: RegExp) => page.getByRole("region", { name });

async function mailTo(email: string, subject: RegExp) {
  return eventually(`a mail ${String(subject)}`, async () => {
    const mails = await mailsAbout(email);
    return mails.find((mail) => subject.test(mail.subject)) ?? false;
  });
}

async function linkTo(email: string): Promise<string> {
  const { text } = await mailTo(email, /for your approval$/);
  return /\S+\/review#[\w-]{43}/.exec(text)?.[0] ?? "";
}

async function turnTo(
  page: Page,
  text: string,
  way: "Next post" | "Previous post" = "Next post",
): Promise<void> {
  await eventually(`the page of ${text}`, async () => {
    if ((await page.locator("li:not([inert])", { hasText: text }).count()) > 0) return true;
    await button(page, way).click();
    return false;
  });
}

async function typeChange(page: Page, words: string): Promise<void> {
  await page.getByLabel("What should we change?").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(words);
}

test("posts: approved from an email in two taps, changes asked for by another, each sees the other's answer; a link without a token, or with one that nobody sent: says what to do", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(ERROR_RESPONSES);
  const ada = await seedSubscriber(PLAN.starter);
  const email = freshAddress();
  const added = await supabaseAs(ada.session.access_token).functions.invoke("brief/approvers", {
    body: { name: LONG_NAME, email },
  });
  expect(added.error).toBeNull();
  const plan = (text: string, days: number) =>
    proposePost(db, ada.userId, { text, plannedOn: inDays(days) });
  await plan("Fig rolls, warm from the oven.", 2);
  const sams = await linkTo(email);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

  // The first tap opens the link.
  const page = await visit(phone);
  const layoutShift = await watchLayoutShift(page);
  await page.goto(sams);
  await page.getByText(`You’re deciding as ${LONG_NAME}`).waitFor();
  expect(page.url()).toBe(`${site}/review`);
  await decide(page, "Approve").and(page.locator(":enabled")).waitFor();
  expect(await layoutShift()).toBeLessThanOrEqual(0.05);
  await expectToFit(page);
  // A screen reader reads this tree.
  const tree = await page.locator("main").ariaSnapshot();
  expect(tree.replaceAll(/\w+day \d+ \w+( at [\d:]+)?/g, "its day")).toMatchInlineSnapshot(`
    "- main:
      - heading "Your posts." [level=1]
      - paragraph: Nothing goes live until you approve it. All times are UK time.
      - paragraph:
        - text: You’re deciding as
        - strong: Sam FeatherstonehaughFeatherstonehaughFeatherstonehaughFeatherstonehaughFeatherstonehaugh
        - text: ". Not you? Please close this page: the link is theirs."
      - paragraph
      - region "Waiting for you (1)":
        - heading "Waiting for you (1)" [level=2]
        - list:
          - listitem:
            - article "its day":
              - text: For you Instagram, Facebook
              - heading "its day" [level=3]
              - 'group "Shown as on: its day"':
                - text: "Shown as on: its day"
                - button "Instagram" [pressed]
                - button "Facebook"
              - figure "Your business Fig rolls, warm from the oven.":
                - paragraph:
                  - strong: Your business
                  - text: Instagram
                - strong: Your business
                - text: Fig rolls, warm from the oven.
              - group: "Write a comment : its day"
        - 'button "Approve : its day"'
        - 'button "Ask for changes : its day"'"
  `);
  await page.getByText(/^Write a comment/).tap();
  await page.getByLabel("Your comment").fill("Could the dog be in it?");
  await page.getByRole("button", { name: /^Send comment/ }).tap();
  await page
    .getByRole("listitem")
    .filter({ hasText: /^You\b.*Could the dog be in it\?/ })
    .waitFor();
  await saveScreenshots(page, "review-waiting");
  await decide(page, "Approve").tap();
  await page
    .getByText(/^Approved: /)
    .and(page.locator(":focus"))
    .waitFor();
  await page.getByRole("heading", { name: "That’s everything. Thank you." }).waitFor();
  await page.reload();
  await page.getByText("You approved this from an email.").waitFor();
  await saveScreenshots(page, "review-decided");

  // The owner has no link, signs in, takes it back, and asks about another by keys.
  const owner = await visit(phone);
  await owner.goto(`${site}/review`);
  await owner.getByRole("heading", { name: "Please use the link in your email." }).waitFor();
  await owner.goto(`${site}/review#${"a".repeat(43)}`);
  await owner.getByRole("heading", { name: "This link no longer works." }).waitFor();
  await owner.getByRole("link", { name: "Sign in and open your calendar" }).waitFor();
  await restoreSession(owner, ada.session);
  await plan(`Plum cake, ${LONG_WORD}`, 20);
  const changing = await plan("Seed cake.", 21);
  await owner.goto(`${site}/calendar`);
  await open(owner, /^Next seven days/, /Fig rolls/);
  await owner.getByText(/^Sam Featherstone.* approved this from an email\.$/).waitFor();
  await button(card(owner, "Fig rolls"), /^Undo approval/).tap();
  await group(owner, /^Waiting for you \(3\)/).waitFor();
  await turnTo(owner, "Fig rolls", "Previous post");
  await decide(owner, "Ask for changes").tap();
  await typeChange(owner, "The price is wrong.");
  await button(card(owner, "Fig rolls"), "Send").tap();
  await card(owner, "Fig rolls")
    .and(group(owner, /^Being changed/).getByRole("listitem"))
    .waitFor();
  await decide(owner, "Approve").and(owner.locator(":enabled")).waitFor();
  await tabTo(owner, decide(owner, "Approve"));
  await owner.keyboard.press("c");
  await typeChange(owner, "Less Welsh, please.");
  await button(card(owner, "Plum cake"), "Send").tap();
  await open(owner, /^Being changed/, /Plum cake/);
  await owner.getByText("Less Welsh, please.").waitFor();
  await saveScreenshots(owner, "review-owner-calendar");
  await page.reload();
  await page.getByText("The account owner asked for changes.").waitFor();

  // Sam reads an older email while the team changes the post.
  const links = await eventually("three links", async () => {
    const mails = await mailsAbout(email);
    const found = mails.flatMap((mail) => /\S+\/review#[\w-]{43}/.exec(mail.text)?.[0] ?? []);
    return found.length === 3 && found;
  });
  for (const link of links) {
    await page.goto("about:blank");
    await page.goto(link);
    await page.locator("main h3").first().waitFor();
    if ((await card(page, "Seed cake.").count()) > 0) break;
  }
  const post = { userId: ada.userId, postId: changing, version: 2 };
  await changeTo(db, post, { text: "Seed cake, sliced.", plannedOn: inDays(21) });
  await page.getByRole("link", { name: "Skip to the content" }).press("Enter");
  await turnTo(page, "Seed cake.");
  await decide(page, "Ask for changes").click();
  await typeChange(page, "More icing.");
  await button(page, "Send").click();
  await page
    .getByText(CALENDAR_MESSAGES.unsent(CALENDAR_REFUSALS.changed, "More icing."))
    .waitFor();
  await card(page, "Seed cake, sliced.").getByText(REVIEW_MESSAGES.newer).waitFor();
  await button(page, "Send me a new email").click();
  await page.getByText(REVIEW_MESSAGES.freshSent).waitFor();
  await saveScreenshots(page, "review-newer");

  await plan("Tea loaf.", 22);
  await owner.reload();
  await button(owner, "Approve all 2").tap();
  await saveScreenshots(owner, "review-approve-all");
  await button(owner, "Approve 2 posts").tap();
  await owner.getByText(CALENDAR_MESSAGES.approvedAll(2)).waitFor();
});

test("without scripts: the email's plain page approves, undoes and asks for changes, and keeps the token out of the address", async ({
  visit,
}) => {
  const ada = await seedSubscriber(PLAN.starter);
  await proposePost(db, ada.userId, { text: "Fig rolls at nine.", plannedOn: inDays(3) });
  const { text } = await mailTo(ada.email, /for your approval$/);
  const [link = ""] = /\S+\/review\?token=[\w-]{43}/.exec(text) ?? [];
  const page = await visit({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  await page.goto(link);
  await page.getByText("Fig rolls at nine.").waitFor();
  await button(page, /^Approve:/).click();
  await page.getByRole("status").getByText("Approved:").waitFor();
  expect(page.url()).toBe(`${api}/review`);
  await saveScreenshots(page, "review-plain");
  await button(page, /^Undo approval:/).click();
  await page.getByRole("status").getByText("waits for you again").waitFor();
  await page.getByText("Ask for changes").click();
  await page.getByLabel("What should we change?").fill("Ten, not nine.");
  await button(page, "Send").click();
  await page.getByRole("status").getByText("Thank you.").waitFor();
  await page.getByText("Ten, not nine.").waitFor();
});
