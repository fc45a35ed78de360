import { expect } from "vitest";
import { SAMPLE_MONTH_CONSENT } from "#contracts/api/enquiry-subjects.ts";
import { expectToFit, saveScreenshots, test } from "../support/browser.ts";
import { tabTo, watchLayoutShift } from "../support/page-actions.ts";
import { thisStack } from "../support/this-stack.ts";

const { site, api } = thisStack();

test("three words by keyboard: a month of posts, one of them open, and the trial form filled in", async ({
  visit,
}) => {
  const page = await visit();
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const layoutShift = await watchLayoutShift(page, { answers: false });
  await page.goto(site);
  await page.waitForLoadState("networkidle");
  expect(requested.filter((url) => url.includes("month"))).toEqual([]);

  await page.getByLabel("Business name").focus();
  await page.keyboard.type("Old Harbour Bakery");
  // With a name alone, the chart has posts; the town is the example's.
  await page
    .getByRole("group", { name: /as a tide chart: twelve posts of Old Harbour Bakery/ })
    .waitFor();
  expect(await page.locator("#trades option").count()).toBeGreaterThan(39);
  await page.keyboard.press("Tab");
  await page.keyboard.type("bakery");
  await page.keyboard.press("Tab");
  await page.keyboard.type("whitby");
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .filter({ hasText: "Twelve posts for Old Harbour Bakery in Whitby" })
    .waitFor();
  const posts = page.getByRole("list", { name: /^Posts for/ });
  expect(await posts.getByRole("listitem").count()).toBe(12);
  await posts
    .getByText(/bread|loaf|crust|bun/i)
    .first()
    .waitFor();
  expect(await layoutShift()).toBeCloseTo(0, 3);
  const calls = requested.filter((url) => url.startsWith(api) && !url.endsWith("/page-views"));
  expect(calls).toEqual([]);
  await expectToFit(page);
  await saveScreenshots(page, "your-month");

  const afloat = page.getByRole("group", { name: /as a tide chart/ }).getByRole("button");
  await page.getByRole("button", { name: "Show my month" }).focus();
  await page.keyboard.press("Tab");
  expect(await afloat.first().evaluate((post) => post === document.activeElement)).toBe(true);
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowRight", "Enter"])
    await page.keyboard.press(key);
  await page.getByRole("dialog").getByText("Post 2 of 12.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await afloat.nth(1).evaluate((post) => post === document.activeElement)).toBe(true);

  const third = posts.getByRole("button", { name: /^Open/ }).nth(2);
  await tabTo(page, third);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Post 3 of 12.").waitFor();
  await dialog.getByRole("button", { name: "Next" }).press("Enter");
  await dialog.getByText("Post 4 of 12.").waitFor();
  await dialog
    .getByText(/^(?:Reel · )?(?:Instagram|TikTok)$/)
    .first()
    .waitFor();
  await dialog.getByRole("heading", { name: / at \d\d:\d\d$/ }).waitFor();
  await expectToFit(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await third.evaluate((button) => button === document.activeElement)).toBe(true);

  const approve = posts.getByRole("button", { name: /^Approve the post/ });
  for (let count = 0; count < 3; count += 1) await approve.first().press("Enter");
  await page.getByText("3 approved. That’s how a month works").waitFor();
  await page
    .locator("#your-month")
    .getByRole("link", { name: /^Get started from/ })
    .waitFor();

  await page.getByRole("link", { name: "Start your free trial" }).press("Enter");
  await page.waitForURL(`${site}/free-trial`);
  const words = async () => [
    await page.getByLabel("Company").inputValue(),
    await page.getByLabel("Business type").inputValue(),
  ];
  expect(await words()).toEqual(["Old Harbour Bakery, whitby", "Food"]);
  await page.reload();
  expect(await words()).toEqual(["Old Harbour Bakery, whitby", "Food"]);
});

test("stylesheet of the posts that does not load: is asked for again at the next word", async ({
  visit,
  expectComplaint,
}) => {
  const page = await visit();
  expectComplaint(/ERR_FAILED/);
  await page.route("**/assets/app-*.css", (route) => route.abort(), { times: 1 });
  await page.goto(site);
  const name = page.getByLabel("Business name");
  const failed = page.waitForEvent("requestfailed");
  await name.focus();
  expect((await failed).url()).toContain("/assets/app-");
  await name.pressSequentially("Bell");
  await page.getByRole("group", { name: /as a tide chart: twelve posts of Bell/ }).waitFor();
  const loaded = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href));
  expect(loaded).toContainEqual(expect.stringContaining("/assets/app-"));
});

test("a link to a month holds its three words in the fragment and shows the month again", async ({
  visit,
}) => {
  const page = await visit();
  const words = new URLSearchParams({ company: "Bell & Sons", trade: "butchers", town: "Perth" });
  await page.goto(`${site}/#your-month?${words}`);
  await page.getByRole("heading", { name: /^Bell & Sons, / }).waitFor();
  expect(await page.getByLabel("Trade").inputValue()).toBe("butchers");
  expect(await page.getByRole("list", { name: /^Posts for/ }).textContent()).not.toMatch(
    /sourdough|bread/,
  );

  const send = page.getByRole("button", { name: "Email me this month" });
  await page.getByLabel("Email", { exact: true }).fill("bell@shop.example");
  await send.click();
  const consent = page.getByRole("checkbox", { name: /^Email me these twelve posts, once/ });
  await page.getByText("Tick the box first").waitFor();
  expect(await consent.evaluate((box) => box === document.activeElement)).toBe(true);
  await consent.check();
  const sent = page.waitForRequest(`${api}/rest/v1/form_submissions`);
  await send.click();
  expect((await sent).postDataJSON()).toEqual({
    form_type: "sample-month",
    source: "Your Month",
    email: "bell@shop.example",
    company: "Bell & Sons",
    business_type: "butchers",
    town: "Perth",
    consent: SAMPLE_MONTH_CONSENT,
  });
  await page.getByText("Your twelve posts are on their way").waitFor();
});

test("without its script, the fields lead to the trial form and take the words along", async ({
  visit,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/);
  for (const javaScriptEnabled of [false, true]) {
    const page = await visit({ javaScriptEnabled });
    await page.route("**/load-month-*", (route) => route.abort());
    await page.goto(site);
    await page.getByLabel("Business name").fill("<b>O’Neill</b> & Söhne");
    await page.getByLabel("Trade").fill("Barber");
    await page.getByLabel("Town").fill("Hull");
    await page.getByRole("button", { name: "Show my month" }).click();
    await page.waitForURL(/\/free-trial/);
    if (javaScriptEnabled) {
      await page.waitForURL(`${site}/free-trial`);
      expect(await page.getByLabel("Company").inputValue()).toBe("<b>O’Neill</b> & Söhne, Hull");
    } else {
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        company: "<b>O’Neill</b> & Söhne",
        trade: "Barber",
        town: "Hull",
      });
    }
  }
});
