import { expect } from "vitest";
import type { CalendarPost, CalendarResponse } from "#contracts/api/content/calendar.ts";
import { paths } from "../../web/src/paths.ts";
import { expectToFit, saveScreenshots, test } from "../support/browser.ts";
import { PLAN } from "../support/catalogue.ts";
import { seedSubscriber, signInOnPage, signInSubscriber } from "../support/customer-builder.ts";
import { eventually } from "../support/eventually.ts";
import { signInToOps } from "../support/operator.ts";
import { answerCalls, tabTo, watchLayoutShift } from "../support/page-actions.ts";
import { mailsAbout, queryStack } from "../support/stack-client.ts";
import { thisStack } from "../support/this-stack.ts";

const { ops, site } = thisStack();
const TEAM = "team@tidepost.example";
/** The schedule runs each minute. */
const SCHEDULE_MS = 90_000;

test("promise after a payment: dated on the dashboard, warned of by mail, kept with a key press, ticked off on the dashboard", async ({
  visit,
}) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const { ada, page } = await signInSubscriber(() => visit(phone), PLAN.starter);
  const steps = page.getByRole("region", { name: "What we promised" });
  await steps.getByText("We get in touch").waitFor();
  expect(await steps.innerText()).toMatch(/By \w+ \d+ \w+ at \d\d:\d\d/);

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
  await desk.goto(`${ops}/promises`);
  await expectToFit(desk);

  await page.reload();
  await steps.getByText("We got in touch (done)").waitFor();
  await expectToFit(page);
});

const post = (id: number, state: CalendarPost["state"], plannedOn: string): CalendarPost => ({
  id: `pst_${id}`,
  version: 1,
  contentHash: "0".repeat(64),
  format: "post",
  text: `Fig rolls ${"Llanfairpwllgwyngyllgogerychwyrndrobwll".repeat(3)}`,
  platforms: ["instagram", "facebook"],
  plannedOn,
  plannedTime: "18:00",
  state,
  words: null,
  publications: [],
  texts: {},
  firstComment: null,
  scheduled: [],
  isStopping: false,
  previous: null,
  media: [],
  comments: 0,
  decidedBy: null,
});

test("dashboard on a phone: begins with the posts that wait, and nothing moves while it loads", async ({
  visit,
}) => {
  const page = await visit({ viewport: { width: 390, height: 844 } });
  const layoutShift = await watchLayoutShift(page);
  const day = new Date().toISOString().slice(0, 10);
  const posts = [1, 2, 3, 4].map((id) => post(id, "waiting", day));
  await answerCalls(page, "functions/v1/calendar", 200, {
    posts: [...posts, post(5, "approved", day)],
    businessName: null,
    accountManager: null,
  } satisfies CalendarResponse);
  await signInOnPage(page, await seedSubscriber(PLAN.plus));
  const first = page.locator("main section").first();
  await first.getByRole("heading", { name: "Waiting for you (4)" }).waitFor();
  await first.getByText("and 1 more").waitFor();
  expect(await first.getByRole("link", { name: /Fig rolls/ }).count()).toBe(3);
  const week = page.getByRole("region", { name: "Next seven days" });
  expect(await week.getByRole("link", { name: /Fig rolls/ }).count()).toBe(5);
  await page.getByRole("heading", { name: "Order History" }).waitFor();
  expect(await layoutShift()).toBeLessThanOrEqual(0.05);
  await expectToFit(page);
  await saveScreenshots(page, "dashboard");
});

test("published promises: four with figures of the system; without an answer the page says so", async ({
  visit,
  expectComplaint,
}) => {
  const page = await visit();
  await page.goto(`${site}${paths.results}`);
  const section = page.getByRole("region", { name: "What you can hold us to" });
  await expect.poll(() => section.getByText(/\d+ of \d+ (?:in time|since)/).count()).toBe(4);
  expectComplaint(/503/);
  await answerCalls(page, "functions/v1/promise-figures", 503, {});
  await page.reload();
  await section.getByText("The figures can’t be read right now.").waitFor();
  await section.getByRole("link", { name: "Try again" }).waitFor();
});
