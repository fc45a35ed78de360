import { expect } from "vitest";
import type { AccountManager } from "#contracts/api/content/account-manager.ts";
import type { BriefResponse } from "#contracts/api/content/brief.ts";
import type { CalendarPost } from "#contracts/api/content/calendar.ts";
import type { CommentsResponse } from "#contracts/api/content/comments.ts";
import { nextPlanUp } from "#contracts/billing/plans.ts";
import { ANSWER_KEYS, type BriefAnswers } from "#contracts/content/brief-answers.ts";
import { paths } from "../../web/src/paths.ts";
import {
  EVERY_LOOK,
  expectToFit,
  restoreSession,
  saveScreenshots,
  test,
} from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { visitUnchanged } from "../support/customer-builder.ts";
import { answerCalls, watchLayoutShift } from "../support/page-actions.ts";
import { thisStack } from "../support/this-stack.ts";
import { boxesWithoutEdge } from "./forced-colours.ts";

const { site } = thisStack();
const { priceId: otherPlan } = nextPlanUp(PLAN.plus) ?? PLAN.starter;
const changePlan = `${paths.changePlan}?plan=${otherPlan}`;

const SIGNED_IN = [
  [paths.dashboard, "Order History"],
  [paths.calendar, "No posts yet. With a plan"],
  [paths.reports, "No report yet."],
  [paths.brief, "Your business"],
  [paths.accountSecurity, "This device"],
  [paths.accountBilling, "Invoices"],
  [changePlan, "What changes"],
  [paths.cancelSubscription, "You decide"],
  [paths.retentionOffer, "This final offer expires in 10 minutes"],
  [paths.checkout, "Change Your Package"],
] as const;

/** Some of their parts are shown by one width alone. */
const PARTLY_FOR_ONE_WIDTH: ReadonlySet<string> = new Set([
  paths.dashboard,
  paths.cancelSubscription,
  paths.checkout,
]);

test("pages of a paying customer on a slow line: nothing moves on a phone while they load, no cancellation is told before it is known, they fit every width, and no axe violations", async ({
  visit,
}) => {
  const { page } = await visitUnchanged(() => visit({ viewport: { width: 390, height: 844 } }));
  const layoutShift = await watchLayoutShift(page);
  const line = await page.context().newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 300,
    downloadThroughput: 100_000,
    uploadThroughput: 100_000,
  });
  const shifts: Record<string, number> = {};
  for (const [path, words] of SIGNED_IN) {
    await page.goto(`${site}${path}`);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    await page.waitForLoadState("networkidle");
    shifts[path] = await layoutShift();
    await expectToFit(page, PARTLY_FOR_ONE_WIDTH.has(path) ? EVERY_LOOK : undefined);
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift > 0.05)).toEqual([]);
  await page.goto(`${site}${paths.subscriptionCancelled}`, { waitUntil: "commit" });
  await page.getByRole("heading", { name: "Your subscription", exact: true }).waitFor();
  expect(await page.getByText("No further charges").isVisible()).toBe(false);
  await page.getByRole("heading", { name: "Your subscription is running." }).waitFor();
  expect(await layoutShift()).toBeLessThan(0.1);
  await expectToFit(page);
});

const NAME = "Featherstonehaugh-Cholmondeley-Wriothesley-Marjoribanks-Beau";
const LINK = `https://shop.example/${"a".repeat(180)}`;
const EMAIL = `${NAME.toLowerCase()}@old-harbour-bakery-and-tea-rooms.example`;
const DAY = new Date().toISOString().slice(0, 10);
const MANAGER: AccountManager = { name: NAME, hours: NAME, whatsApp: null, photo: null };

const post = (state: CalendarPost["state"]): CalendarPost => ({
  id: `pst_${state}`,
  version: 1,
  contentHash: "0".repeat(64),
  format: "post",
  text: LINK,
  platforms: ["instagram"],
  plannedOn: DAY,
  plannedTime: "18:00",
  state,
  words: LINK,
  decidedBy: { isYou: false, name: NAME, via: "link" },
  media: [],
  publications: [{ platform: "instagram", url: LINK }],
  texts: {},
  firstComment: null,
  scheduled: [],
  isStopping: false,
  previous: null,
  comments: 1,
});
const posts = [post("waiting"), post("changes_requested"), post("approved"), post("published")];

const comments: CommentsResponse = {
  comments: [
    {
      id: "cmt_1",
      author: "operator",
      name: NAME,
      text: LINK,
      version: 1,
      writtenAt: `${DAY}T10:00:00.000Z`,
    },
  ],
  earlier: null,
};

const brief: BriefResponse = {
  version: 2,
  revision: 1,
  answers: Object.fromEntries(ANSWER_KEYS.map((key) => [key, LINK])) as BriefAnswers,
  submittedAt: `${DAY}T10:00:00.000Z`,
  approvers: [{ id: "apr_1", name: NAME, email: EMAIL }],
  canChange: true,
};

const WITH_DATA = [
  [paths.dashboard, "Order History"],
  [paths.calendar, "Gone live"],
  [`${paths.review}#${"a".repeat(43)}`, "You’re deciding as"],
  [paths.brief, "Your business"],
  [paths.accountSecurity, "This device"],
  [paths.accountBilling, "Invoices"],
  [changePlan, "What changes"],
  [paths.cancelSubscription, "You decide"],
  [paths.checkout, "You’re signed in as"],
  [paths.contact, "Message"],
  [paths.freeTrial, "First name"],
  [`${paths.checkout}?plan=plus`, "Your"],
] as const;

test("long names, addresses and links: no page with data is wider than a phone of 320 px; in forced colours, buttons and panels keep an edge", async ({
  visit,
}) => {
  const { ada, page } = await visitUnchanged(() => visit());
  await restoreSession(page, {
    ...ada.session,
    user: {
      ...ada.session.user,
      email: EMAIL,
      new_email: EMAIL,
      user_metadata: { first_name: NAME, last_name: NAME },
    },
  });
  await answerCalls(page, "functions/v1/calendar", 200, {
    posts,
    businessName: NAME,
    accountManager: MANAGER,
  });
  await answerCalls(page, "functions/v1/brief", 200, brief);
  await answerCalls(page, "functions/v1/review", 200, {
    decider: NAME,
    businessName: NAME,
    isTrial: false,
    isExpired: false,
    posts: posts.map((one) => ({ ...one, isNewer: false })),
  });
  await answerCalls(page, "functions/v1/**/comments", 200, comments);
  const tooWide: string[] = [];
  const edgeless: string[] = [];
  for (const [path, words] of WITH_DATA) {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`${site}${path}`);
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    await page.locator("main details").evaluateAll((all) => {
      for (const details of all) details.setAttribute("open", "");
    });
    for (const field of await page.locator("main textarea:visible").all()) await field.fill(LINK);
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overhang > 0) tooWide.push(`${path}: ${overhang} px`);
    await saveScreenshots(page, `long${path.replaceAll(/\W+/g, "-")}`);

    await page.setViewportSize({ width: 1440, height: 900 });
    const found = await boxesWithoutEdge(page, () =>
      saveScreenshots(page, `forced${path.replaceAll(/\W+/g, "-")}`),
    );
    edgeless.push(...found.map((name) => `${path}: ${name}`));
  }
  expect({ tooWide, edgeless }).toEqual({ tooWide: [], edgeless: [] });
});
