import { eq } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import { DECIDABLE_AFTER_MS } from "#contracts/content/posts.ts";
import { DAY_MS } from "#contracts/durations.ts";
import { CALENDAR_MESSAGES, CALENDAR_REFUSALS } from "#contracts/messages/calendar.ts";
import { businesses } from "#db/schema/content.ts";
import { postDrafts } from "#db/schema/drafts.ts";
import {
  atWidths,
  ERROR_RESPONSES,
  expectToFit,
  restoreSession,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { seedSubscriber, signedInTestCustomer } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { answerCalls, tabTo } from "../support/page-actions.ts";
import { mailsAbout, stackDb } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, ops } = thisStack();
const NOBODY = { businessName: null, accountManager: null };
const LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".repeat(3);

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const card = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const button = (parent: Locator, name: string) =>
  parent.getByRole("button", { name: new RegExp(`^${name}`) });
const waiting = (page: Page) => group(page, /^Waiting for you/);
const decide = (page: Page, name: string) =>
  waiting(page).getByRole("button", { name: new RegExp(`^${name} ?:`) });
const decidable = (page: Page, name: string) => decide(page, name).and(page.locator(":enabled"));
/** Opens the row of a post, on a phone. */
const open = (page: Page, name: RegExp, text: RegExp) =>
  group(page, name).getByRole("link", { name: text }).click();
const isInView = (target: Locator) =>
  target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
const group = (page: Page, name: RegExp) => page.getByRole("region", { name });

const POST: CalendarPost = {
  id: "pst_1",
  version: 1,
  contentHash: "0".repeat(64),
  format: "post",
  text: "Fig rolls, warm from the oven.",
  platforms: ["instagram"],
  plannedOn: inDays(2),
  plannedTime: "18:00",
  state: "waiting",
  words: null,
  decidedBy: null,
  media: [],
  publications: [],
  texts: {},
  firstComment: null,
  scheduled: [],
  isStopping: false,
  previous: null,
  comments: 0,
};

const CHANGED_SUBJECT = "1 post changed as you asked: text";

/** Types another text into the form of a post's page, and proposes it. */
async function proposeChange(operator: Page, text: string): Promise<void> {
  const address = operator.url();
  await operator.locator("textarea[name$='.text']").first().fill(text);
  await operator.getByRole("button", { name: "Save and look" }).click();
  await operator.getByRole("button", { name: "Propose 1 post" }).click();
  await operator.getByText("Proposed. The customer gets one email.").waitFor();
  await operator.goto(address);
}

async function draftsOf(userId: string): Promise<string[]> {
  const rows = await stackDb()
    .select({ id: postDrafts.id })
    .from(postDrafts)
    .innerJoin(businesses, eq(businesses.id, postDrafts.businessId))
    .where(eq(businesses.userId, userId));
  return rows.map(({ id }) => id);
}

async function entriesPerLine(page: Page): Promise<number[]> {
  const menu = page.getByRole("navigation", { name: "Ops console" });
  const tops = await menu
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  return [...Map.groupBy(tops, (top) => top).values()].map((line) => line.length);
}

async function mailsOf(email: string, subject: string, count: number) {
  return eventually(`${count} mails: ${subject}`, async () => {
    const mails = (await mailsAbout(email)).filter((mail) => mail.subject === subject);
    return mails.length === count && mails;
  });
}

describe("calendar", () => {
  test("posts: proposed, one mail, one approved, one changed and approved, published, seen", async ({
    visit,
    expectComplaint,
  }) => {
    expectComplaint(ERROR_RESPONSES);
    const ada = await seedSubscriber(PLAN.starter);
    const page = await visit({ viewport: { width: 390, height: 900 } });
    await restoreSession(page, ada.session);
    await page.goto(`${site}/calendar`);
    await page.getByText("No posts yet. With a plan").waitFor();
    await saveScreenshots(page, "calendar-empty");

    const operator = await visit();
    await signInToOps(operator);
    await operator.goto(`${ops}/content/${ada.userId}`);
    await atWidths(operator, [390, 768, 1440], async (width) => {
      expect(Math.min(...(await entriesPerLine(operator))), `${width} px`).toBeGreaterThan(1);
    });
    const month = operator.getByLabel("Paste a month");
    await month.fill("Fig rolls, warm from the oven.");
    await operator.getByRole("button", { name: "Add as drafts" }).click();
    await operator.getByText("Missing: date, time, platforms, text.").waitFor();
    await month.fill(
      [
        "date\ttime\tplatforms\ttext",
        `${inDays(2)}\t18:00\tfacebook\tFig rolls, warm from the oven.`,
        `${inDays(20)}\t6pm\tfacebook\tPlum cake, ${LONG_WORD}`,
      ].join("\n"),
    );
    await operator.getByRole("button", { name: "Add as drafts" }).click();
    await operator.getByText("Added as drafts.").waitFor();
    await expectToFit(operator);
    await saveScreenshots(operator, "ops-month");
    const both = `draft=${(await draftsOf(ada.userId)).join("&draft=")}`;
    await operator.goto(`${ops}/content/${ada.userId}/look?${both}`);
    await expectToFit(operator);
    await saveScreenshots(operator, "ops-look");
    await operator.getByRole("button", { name: "Propose 2 posts" }).click();
    await operator.getByText("Proposed. The customer gets one email.").waitFor();
    await saveScreenshots(operator, "ops-posts");

    const [mail] = await mailsOf(ada.email, "2 posts are waiting for your approval", 1);
    expect(mail?.text).toContain(`${site}/calendar`);
    await page.reload();
    await group(page, /^Waiting for you \(2\)/).waitFor();
    await saveScreenshots(page, "calendar-waiting");
    await card(page, "Fig rolls").getByText("Write a comment").click();
    const comment = card(page, "Fig rolls").getByLabel("Your comment");
    await comment.fill("With butter.");
    await decidable(page, "Approve").waitFor();
    await tabTo(page, decide(page, "Approve"));
    await page.keyboard.press("Enter");
    await page
      .getByText(/^Approved: /)
      .and(page.locator(":focus"))
      .waitFor();
    await card(page, "Fig rolls")
      .and(group(page, /^Next seven days/).getByRole("listitem"))
      .waitFor();
    await open(page, /^Next seven days/, /Fig rolls/);
    await comment.waitFor();
    expect(await comment.inputValue()).toBe("With butter.");
    await button(card(page, "Fig rolls"), "Undo approval").click();
    await page
      .getByText(/^Undone: /)
      .and(page.locator(":focus"))
      .waitFor();
    await group(page, /^Waiting for you \(2\)/).waitFor();
    // The browser keeps the other post in view.
    await page.getByRole("button", { name: "Previous post" }).click();
    await decide(page, "Approve").click();
    await open(page, /^Next seven days/, /Fig rolls/);
    await page.reload();
    await comment.waitFor();
    expect(await comment.inputValue()).toBe("With butter.");
    await decidable(page, "Ask for changes").waitFor();
    await tabTo(page, decide(page, "Ask for changes"));
    await page.keyboard.press("Enter");
    await page.getByLabel("What should we change?").and(page.locator(":focus")).waitFor();
    await button(card(page, "Plum cake"), "Send").click();
    await page.getByText(CALENDAR_MESSAGES.wordsNeeded).waitFor();
    await page.keyboard.type("Less Welsh, please.");
    await expectToFit(page);
    await saveScreenshots(page, "calendar-words");
    await button(card(page, "Plum cake"), "Send").click();
    await open(page, /^Being changed/, /Plum cake/);
    await page.getByText("You asked for changes.").waitFor();
    await page.getByText("Less Welsh, please.").waitFor();

    const [asked] = await mailsOf(ada.email, `Changes requested: ${ada.email}`, 1);
    expect(asked?.text).toContain(`${ops}/content/posts/pst_`);
    expect(asked?.text).toContain("Less Welsh, please.");
    await operator.goto(`${ops}/content?who=all&q=Plum`);
    await operator.getByText("Less Welsh, please.").first().waitFor();
    await saveScreenshots(operator, "ops-work");
    await operator
      .getByRole("link", { name: /^Plum cake/ })
      .first()
      .click();
    await operator.getByText("Less Welsh, please.").first().waitFor();
    await proposeChange(operator, "Plum cake.");
    await mailsOf(ada.email, CHANGED_SUBJECT, 1);
    await page.reload();
    await card(page, "Plum cake.").waitFor();

    await proposeChange(operator, "Plum cake, still warm.");
    await decide(page, "Approve").click();
    await page.getByText(CALENDAR_REFUSALS.changed).waitFor();
    await page.getByText("Plum cake, still warm.").first().waitFor();
    await saveScreenshots(page, "calendar-changed");
    await decide(page, "Approve").click();
    await group(page, /^Later/)
      .getByText("Plum cake, still warm.")
      .first()
      .waitFor();
    await page.getByText("Nothing is waiting for you.").waitFor();

    // An address is used once, also when this test is tried again.
    const liveAt = `https://www.facebook.com/figs/posts/${Date.now()}`;
    await operator.goto(`${ops}/content?who=all&q=Fig`);
    await operator
      .getByRole("link", { name: /^Fig rolls/ })
      .first()
      .click();
    await operator.getByRole("textbox", { name: "Facebook", exact: true }).fill(liveAt);
    await operator.getByRole("button", { name: "Mark as published" }).click();
    await operator.getByLabel("It is live already").check();
    await operator.getByRole("button", { name: "Mark as published" }).click();
    await operator.getByText(/^Published: the customer/).waitFor();
    await saveScreenshots(operator, "ops-post");
    await page.reload();
    await open(page, /^Gone live/, /Fig rolls/);
    const live = group(page, /^Gone live/).getByRole("link", { name: "See it on Facebook" });
    expect(await live.getAttribute("href")).toBe(liveAt);
    await page.setViewportSize({ width: 768, height: 900 });
    const table = page.getByRole("table");
    await table.getByRole("columnheader", { name: "Wednesday", exact: true }).waitFor();
    const inMonth = table.getByRole("link", { name: /^18:00 Live ?: .*Fig rolls/ });
    if ((await inMonth.count()) === 0) {
      await page.getByRole("button", { name: "Next month" }).click();
    }
    await inMonth.click();
    await page.locator("article:focus", { hasText: "Fig rolls" }).waitFor();
    await page.getByRole("link", { name: "Week" }).click();
    await inMonth.waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Week" }).and(page.locator("[aria-current]")).waitFor();
    await expectToFit(page);
    await saveScreenshots(page, "calendar-live");
  });
});

test("week: says below it what comes after it", async ({ visit }) => {
  const { session } = await signedInTestCustomer();
  const page = await visit();
  await restoreSession(page, session);
  const later: CalendarPost = { ...POST, id: "pst_2", text: "Plum cake.", plannedOn: inDays(12) };
  await answerCalls(page, "functions/v1/calendar", 200, { posts: [later, POST], ...NOBODY });
  await page.goto(`${site}/calendar?view=week`);
  const after = page.getByRole("region", { name: "After this week" });
  await after.getByRole("link", { name: /Plum cake/ }).waitFor();
  expect(await after.getByRole("link").count()).toBe(1);
});

test("second press: meets the next post, which nothing decides for a second", async ({ visit }) => {
  const { session } = await signedInTestCustomer();
  const page = await visit({ viewport: { width: 390, height: 900 } });
  await restoreSession(page, session);
  await page.clock.install();
  const next: CalendarPost = { ...POST, id: "pst_2", text: "Plum cake." };
  await answerCalls(page, "functions/v1/calendar", 200, { posts: [POST, next], ...NOBODY });
  await answerCalls(page, "functions/v1/posts/decisions", 200, {
    posts: [{ ...POST, state: "approved" }, next],
    outcomes: [{ postId: POST.id, outcome: "decided" }],
    ...NOBODY,
  });
  await page.goto(`${site}/calendar`);
  await decidable(page, "Approve").waitFor();
  await page.clock.pauseAt(Date.now() + DAY_MS);
  await decide(page, "Approve").click();
  await group(page, /^Waiting for you \(1\)/).waitFor();
  expect(await decide(page, "Approve").isDisabled()).toBe(true);
  await page.clock.runFor(DECIDABLE_AFTER_MS);
  await decidable(page, "Approve").waitFor();
});

test("approval of all posts: a press on Back returns the focus; in large text on a phone, header and decisions leave the screen with the page", async ({
  visit,
}) => {
  const { session } = await signedInTestCustomer();
  const page = await visit({ viewport: { width: 390, height: 844 } });
  await restoreSession(page, session);
  const posts = [POST, { ...POST, id: "pst_2", text: "Plum cake. ".repeat(200) }];
  await answerCalls(page, "functions/v1/calendar", 200, { posts, ...NOBODY });
  await page.goto(`${site}/calendar`);
  await waiting(page).getByRole("button", { name: "Approve all 2" }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await waiting(page)
    .getByRole("button", { name: "Approve all 2" })
    .and(page.locator(":focus"))
    .waitFor();
  await page.getByRole("button", { name: "Next post" }).click();
  const header = page.locator("header:has(nav)");
  const decisions = decide(page, "Approve");
  await page.mouse.wheel(0, 400);
  await expect.poll(() => isInView(header)).toBe(true);
  expect(await isInView(decisions)).toBe(true);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "32px";
  });
  await page.mouse.wheel(0, 400);
  await expect.poll(() => isInView(header)).toBe(false);
  expect(await isInView(decisions)).toBe(false);
});

test("calendar that cannot be loaded: says so, and loads when asked again; post with a film that the browser cannot play: says so; picture that does not load: words; offline: says so, and keeps what was typed; withdrawn meanwhile: gone, and the focus is where that is said", async ({
  visit,
  expectComplaint,
}) => {
  const { session } = await signedInTestCustomer();
  const page = await visit();
  expectComplaint(ERROR_RESPONSES);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await restoreSession(page, session);
  await answerCalls(page, "functions/v1/calendar", 503, { code: "unavailable" });
  await page.goto(`${site}/calendar`);
  await page.getByText(CALENDAR_MESSAGES.loadFailed).waitFor();
  await page.locator('.load-problem + [data-shape="month"]').waitFor();
  await page.unrouteAll();

  const address = `${site}/robots.txt`;
  const film = {
    id: "med_1",
    kind: "video",
    width: 540,
    height: 960,
    alt: "A cake",
    thumb: null,
    small: address,
    large: address,
  } as const;
  const post: CalendarPost = { ...POST, media: [film] };
  const live: CalendarPost = { ...post, id: "pst_2", text: "Plum cake.", state: "published" };
  live.media = [{ ...film, kind: "picture" }];
  await answerCalls(page, "functions/v1/calendar", 200, { posts: [post, live], ...NOBODY });
  await page.getByRole("button", { name: "Try again" }).click();
  const approve = decide(page, "Approve");
  await approve.waitFor();
  const frame = page.locator("figure");
  await page.getByText(CALENDAR_MESSAGES.unplayable).waitFor();
  const box = await frame.boundingBox();
  expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(960 / 540, 1);
  const thumb = page.getByRole("link", { name: /Plum cake/ });
  await eventually("the picture is gone", async () => (await thumb.locator("img").count()) === 0);
  expect(await thumb.innerText()).toContain("Plum cake.");
  await thumb.click();
  await page.getByText(CALENDAR_MESSAGES.unseen).waitFor();
  await page.getByRole("link", { name: /Fig rolls/ }).click();
  await decide(page, "Ask for changes").click();
  await page.getByLabel("What should we change?").and(page.locator(":focus")).waitFor();
  await page.context().setOffline(true);
  await page.keyboard.type("Less Welsh, please.");
  await waiting(page).getByRole("button", { name: "Send" }).click();
  const offline = `You seem to be offline. ${CALENDAR_MESSAGES.decideFailed}`;
  await waiting(page).getByText(offline).waitFor();
  expect(await page.getByLabel("What should we change?").inputValue()).toBe("Less Welsh, please.");
  await page.context().setOffline(false);
  await waiting(page).getByRole("button", { name: "Back" }).click();
  const message = CALENDAR_REFUSALS.changed;
  await answerCalls(page, "functions/v1/posts/decisions", 409, { code: "post_changed", message });
  await answerCalls(page, "functions/v1/calendar", 200, { posts: [], ...NOBODY });
  await approve.click();
  await page.getByText(message).and(page.locator(":focus")).waitFor();
  expect(await page.getByText(post.text).count()).toBe(0);
});

test("part of a page that does not load: says so, loads when the browser is online or by a press, and the page keeps what was typed", async ({
  visit,
  expectComplaint,
}) => {
  const { session } = await signedInTestCustomer();
  const page = await visit();
  expectComplaint(/ERR_INTERNET_DISCONNECTED|The browser is offline/);
  await restoreSession(page, session);
  await answerCalls(page, "functions/v1/calendar", 200, { posts: [POST], ...NOBODY });
  const noComments = { comments: [], earlier: null };
  await answerCalls(page, "functions/v1/posts/*/comments", 200, noComments);
  await page.goto(`${site}/calendar`);
  await decidable(page, "Ask for changes").waitFor();
  await page.context().setOffline(true);
  await decide(page, "Ask for changes").click();
  const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await again.click();
  await page.getByText("You seem to be offline.").waitFor();
  await page.context().setOffline(false);
  const words = page.getByLabel("What should we change?");
  await words.and(page.locator(":focus")).waitFor();
  await words.fill("Less Welsh, please.");

  // A browser may notice nothing of the network.
  const offline = { value: false, configurable: true };
  await page.evaluate((value) => void Object.defineProperty(navigator, "onLine", value), offline);
  await page.getByText("Write a comment").click();
  await again.waitFor();
  await page.evaluate(() => Reflect.deleteProperty(navigator, "onLine"));
  await again.click();
  await page.getByLabel("Your comment").waitFor();
  expect(await words.inputValue()).toBe("Less Welsh, please.");
});
